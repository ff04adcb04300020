/// `iap watch`: what reaches the app, as it comes (Transaction.updates).
enum WatchCommand: Command {
  static let words = "watch"
  static var spec: CommandSpec {
    CommandSpec(
      "Show what reaches the app, as it happens",
      options: [
        OptionSpec("count", value: "N", .integer(1...1_000_000), help: "stop after so many"),
        OptionSpec("timeout", value: "D", .duration, help: "stop after this time"),
      ],
      examples: [
        .init("iap watch", "until interrupted; --json prints one object a line")
      ]
    )
  }
}
