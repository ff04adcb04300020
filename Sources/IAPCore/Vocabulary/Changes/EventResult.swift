/// What the one who caused an event is told, besides the changes.
package enum EventResult: Equatable, Sendable {
  /// The event has no answer of its own.
  case done
  case purchase(PurchaseResult)
  case restore(RestoreResult)
}

/// The answer to a purchase (design section 4, `purchase`).
package struct PurchaseResult: Equatable, Sendable {
  package enum Word: String, Sendable, CaseIterable {
    case purchased
    case planChangeScheduled
    /// The plan stays, and an offer for it begins with the next charge (rule O-7).
    case offerScheduled
    /// The change of plan that waited is taken back (rule S-34).
    case planChangeCancelled
    case renewalEnabled
    case alreadyOwned
    case pending
    case interrupted
    case userCancelled
    case failed
    case unverified
  }

  package var result: Word
  /// Why it failed: a StoreKit error's name or a code of the store.
  package var code: String?
  /// What is still to be decided, by whom.
  package var requestID: RequestID?
  /// True: joined to a request that waits already (rule A-5).
  package var isMerged: Bool
  /// The new transaction, or the existing one; `nil` while pending and after failure.
  package var transaction: Transaction?

  package init(
    _ result: Word,
    code: String? = nil,
    requestID: RequestID? = nil,
    isMerged: Bool = false,
    transaction: Transaction? = nil
  ) {
    self.result = result
    self.code = code
    self.requestID = requestID
    self.isMerged = isMerged
    self.transaction = transaction
  }
}

/// The answer to restoring: SwiftyStoreKit's restored and failed; both empty is "nothing".
package struct RestoreResult: Equatable, Sendable {
  /// In the order of purchase, newest last (case A14).
  package var restored: [Transaction]
  package var failed: [RestoreFailure]

  package init(restored: [Transaction], failed: [RestoreFailure] = []) {
    self.restored = restored
    self.failed = failed
  }
}

/// One item that could not be restored.
package struct RestoreFailure: Equatable, Sendable {
  package var productID: ProductID
  package var code: String

  package init(productID: ProductID, code: String) {
    self.productID = productID
    self.code = code
  }
}
