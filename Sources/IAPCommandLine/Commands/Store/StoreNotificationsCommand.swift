/// `iap store notifications`: what the server is told (notifications.md).
enum StoreNotificationsCommand: Command {
  static let words = "store notifications"
  static var spec: CommandSpec {
    CommandSpec(
      "List, print or deliver server notifications",
      options: [
        OptionSpec("type", value: "T", count: .many, help: "only of this type: DID_RENEW"),
        OptionSpec("transaction", value: "ID", .transaction, help: "only about this transaction"),
        OptionSpec("since", value: "TIME", .time, help: "only from that moment on"),
        OptionSpec("signed", help: "one signedPayload a line instead"),
        OptionSpec("follow", help: "go on with what comes, until interrupted"),
        OptionSpec(
          "deliver",
          value: "PROGRAM",
          help: "give each to a program on stdin, as Apple posts it"
        ),
        OptionSpec(
          "deliver-arg",
          value: "A",
          .anything,
          count: .many,
          help: "an argument for the program"
        ),
        OptionSpec("deliver-shell", value: "CMD", help: "the same with a command line for sh"),
        OptionSpec(
          "deliver-timeout",
          value: "D",
          .duration,
          help: "end the program after this time (30s)"
        ),
        OptionSpec(
          "shuffle",
          value: "SEED",
          .integer(0...Int64.max),
          help: "in another order, the same for the same seed"
        ),
        OptionSpec("duplicate", help: "each twice, as a retry does"),
      ],
      details: [
        "The program gets {\"signedPayload\":...} on stdin and IAP_NOTIFICATION_UUID in its environment; exit 0 counts as success, anything else is retried after 1, 12, 24, 48 and 72 hours of the store's clock (Production), once in the sandbox."
      ],
      examples: [
        .init("iap store notifications --type REFUND", "what the server heard of refunds"),
        .init(
          "iap store notifications --deliver ./post-to-my-server",
          "at most six attempts each, on the store's clock"
        ),
      ],
      statuses: [.refused]
    )
  }
}
