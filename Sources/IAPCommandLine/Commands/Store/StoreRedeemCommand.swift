import IAPCore

/// `iap store redeem CODE`: an offer code is redeemed outside the app (rule O-8).
enum StoreRedeemCommand: EventCommand {
  static let words = "store redeem"
  static var spec: CommandSpec {
    CommandSpec(
      "Redeem an offer code",
      operands: [
        OperandSpec("CODE", .text, help: "the reference name of the code")
      ],
      options: [
        OptionSpec("product", value: "ID", .product, help: "where several products have the code")
      ],
      details: [
        "Refused are a code that the customer may not have, one for a one-time product that is owned, and one for a plan that could only wait for the renewal: of a lower level, or of another duration on the same level."
      ],
      examples: [
        .init("iap store redeem SUMMER", "the subscription starts or goes on with the offer")
      ],
      statuses: [.refused, .notFound, .cannotTell]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .redeem(
      RedeemEvent(
        code: OfferID(options.required(0)),
        id: options.text("product").map { ProductID($0) }
      )
    )
  }
}
