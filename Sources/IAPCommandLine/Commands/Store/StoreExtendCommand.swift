import IAPCore

/// `iap store extend SUBSCRIPTION DAYS`, `iap store extend --all ID DAYS` (rule R-9).
enum StoreExtendCommand: EventCommand {
  static let words = "store extend"
  static var spec: CommandSpec {
    CommandSpec(
      "Move the renewal date of one or of all subscribers",
      operands: [
        OperandSpec("SUBSCRIPTION", .subscription, help: "or with --all a product id"),
        OperandSpec("DAYS", .integer(1...90), help: "how far"),
      ],
      options: [
        OptionSpec("all", help: "every subscriber of the product"),
        OptionSpec(
          "reason-code",
          value: "N",
          .integer(0...3),
          help: "0 undeclared, 1 satisfaction, 2 other, 3 outage"
        ),
        OptionSpec(
          "request-id",
          value: "TEXT",
          help: "up to 128 characters; without: the store makes one"
        ),
        OptionSpec(
          "storefront",
          value: "C",
          count: .many,
          help: "with --all: only subscribers of this country"
        ),
      ],
      details: [
        "The period comes to the app again, finished or not, under its id and with the later end. A customer gets two extensions within 365 days, whatever they are of, and none while a free offer runs."
      ],
      examples: [
        .init("iap store extend pro_monthly 14", "two free weeks for one customer"),
        .init("iap store extend --all pro_monthly 3", "three for every subscriber"),
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    guard case .integer(let days)? = options.operands.last else {
      preconditionFailure("the parser has read the days")
    }
    var extend = ExtendEvent(subscription: options.required(0), days: Int(days))
    extend.all = options.has("all") ? true : nil
    extend.reasonCode = options.integer("reason-code")
    extend.requestIdentifier = options.text("request-id")
    extend.storefronts = options.has("storefront") ? options.texts("storefront") : nil
    return .extend(extend)
  }
}
