import IAPCore

/// `iap store price ID AMOUNT`: the developer changes a price (rules B-20 to B-25).
enum StorePriceCommand: EventCommand {
  static let words = "store price"
  static var spec: CommandSpec {
    CommandSpec(
      "Change the price of a product",
      operands: [
        OperandSpec("ID", .product, help: "the product"),
        OperandSpec("AMOUNT", .amount, help: "the new price in the storefront's currency: 12.99"),
      ],
      options: [
        OptionSpec(
          "consent",
          value: "KIND",
          .word(PriceEvent.Consent.allCases.map(\.rawValue)),
          help: "required or notice; without: as Apple's limits decide"
        ),
        OptionSpec("preserve-existing", help: "present subscribers keep their price"),
      ],
      details: [
        "Acts on all accounts. The currency of the account's storefront must have coins for AMOUNT: 9.999 USD and 147.99 JPY are refused.",
        "Of a product with billing plans it is what is billed up front; the monthly charges keep their price. Who had cancelled, or chose another plan, hears of a higher price when he resumes or comes back.",
      ],
      examples: [
        .init(
          "iap store price pro_monthly 12.99 --consent required",
          "subscribers are asked before they pay more"
        ),
        .init(
          "iap store price pro_monthly 12.99 --preserve-existing",
          "subscribers keep their price"
        ),
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    guard case .amount(let amount)? = options.operands.last else {
      preconditionFailure("the parser has read the amount")
    }
    var price = PriceEvent(id: ProductID(options.required(0)), amount: amount)
    price.consent = options.word("consent", as: PriceEvent.Consent.self)
    price.preserveExisting = options.has("preserve-existing") ? true : nil
    return .price(price)
  }
}
