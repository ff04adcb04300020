import IAPCore

/// `iap store remove ID`: a product leaves the App Store (rule P-7).
enum StoreRemoveCommand: EventCommand {
  static let words = "store remove"
  static var spec: CommandSpec {
    CommandSpec(
      "Remove a product from sale",
      operands: [
        OperandSpec("ID", .product, help: "the product")
      ],
      details: [
        "Acts on all accounts."
      ],
      examples: [
        .init("iap store remove pro_monthly", "subscribers keep it until their period ends")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .remove(ProductOperand(id: ProductID(options.required(0))))
  }
}
