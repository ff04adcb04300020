import IAPCore

/// `iap downloads pause TRANSACTION`: hosted content.
enum DownloadsPauseCommand: EventCommand {
  static let words = "downloads pause"
  static var spec: CommandSpec {
    CommandSpec(
      "Pause a download",
      operands: [
        OperandSpec("TRANSACTION", .transaction, help: "its id, or a product id: the newest of it")
      ],
      examples: [
        .init(
          "iap downloads pause level_pack",
          "what has arrived stays; store advance brings no more of it"
        )
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .downloadsPause(TransactionOperand(id: options.required(0)))
  }
}
