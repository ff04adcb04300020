import IAPCore

/// `iap store product ID KEY VALUE`: App Store Connect.
enum StoreProductCommand: EventCommand {
  static let words = "store product"

  static var spec: CommandSpec {
    CommandSpec(
      "Change a property of a product",
      operands: [
        OperandSpec("ID", .product, help: "the product"),
        OperandSpec("KEY", .word(ProductKey.allCases.map(\.rawValue)), help: "the property"),
        OperandSpec("VALUE", .text, help: "on or off, a number, or for months also any"),
      ],
      details: [
        "A win-back offer may ask for months that were paid for (win-back-paid-months), months since the subscription ended (win-back-lapsed-months) and months since the last win-back (win-back-wait-months). Acts on all accounts."
      ],
      examples: [
        .init("iap store product pro_monthly for-sale off", "nobody can buy it any more"),
        .init(
          "iap store product pro_yearly group-level 1",
          "it becomes the highest service of its group"
        ),
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .product(
      ProductChangeEvent(
        id: ProductID(options.required(0)),
        key: options.required(1),
        value: options.required(2)
      )
    )
  }
}
