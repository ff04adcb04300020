/// `iap products [ID...]`: the catalogue.
enum ProductsCommand: Command {
  static let words = "products"
  static var spec: CommandSpec {
    CommandSpec(
      "List what is for sale",
      operands: [
        OperandSpec("ID", .product, .any, help: "only these products")
      ],
      options: [
        OptionSpec("storefront", value: "C", help: "prices of this App Store: USA, JPN"),
        OptionSpec("locale", value: "L", help: "texts and price format: en_US, ja_JP"),
        OptionSpec(
          "eligibility",
          help: "which offers this account would get, and what it would pay now"
        ),
      ],
      details: [
        "Ids that are not in the catalogue are listed as invalid, exit status 6."
      ],
      examples: [
        .init("iap products", "the whole catalogue"),
        .init("iap products pro_monthly --eligibility", "one product and its offers"),
      ],
      statuses: [.notFound, .cannotTell]
    )
  }
}
