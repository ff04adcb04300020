import IAPCore

/// `iap restore`: brings back what the account owns (rules T-14, T-15).
enum RestoreCommand: Command {
  static let words = "restore"
  static var spec: CommandSpec {
    CommandSpec(
      "Restore purchases",
      options: [
        OptionSpec("no-finish", help: "leave the transactions in the queue"),
        OptionSpec(
          "api",
          value: "KIND",
          .word(RestoreAPI.allCases.map(\.rawValue)),
          help: "storekit1 (default) makes new transactions, storekit2 only refreshes"
        ),
        OptionSpec("fail-if-empty", help: "nothing to restore: exit status 1"),
        OptionSpec(
          "simulate",
          value: "OUTCOME",
          .word(PurchaseOptions.outcomes),
          help: "end like this"
        ),
      ],
      details: [
        "Nothing to restore is success. With any failed item the exit status is 3 and the document lists both kinds."
      ],
      examples: [
        .init("iap restore", "one new transaction for each thing owned")
      ],
      statuses: [.no, .refused, .cannotTell]
    )
  }
}
