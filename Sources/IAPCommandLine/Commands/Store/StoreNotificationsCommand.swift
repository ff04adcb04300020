import IAPCore

/// `iap store notifications`: what the server is told (notifications.md).
enum StoreNotificationsCommand: Command {
  static let words = "store notifications"
  static var spec: CommandSpec {
    CommandSpec(
      "List, print or deliver server notifications",
      options: [
        OptionSpec(
          "type",
          value: "T",
          .notification,
          count: .many,
          help: "only of this type: DID_RENEW, DID_RENEW/BILLING_RECOVERY"
        ),
        OptionSpec("transaction", value: "ID", .transaction, help: "only about this transaction"),
        OptionSpec("since", value: "TIME", .time, help: "only from that moment on"),
        OptionSpec("signed", help: "one signedPayload a line instead, with --json too"),
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
        OptionSpec(
          "delay",
          value: "D",
          .duration,
          help: "deliver each up to this much late, drawn by the seed"
        ),
      ],
      details: [
        "The program gets {\"signedPayload\":...} on stdin and IAP_NOTIFICATION_UUID in its environment; exit 0 counts as success. Anything else is a failed attempt: a Production store tries again 1, 12, 24, 48 and 72 hours later on its clock, a Sandbox store tries once and never again, an Xcode store sends nothing. With a failed attempt, or a program that cannot be started, the exit status is 3.",
        "What is due by the store's clock is delivered, each attempt with the same bytes. The exit statuses of curl --fail become Apple's words for the failure.",
      ],
      examples: [
        .init("iap store notifications --type REFUND", "what the server heard of refunds"),
        .init(
          "iap store notifications --deliver ./post-to-my-server",
          "on the store's clock; six attempts each at most, in the sandbox one"
        ),
      ],
      statuses: [.refused]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let receiver = try NotificationReceiver(
      context.options,
      programs: context.environment.programs
    )
    var run = NotificationRun(context, account: try context.account())
    guard context.options.has("follow") else {
      if let receiver { return try run.deliver(to: receiver, isFollowing: false) }
      return try context.options.has("signed") ? run.sign() : run.list()
    }
    var code = ExitCode.success
    while !context.environment.isInterrupted(), !context.output.isClosed {
      if let receiver {
        let outcome = try run.deliver(to: receiver, isFollowing: true)
        if outcome != .success { code = outcome }
      } else {
        try run.follow()
      }
      context.environment.sleep(500)
    }
    return code
  }
}
