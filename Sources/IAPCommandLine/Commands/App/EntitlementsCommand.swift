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
          help: "with --from: one input a line, read on all cores"
        ),
        OptionSpec("map", value: "FILE", .file, help: "the entitlement map to use"),
      ] + TrustOptions.specs,
      details: [
        "Without --require and --expect the exit status is 0 whatever the answer. --expect is about the NAMEs or --require, else about all there are; where there are none, it cannot be told: exit status 7.",
        "With --from and neither --map nor --for-store, NAME is a product's id: one that was never bought is 'notPurchased', with a warning that nothing knows it. With a map a name that it does not have is exit status 6. --for-store trusts the store's own root, expects its bundle id and environment, and uses its map, unless --map names another, and its catalogue.",
        "With --from the clock is the date at which the newest data was signed, or --as-of; data that is more than a day older than --as-of is warned of. Data that never holds purchases, as an app transaction or renewal info alone, cannot tell: exit status 7. With --lines blank lines are passed over.",
        "With --allow-unsigned what nobody signed counts too, but never against a signed copy of the same transaction, and it does not move the clock of signed data. A purchase that cannot be read leaves its product 'unknown' where there is no access.",
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
    if options.has("from") {
      if options.has("cached") {
        throw conflict("--cached is for a store, not for --from", options)
      }
      return try EntitlementsFromData(context: context).run()
    }
    if options.has("lines") { throw conflict("--lines is for --from", options) }
    let question = EntitlementQuestion(options)
    let answer = try StoreEntitlements(context: context, question: question).answer()
    return PresentedEntitlements(answer: answer, explains: options.has("explain"))
      .show(context.output)
  }

  private static func conflict(_ text: String, _ options: ParsedOptions) -> UsageError {
    UsageError(.conflict(text), command: options.command)
  }
}
