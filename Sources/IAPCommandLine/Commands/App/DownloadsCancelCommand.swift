import IAPCore

/// `iap downloads cancel TRANSACTION`: hosted content.
enum DownloadsCancelCommand: EventCommand {
  static let words = "downloads cancel"
  static var spec: CommandSpec {
    CommandSpec(
      "Cancel a download",
      operands: [
        OperandSpec("TRANSACTION", .transaction, help: "its id, or a product id: the newest of it")
      ],
      examples: [
        .init("iap downloads cancel level_pack", "what has arrived is given up; start begins anew")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .downloadsCancel(TransactionOperand(id: options.required(0)))
  }
}
