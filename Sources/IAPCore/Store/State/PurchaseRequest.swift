/// A purchase that waits for a parent (rules A-1...A-6) or for the customer (rules ).
package struct PurchaseRequest: Equatable, Sendable, Codable {
  package enum Kind: String, Codable, Sendable {
    case askToBuy
    case interrupted
  }

  package var id: RequestID
  package var kind: Kind
  package var purchase: PurchaseEvent
  /// Asked for, or asked again (rule A-5).
  package var requestDate: Instant
  /// From this moment on nobody can approve it any more (rule A-6); `nil`: it does not run out.
  package var expiresDate: Instant?

  package init(
    id: RequestID,
    kind: Kind,
    purchase: PurchaseEvent,
    requestDate: Instant,
    expiresDate: Instant?
  ) {
    self.id = id
    self.kind = kind
    self.purchase = purchase
    self.requestDate = requestDate
    self.expiresDate = expiresDate
  }
}

/// How a request ended that nothing came of (rules ): the app is never told.
package struct EndedRequest: Equatable, Sendable, Codable {
  package enum Outcome: String, Codable, Sendable, CaseIterable {
    case declined
    case expired
    case abandoned
  }

  package var id: RequestID
  package var productID: ProductID
  package var outcome: Outcome
  package var date: Instant

  package enum CodingKeys: String, CodingKey {
    case id
    case productID = "productId"
    case outcome
    case date
  }

  package init(id: RequestID, productID: ProductID, outcome: Outcome, date: Instant) {
    self.id = id
    self.productID = productID
    self.outcome = outcome
    self.date = date
  }
}

/// A purchase that was started in the store and waits for the app.
package struct PurchaseIntent: Equatable, Sendable, Codable {
  package var id: IntentID
  package var productID: ProductID
  package var date: Instant

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case id
    case productID = "productId"
    case date
  }

  package init(id: IntentID, productID: ProductID, date: Instant) {
    self.id = id
    self.productID = productID
    self.date = date
  }
}

/// A refund that was asked for and not granted (rules ).
package struct RefundRequest: Equatable, Sendable, Codable {
  package enum Answer: String, Codable, Sendable {
    case pending
    case declined
  }

  package var transactionID: TransactionID
  package var answer: Answer
  /// One of `consumptionRequestReason`'s words.
  package var reason: String
  /// When it was asked for.
  package var requestDate: Instant
  /// What the developer said about the consumption; `nil`: nothing yet (rule N-78).
  package var consumption: ConsumptionEvent?

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case transactionID = "transactionId"
    case answer
    case reason
    case requestDate
    case consumption
  }

  package init(
    transactionID: TransactionID,
    answer: Answer,
    reason: String,
    requestDate: Instant
  ) {
    self.transactionID = transactionID
    self.answer = answer
    self.reason = reason
    self.requestDate = requestDate
  }
}

/// An offer code that this customer redeemed.
package struct RedeemedCode: Equatable, Sendable, Codable {
  package var productID: ProductID
  package var code: OfferID

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case productID = "productId"
    case code
  }

  package init(productID: ProductID, code: OfferID) {
    self.productID = productID
    self.code = code
  }
}

/// The nonce of a signed promotional offer that was tried.
package struct UsedNonce: Equatable, Sendable, Codable {
  /// In lower case.
  package var nonce: String
  /// When the signature that carried it became too old.
  package var expiresDate: Instant

  package init(nonce: String, expiresDate: Instant) {
    self.nonce = nonce
    self.expiresDate = expiresDate
  }
}
