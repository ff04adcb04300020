import IAPCore

/// `iap entitlements --from FILE...`: the same question, asked of received data instead of a store.
struct EntitlementsFromData {
  let context: CommandContext

  func run() throws -> ExitCode {
    let options = context.options
    var request = try VerificationRequest(context)
    request.explains = false
    request.expectations.appAccountToken = nil
    let paths = options.texts("from")
    let received =
      options.has("lines")
      ? try ReceivedPurchases.lines(paths, request, context)
      : try ReceivedPurchases.files(paths, request, context)
    guard received.acceptedCount > 0 else { throw received.diagnostic ?? Self.nothingReceived }
    guard received.canTell else { throw received.diagnostic ?? Diagnostic.noPurchases }
    let answered = try answer(received)
    let presented = PresentedEntitlements(
      answer: answered.answer,
      otherWarnings: received.warnings.map(\.words) + answered.warnings,
      explains: options.has("explain")
    )
    let code = presented.show(context.output)
    guard let diagnostic = received.diagnostic else { return code }
    context.output.fail(diagnostic)
    return diagnostic.exitCode
  }

  private static let nothingReceived = Diagnostic(
    code: "nothingReceived",
    message: "there is nothing in the input",
    exitCode: .invalid
  )

  private func answer(
    _ received: ReceivedPurchases
  ) throws -> (answer: EntitlementAnswer, warnings: [String]) {
    let named = context.options.time("as-of")
    let (records, mixtureWarnings) = received.records.together()
    let (pieces, ignored) = received.remainingPieces()
    let stated = named ?? records.date
    // Without a date it is at least as late as the last purchase: what is over then is over.
    let known = records.transactionLists.joined().lazy.map(\.purchaseDate).max()
    let latest = [known, pieces.joined().lazy.map(\.purchaseDate).max()].compactMap(\.self).max()
    let date = stated ?? latest ?? Instant(milliseconds: 0)
    var data = PurchaseData(
      transactionLists: records.transactionLists,
      renewalLists: records.renewalLists
    )
    data.pieces = pieces
    let (facts, warnings) = PurchaseFacts.gather(data, asOf: date)
    var options = EntitlementOptions(asOf: date, clock: named == nil ? .signed : .argument)
    options.appAccountToken = context.options.text("app-account-token")
    options.takesNamesForProducts = true
    options.leftOut = records.leftOut
    let (map, types) = try knowledge()
    let engine = EntitlementEngine(facts: facts, map: map, types: types, options: options)
    var answer = engine.answer(EntitlementQuestion(context.options))
    let needsDate = answer.report.entitlements.contains {
      $0.isEntitled && $0.entitledUntilDate != nil
    }
    guard stated != nil || !needsDate else { throw Self.noDate }
    answer.report.warnings.removeAll { received.hasSaid($0) }
    var words = (ignored + mixtureWarnings).map(\.words)
    words += warnings.filter { !received.hasSaid($0) }.map(\.words)
    words += EntitlementWarning.age(of: records.date, asOf: named).map { [$0.words] } ?? []
    return (answer, words)
  }

  private static let noDate = Diagnostic(
    code: "noDate",
    message: "the data does not say when it is from",
    hint: "name the time that is meant with --as-of",
    exitCode: .cannotTell
  )

  /// The map that was named; with `--for-store` the store's, and its catalogue's product types.
  private func knowledge() throws -> (map: EntitlementMap?, types: [ProductID: ProductType]) {
    let named = try context.namedMap()
    guard context.options.has("for-store") else { return (named, [:]) }
    return try context.withStorage(.reading) { storage, _ in
      let kept = KeptFiles(in: storage, cryptography: context.environment.cryptography)
      let reading = try AppReading(of: .standard, in: kept)
      return (named ?? reading.map, try reading.productTypes(in: kept))
    }
  }
}

extension Diagnostic {
  /// A purchase of what is asked about may stand in what could not be read (case I06).
  static func recordLeftOut(_ names: [String]) -> Diagnostic {
    Diagnostic(
      code: "recordLeftOut",
      message: "nobody can tell about " + names.map { "'\($0)'" }.joined(separator: ", "),
      why: "a purchase that cannot be read was left out, and may be of it: see the warnings",
      hint: "iap explain recordLeftOut",
      exitCode: .cannotTell
    )
  }

  /// Nothing that was given can hold a purchase, so neither yes nor no follows from it.
  static let noPurchases = Diagnostic(
    code: "noPurchases",
    message: "what was given says nothing about purchases",
    why:
      "an app transaction, renewal info, or a notification about no transaction, never holds any",
    hint: "iap help entitlements",
    exitCode: .cannotTell
  )
}

extension ReceivedPurchases {
  /// Whether the reader of the data has warned of the same already (case A10: at most once).
  fileprivate func hasSaid(_ warning: EntitlementWarning) -> Bool {
    switch warning {
    case .recordsInSeveralLists:
      warnings.contains { if case .inBothLists = $0 { true } else { false } }
    case .conflictingCopies(let id): warnings.contains(.copiesDiffer(transactionID: id.rawValue))
    case .zeroLengthPeriod(let id, _):
      warnings.contains(.zeroLengthPeriod(transactionID: id.rawValue))
    default: false
    }
  }
}
