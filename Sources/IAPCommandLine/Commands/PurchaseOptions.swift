import IAPCore

/// The options of a purchase, in the app and outside it, as an event.
enum PurchaseOptions {
  static let billingPlans = ["upfront", "monthly"]

  private static let unverified =
    StoreKitFailure.verificationErrors.map { "unverified:" + $0.rawValue }

  /// The words of `purchase --simulate`.
  static let outcomes =
    ["cancelled", "pending", "interrupted"] + unverified
    + StoreKitFailure.purchaseErrors.map(\.rawValue)

  /// The words of `restore --simulate`: nothing is bought, and so nothing waits.
  static let restoreOutcomes =
    ["cancelled"] + unverified + StoreKitFailure.storeKitErrors.map(\.rawValue)

  /// What a purchase can be told, in the app and outside it.
  static let specs = [
    OptionSpec("quantity", value: "N", .integer(1...10), help: "of a consumable"),
    OptionSpec(
      "app-account-token",
      value: "UUID",
      .uuid,
      help: "whose purchase it is for the app"
    ),
    OptionSpec("offer", value: "ID", help: "the promotional or win-back offer to use"),
    OptionSpec(
      "offer-type",
      value: "TYPE",
      .word(PurchaseOfferType.allCases.map(\.rawValue)),
      help: "where several offers have the id"
    ),
    OptionSpec(
      "no-intro",
      help: "pay the full price although an introductory offer would apply"
    ),
    OptionSpec(
      "intro-eligibility",
      value: "ANSWER",
      .word(IntroductoryEligibility.allCases.map(\.rawValue)),
      help: "as the developer's JWS says: eligible or ineligible"
    ),
    OptionSpec(
      "billing-plan",
      value: "PLAN",
      .word(billingPlans),
      help: "how a year is billed: upfront or monthly (else as now)"
    ),
  ]

  static func event(_ options: ParsedOptions) throws -> PurchaseEvent {
    var event = PurchaseEvent(id: ProductID(options.required(0)))
    event.quantity = options.integer("quantity")
    event.appAccountToken = options.text("app-account-token")
    event.offer = options.text("offer").map { OfferID($0) }
    event.offerType = options.word("offer-type", as: PurchaseOfferType.self)
    event.noIntro = options.flag("no-intro")
    event.introEligibility = options.word("intro-eligibility", as: IntroductoryEligibility.self)
    event.billingPlan = billingPlan(options.text("billing-plan"))
    event.intent = options.text("intent")
    event.noFinish = options.flag("no-finish")
    event.simulate = options.text("simulate").flatMap(SimulatedOutcome.init(text:))
    event.purchaseDate = options.time("purchase-date")
    event.cancelImmediately = options.flag("cancel-immediately")
    try check(event, options)
    return event
  }

  private static func billingPlan(_ word: String?) -> BillingPlanType? {
    switch word {
    case "upfront": .billedUpfront
    case "monthly": .monthly
    default: nil
    }
  }

  /// What no order of words can mean.
  private static func check(_ event: PurchaseEvent, _ options: ParsedOptions) throws {
    for (name, needed) in [
      ("offer-type", "offer"), ("offer-signature", "offer"),
      ("cancel-immediately", "purchase-date"),
    ] where options.has(name) && !options.has(needed) {
      throw UsageError(.conflict("--\(name) needs --\(needed)"), command: options.command)
    }
    for (left, right) in [
      ("no-intro", "offer"), ("intro-eligibility", "offer"), ("intro-eligibility", "no-intro"),
      ("intro-signature", "offer"), ("intro-signature", "no-intro"),
      ("intro-signature", "intro-eligibility"),
    ] where options.has(left) && options.has(right) {
      throw UsageError(
        .conflict("--\(left) and --\(right) exclude each other"),
        command: options.command
      )
    }
  }
}

extension ParsedOptions {
  /// For events, where a flag that was not given leaves no member.
  func flag(_ name: String) -> Bool? { has(name) ? true : nil }
}

extension PurchaseOptions {
  /// Reads `--offer-signature FILE`: keyId, nonce, timestamp and signature.
  static func signature(_ path: String, in environment: Environment) throws -> OfferSignature {
    let bytes = try environment.bytes(of: path, limit: 1 << 16)
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONParser.parse(bytes)
    } catch {
      throw invalid(path, error.placed)
    }
    do throws(JSONShapeError) {
      return try JSONValueDecoder.decode(OfferSignature.self, from: value)
    } catch {
      throw invalid(path, error.placed)
    }
  }

  /// Reads `--intro-signature FILE`: one compact JWS, white space around it left out.
  static func compactJWS(_ path: String, in environment: Environment) throws -> String {
    let text = String(decoding: try environment.bytes(of: path, limit: 1 << 16), as: UTF8.self)
    return text.split(whereSeparator: \.isWhitespace).joined()
  }

  private static func invalid(_ path: String, _ why: String) -> Diagnostic {
    Diagnostic(
      code: "invalidOfferSignature",
      message: "'\(path)' is no offer signature",
      why: why,
      hint: "a JSON object of keyId, nonce, timestamp and signature",
      exitCode: .invalid
    )
  }
}
