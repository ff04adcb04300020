/// What somebody who relies on an answer should know besides it.
package enum EntitlementWarning: Hashable, Sendable {
  /// Asked for by name, or in the map: a consumable gives no lasting access (rule P-2).
  case consumable(ProductID)
  /// A non-renewing subscription without a duration in the map (case H07).
  case noDuration(ProductID)
  /// The same, where nobody told how long it lasts: taken for a purchase without an end.
  case noDurationAsked(ProductID)
  /// The data has another type of product than the question is for.
  case otherType(ProductID, ProductType)
  /// The data is older by more than a day than the time that was asked for (case K03).
  case oldData(from: Instant, asOf: Instant)
  /// The data names no type; the purchase is taken for one that lasts.
  case typeUnknown(ProductID)
  /// A period of a subscription that does not say when it ends counts for nothing (case I08).
  case missingExpiry(TransactionID, ProductID)
  /// A period that ends when it starts (case I10).
  case zeroLengthPeriod(TransactionID, ProductID)
  /// The purchase lies after the time of the answer.
  case purchasedLater(TransactionID, ProductID, Instant)
  /// The payment failed; access lasts to the end of the grace period (case C01).
  case billingProblem(ProductID, graceEnd: Instant)
  /// Copies of one transaction say different things; the later list was believed (case A10).
  case conflictingCopies(TransactionID)
  /// How many transactions stand in more than one list, each counted once (case A10).
  case recordsInSeveralLists(Int)
  /// The clock was behind what is known already; the known time was used (case K01).
  case clockWentBack(milliseconds: Int64, trusted: Instant)
  /// The time asked for lies after the store's clock: answered from what is known now.
  case afterStoreClock(Instant)
  /// The store could not be reached; what is known is from then (case K05).
  case offline(since: Instant)
  /// The map names a product that neither the catalogue nor any transaction knows.
  case unknownProductInMap(ProductID, entitlement: String)
  /// Nothing knows the name that was asked for; it was taken for a product that was never bought.
  ///
  /// `near`: names that may have been meant.
  case takenForProduct(ProductID, near: [String])
}
