import IAPCore

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

  /// How often the queue is looked at, in milliseconds.
  private static let interval: Int64 = 200

  static func run(_ context: CommandContext) throws -> ExitCode {
    let account = try context.account()
    let environment = context.environment
    let limit = context.options.integer("count") ?? .max
    var remaining = context.options.duration("timeout").map(Self.milliseconds) ?? .max
    var (seen, count) = (0, 0)
    while true {
      let items = try context.reading { session in
        try session.requireAccount(account)
        return try session.app(of: account).queue.transactions
      }
      let arrived = items.sorted { $0.sequence < $1.sequence }
      for item in arrived where item.sequence > seen && count < limit {
        show(item, context.output)
        seen = item.sequence
        count += 1
      }
      guard count < limit, remaining > 0, !context.output.isClosed, !environment.isInterrupted()
      else { return .success }
      environment.sleep(min(interval, remaining))
      remaining -= min(interval, remaining)
    }
  }

  private static func show(_ item: QueueItem, _ output: Output) {
    if output.isJSON { return output.showLine(QueueReport.json(item)) }
    let name = item.transaction?.id.rawValue ?? item.requestID?.rawValue ?? ""
    output.showLine(
      StyledText("\(item.date.forPeople)  \(item.kind.rawValue)  ")
        + StyledText(item.state.rawValue, .strong) + StyledText("  \(item.productID)  \(name)")
    )
  }

  private static func milliseconds(_ duration: CalendarDuration) -> Int64 {
    (Int64(duration.months) * 30 + Int64(duration.days)) * Instant.day + duration.milliseconds
  }
}
