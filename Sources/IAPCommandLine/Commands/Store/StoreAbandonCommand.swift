import IAPCore

/// `iap store abandon REQUEST`: the customer gives up (rule A-8).
enum StoreAbandonCommand: EventCommand {
  static let words = "store abandon"
  static var spec: CommandSpec {
    CommandSpec(
      "Abandon an interrupted purchase",
      operands: [
        OperandSpec(
          "REQUEST",
          .request,
          help: "the request, or the product of its one open request"
        )
      ],
      examples: [
        .init("iap store abandon req-2", "the purchase is never made")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .abandon(RequestOperand(request: options.required(0)))
  }
}
