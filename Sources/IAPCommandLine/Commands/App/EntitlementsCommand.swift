import IAPCore

/// `iap entitlements`: who has access to what, and why.
enum EntitlementsCommand: Command {
  static let words = "entitlements"

  private static let states = [
    "active", "inGracePeriod", "inBillingRetryPeriod", "expired", "revoked", "upgraded", "pending",
    "notPurchased", "unknown",
  ]

  static var spec: CommandSpec {
    CommandSpec(
      "Answer who has access to what, and why",
      operands: [
        OperandSpec("NAME", .entitlement, .any, help: "only these")
      ],
      options: [
        OptionSpec(
          "require",
          value: "NAME",
          .entitlement,
          count: .many,
          help: "exit status 1 unless entitled"
        ),
        OptionSpec(
          "expect",
          value: "STATE",
          .word(states),
          help: "exit status 1 unless this is the state"
        ),
        OptionSpec(
          "explain",
          help: "which transaction, which date, which clock, and why not the others"
        ),
        OptionSpec("as-of", value: "TIME", .time, help: "at that moment"),
        OptionSpec("cached", help: "from the app's cache, without the store"),
        OptionSpec(
          "from",
          value: "FILE",
          .file,
          count: .many,
          help: "from signed data instead of the store"
        ),
        OptionSpec(
          "lines",
          help: "with --from: one customer's data a line, one JSON answer a line"
        ),
        OptionSpec("map", value: "FILE", .file, help: "the entitlement map to use"),
      ] + TrustOptions.specs,
      details: [
        "Without --require and --expect the exit status is 0 whatever the answer."
      ],
      examples: [
        .init("iap entitlements", "everything the account could have"),
        .init("iap entitlements --require pro -q && echo yes", "for scripts"),
        .init(
          "iap entitlements --from receipt.bin --map Entitlements.json --explain",
          "from real data"
        ),
      ],
      statuses: [.no, .invalid, .notFound, .cannotTell]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let options = context.options
    let account = try context.account()
    let question = EntitlementQuestion(
      names: options.words,
      required: options.texts("require"),
      expected: options.word("expect", as: EntitlementState.self)
    )
    let answer = try context.reading { session in
      let map = try map(context, session)
      if let moment = options.time("as-of") {
        return try session.entitlements(question, of: account, map: map, asOf: moment)
      }
      return try session.entitlements(
        question,
        of: account,
        map: map,
        isCached: options.has("cached")
      )
    }
    context.output.show(
      EntitlementsDocument(report: answer.report, explains: options.has("explain"))
    )
    if let unknown = answer.unknownNames.first { context.output.fail(unknown) }
    return ExitCode(answer.outcome)
  }

  private static func map(
    _ context: CommandContext,
    _ session: Session
  ) throws -> EntitlementMap? {
    guard let path = context.options.text("map") else { return try session.entitlementMap() }
    let bytes = try context.environment.bytes(of: path, limit: StoreFiles.mapLimit)
    do throws(EntitlementMapError) {
      return try EntitlementMap.read(bytes)
    } catch {
      throw SessionFailure.entitlementMap(error, path: path)
    }
  }
}
