import IAPCore

/// `iap store approve REQUEST`: the parent agrees (rule A-2).
enum StoreApproveCommand: EventCommand {
  static let words = "store approve"
  static var spec: CommandSpec {
    CommandSpec(
      "Approve an Ask to Buy request",
      operands: [
        OperandSpec(
          "REQUEST",
          .request,
          help: "the request, or the product of its one open request"
        )
      ],
      examples: [
        .init("iap store approve pro_monthly", "the parent agrees, the transaction reaches the app")
      ],
      statuses: [.refused, .notFound, .cannotTell]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .approve(RequestOperand(request: options.required(0)))
  }
}
