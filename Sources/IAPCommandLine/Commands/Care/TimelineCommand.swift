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
        OptionSpec("svg", value: "FILE", .file, help: "write an SVG file; - for stdout"),
        OptionSpec("ascii", help: "without Unicode"),
      ],
      examples: [
        .init("iap timeline pro_monthly", "periods, grace, retry and refunds"),
        .init("iap timeline --svg life.svg", "for a browser"),
      ],
      statuses: [.notFound]
    )
  }
}
