import IAPCore

/// `iap store promote ID`: the customer taps a promoted purchase in the App Store.
enum StorePromoteCommand: EventCommand {
  static let words = "store promote"
  static var spec: CommandSpec {
    CommandSpec(
      "Start a promoted purchase that waits for the app",
      operands: [
        OperandSpec("ID", .product, help: "the product")
      ],
      examples: [
        .init("iap store promote lifetime", "continue with: iap purchase lifetime --intent ID")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .promote(ProductOperand(id: ProductID(options.required(0))))
  }
}
