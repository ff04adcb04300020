import IAPCore

/// `iap store resolve REQUEST`: the customer settles an interruption (rule A-8).
enum StoreResolveCommand: EventCommand {
  static let words = "store resolve"
  static var spec: CommandSpec {
    CommandSpec(
      "Resolve an interrupted purchase",
      operands: [
        OperandSpec(
          "REQUEST",
          .request,
          help: "the request, or the product of its one open request"
        )
      ],
      examples: [
        .init("iap store resolve pro_monthly", "the purchase is made and reaches the app")
      ],
      statuses: [.refused, .notFound, .cannotTell]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .resolve(RequestOperand(request: options.required(0)))
  }
}
