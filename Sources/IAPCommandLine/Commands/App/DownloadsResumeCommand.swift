import IAPCore

/// `iap downloads resume TRANSACTION`: hosted content.
enum DownloadsResumeCommand: EventCommand {
  static let words = "downloads resume"
  static var spec: CommandSpec {
    CommandSpec(
      "Go on with a paused download",
      operands: [
        OperandSpec("TRANSACTION", .transaction, help: "its id, or a product id: the newest of it")
      ],
      examples: [
        .init("iap downloads resume level_pack", "from where it was paused")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .downloadsResume(TransactionOperand(id: options.required(0)))
  }
}
