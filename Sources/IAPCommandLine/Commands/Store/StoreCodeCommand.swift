import IAPCore

/// `iap store code ID CODE`: App Store Connect, offer codes of one-time products (rule N-5).
enum StoreCodeCommand: EventCommand {
  static let words = "store code"
  static var spec: CommandSpec {
    CommandSpec(
      "Make an offer code for a one-time product",
      operands: [
        OperandSpec("ID", .product, help: "the product"),
        OperandSpec("CODE", .text, help: "the reference name of the code"),
      ],
      options: [
        OptionSpec("price", value: "AMOUNT", .amount, help: "what it costs then; without: nothing"),
        OptionSpec(
          "for",
          value: "WHO",
          .word(OfferEligibility.allCases.map(\.rawValue)),
          count: .many,
          help: "new, existing (bought it in the last 30 days) or expired; without: all"
        ),
      ],
      details: [
        "Codes of subscriptions stand in the catalogue; its file has no place for these. Acts on all accounts."
      ],
      examples: [
        .init("iap store code lifetime LAUNCH --price 19.99 --for new", "for who never bought it"),
        .init("iap store redeem LAUNCH", "the transaction reaches the app with offerType 3"),
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    var event = CodeEvent(
      id: ProductID(options.required(0)),
      code: OfferID(options.required(1))
    )
    event.price = options.amount("price")
    let chosen = options.texts("for").compactMap(OfferEligibility.init(rawValue:))
    event.eligibility = chosen.isEmpty ? nil : chosen
    return .code(event)
  }
}
