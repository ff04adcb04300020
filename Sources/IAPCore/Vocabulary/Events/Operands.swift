/// An event that names nothing besides its account.
package struct NoOperand: Equatable, Sendable, Codable {
  private enum CodingKeys: CodingKey {}

  package init() {}
  package init(from decoder: any Decoder) throws {
    _ = try decoder.container(keyedBy: CodingKeys.self)
  }
  package func encode(to encoder: any Encoder) throws {
    _ = encoder.container(keyedBy: CodingKeys.self)
  }
}

/// Names a transaction: an exact id, or a product id that stands for one of its transactions.
package struct TransactionOperand: Equatable, Sendable, Codable {
  package var id: String

  package init(id: String) { self.id = id }
}

/// Names a product, exactly.
package struct ProductOperand: Equatable, Sendable, Codable {
  package var id: ProductID

  package init(id: ProductID) { self.id = id }
}

/// Names a pending request: its id, or the product of its one open request.
package struct RequestOperand: Equatable, Sendable, Codable {
  package var request: String

  package init(request: String) { self.request = request }
}

/// Names a purchase intent: its id, or the product of its one open intent.
package struct IntentOperand: Equatable, Sendable, Codable {
  package var intent: String

  package init(intent: String) { self.intent = intent }
}

/// Names a subscription: an original transaction id, or a product whose chain it is.
package struct SubscriptionOperand: Equatable, Sendable, Codable {
  package var subscription: String

  package init(subscription: String) { self.subscription = subscription }
}

/// Names one subscription, or with `nil` everything the account pays for.
package struct OptionalSubscriptionOperand: Equatable, Sendable, Codable {
  package var subscription: String?

  package init(subscription: String? = nil) { self.subscription = subscription }
}
