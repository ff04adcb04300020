import IAPCore

/// `iap store decline REQUEST`: the parent says no (rule A-3).
enum StoreDeclineCommand: EventCommand {
  static let words = "store decline"
  static var spec: CommandSpec {
    CommandSpec(
      "Decline an Ask to Buy request",
      operands: [
        OperandSpec(
          "REQUEST",
          .request,
          help: "the request, or the product of its one open request"
        )
      ],
      examples: [
        .init("iap store decline req-1", "nothing reaches the app")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .decline(RequestOperand(request: options.required(0)))
  }
}
