import IAPCore

/// `iap store token SUBSCRIPTION UUID`: the server sets the account token (rule C-15).
enum StoreTokenCommand: EventCommand {
  static let words = "store token"
  static var spec: CommandSpec {
    CommandSpec(
      "Set the account token of a subscription",
      operands: [
        OperandSpec(
          "SUBSCRIPTION",
          .subscription,
          help: "its original transaction id, or a product id"
        ),
        OperandSpec("UUID", .uuid, help: "the token, of the last period too"),
      ],
      examples: [
        .init(
          "iap store token pro_monthly 7e3fb204-2cf0-4e0d-8d68-93a2a1b4a2f5",
          "the next renewal carries it"
        )
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .token(TokenEvent(subscription: options.required(0), uuid: options.required(1)))
  }
}
