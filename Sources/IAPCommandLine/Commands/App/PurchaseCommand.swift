import IAPCore

/// `iap purchase ID`: buys (rules T-1 to T-25).
enum PurchaseCommand: Command {
  static let words = "purchase"
  static var spec: CommandSpec {
    CommandSpec(
      "Buy a product",
      operands: [
        OperandSpec("ID", .product, help: "the product")
      ],
      options: PurchaseOptions.specs + [
        OptionSpec(
          "offer-signature",
          value: "FILE",
          .file,
          help: "a JSON file, or auto: sign with the catalogue's key"
        ),
        OptionSpec(
          "intro-signature",
          value: "FILE",
          .file,
          help: "the developer's JWS about the introductory offer"
        ),
        OptionSpec(
          "intent",
          value: "ID",
          .intent,
          help: "continue a purchase started in the store"
        ),
        OptionSpec("no-finish", help: "leave the transaction in the queue"),
        OptionSpec(
          "simulate",
          value: "OUTCOME",
          .word(PurchaseOptions.outcomes),
          help: "end like this, whatever the store would do"
        ),
      ],
      details: [
        "A promotional offer needs a signature where the catalogue has a key for offers, except in an Xcode store."
      ],
      examples: [
        .init("iap purchase pro_monthly", "bought, delivered and finished at once"),
        .init(
          "iap purchase coins_100 --quantity 3 --no-finish",
          "stays in the queue until finished"
        ),
        .init("iap purchase lifetime --simulate pending", "as if a parent had to agree"),
      ],
      statuses: [.refused, .pending, .invalid, .notFound, .cannotTell]
    )
  }

  static func document(of failure: Diagnostic) -> [JSONMember] {
    let result = PurchaseResult(.failed, code: failure.code)
    return PurchaseReport(product: "", result: result, isFinished: false).json.members ?? []
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let account = try context.account()
    var event = try PurchaseOptions.event(context.options)
    let signature = context.options.text("offer-signature")
    if let signature, signature != "auto" {
      event.offerSignature = try PurchaseOptions.signature(signature, in: context.environment)
    }
    event.introSignature = try context.options.text("intro-signature").map { path in
      try PurchaseOptions.compactJWS(path, in: context.environment)
    }
    let (performance, isQueued, isTampering) = try context.changing { [event] session in
      var event = event
      if signature == "auto" {
        event.offerSignature = try session.signOffer(of: event, by: account)
      }
      let performance = try session.perform(.purchase(event), by: account)
      return (
        performance, try session.hasUnfinished(performance.result, of: account),
        session.store.header.settings.tamper != nil
      )
    }
    guard case .purchase(let result) = performance.result else {
      preconditionFailure("a purchase answers with a purchase's result")
    }
    let report = PurchaseReport(
      product: event.id,
      result: result,
      isFinished: result.transaction != nil && result.result != .unverified && !isQueued,
      isTampering: isTampering,
      global: context.options.global
    )
    context.output.show(report)
    if let diagnostic = report.diagnostic { context.output.fail(diagnostic) }
    return report.exitCode
  }
}

extension Session {
  /// Whether the transaction of a purchase's answer stands in the app's queue.
  fileprivate func hasUnfinished(
    _ result: EventResult,
    of account: AccountName
  ) throws(SessionFailure) -> Bool {
    guard case .purchase(let purchase) = result, let id = purchase.transaction?.id else {
      return false
    }
    return try app(of: account).queue.transactions.contains { $0.transaction?.id == id }
  }
}
