import IAPCore

/// `iap timeline [ID]`: a subscription's life as a picture.
enum TimelineCommand: Command {
  static let words = "timeline"
  static var spec: CommandSpec {
    CommandSpec(
      "Draw the life of a subscription",
      operands: [
        OperandSpec(
          "ID",
          .transaction,
          .optional,
          help: "one subscription, by product or transaction id"
        )
      ],
      options: [
        OptionSpec(
          "svg",
          value: "FILE",
          .outputFile,
          help: "write an SVG file; - for stdout, instead of text or JSON"
        ),
        OptionSpec("ascii", help: "without Unicode"),
      ],
      examples: [
        .init("iap timeline pro_monthly", "periods, grace, retry and refunds"),
        .init("iap timeline --svg life.svg", "for a browser"),
      ],
      statuses: [.notFound]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let account = try context.account()
    let whole = try context.withStore(.reading) { session, _ in
      try session.timeline(of: account)
    }
    let timeline = whole.limited(to: context.options.words)
    if timeline.lanes.isEmpty, let name = context.options.operand(0) {
      throw Diagnostic(
        code: "unknownTransaction",
        message: "nothing bought by '\(account)' is called '\(name)'",
        hint: "iap history --account \(account)",
        exitCode: .notFound
      )
    }
    if let path = context.options.text("svg") {
      let picture = Array(SVGTimeline(timeline, title: "Purchases of \(account)").text().utf8)
      if path == "-" {
        context.output.write(picture)
        return .success
      }
      try context.environment.files.write(picture, to: path)
    }
    context.output.show(
      TimelineReport(
        timeline: timeline,
        width: context.environment.terminal.width ?? TimelineReport.usualWidth,
        isPlain: context.options.has("ascii")
      )
    )
    return .success
  }
}
