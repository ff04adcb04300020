import IAPCore

/// `iap downloads start TRANSACTION`: hosted content.
enum DownloadsStartCommand: EventCommand {
  static let words = "downloads start"
  static var spec: CommandSpec {
    CommandSpec(
      "Start downloading hosted content",
      operands: [
        OperandSpec("TRANSACTION", .transaction, help: "its id, or a product id: the newest of it")
      ],
      examples: [
        .init("iap downloads start level_pack", "progress follows the store's clock")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .downloadsStart(TransactionOperand(id: options.required(0)))
  }
}
