/// One thing that somebody does: the app, the customer, the parent, the bank, Apple or the clock.
///
/// The same type and the same JSON serve a command, a step of a scenario and a line of the journal:
/// an object with the command's words in camelCase as its only name, `{"decline":{"request":"req-1"}}`.
package enum Event: Equatable, Sendable {
  // The app's side.
  case purchase(PurchaseEvent)
  case restore(RestoreEvent)
  case finish(FinishEvent)
  case refuse(IntentOperand)
  case requestRefund(RequestRefundEvent)
  case downloadsStart(TransactionOperand)
  case downloadsPause(TransactionOperand)
  case downloadsResume(TransactionOperand)
  case downloadsCancel(TransactionOperand)
  case override(OverrideEvent)

  // Outside the app.
  case approve(RequestOperand)
  case decline(RequestOperand)
  case resolve(RequestOperand)
  case abandon(RequestOperand)
  case refund(RefundEvent)
  case refundDecline(TransactionOperand)
  case refundReverse(TransactionOperand)
  case consumption(ConsumptionEvent)
  case cancel(SubscriptionOperand)
  case resume(SubscriptionOperand)
  case renew(SubscriptionOperand)
  case expire(ExpireEvent)
  case advance(AdvanceEvent)
  case billingFail(OptionalSubscriptionOperand)
  case billingFix(OptionalSubscriptionOperand)
  case price(PriceEvent)
  case consent(SubscriptionOperand)
  case dissent(SubscriptionOperand)
  case share(ShareEvent)
  case unshare(TransactionOperand)
  case join(JoinEvent)
  case leave(NoOperand)
  case buy(PurchaseEvent)
  case promote(ProductOperand)
  case code(CodeEvent)
  case redeem(RedeemEvent)
  case token(TokenEvent)
  case extend(ExtendEvent)
  case product(ProductChangeEvent)
  case remove(ProductOperand)
  case delete(TransactionOperand)
  case clear(NoOperand)
  case set(SetEvent)
  case accountAdd(AccountAddEvent)
  case notifyTest(NoOperand)
  case rescindConsent(NoOperand)
  case externalToken(ExternalTokenEvent)

  // The store's own keeping.
  case load(LoadEvent)
}

/// The word of an event, in the order of `Event`'s cases.
package enum EventVerb: String, CodingKey, CaseIterable, Sendable {
  case purchase
  case restore
  case finish
  case refuse
  case requestRefund
  case downloadsStart
  case downloadsPause
  case downloadsResume
  case downloadsCancel
  case override
  case approve
  case decline
  case resolve
  case abandon
  case refund
  case refundDecline
  case refundReverse
  case consumption
  case cancel
  case resume
  case renew
  case expire
  case advance
  case billingFail
  case billingFix
  case price
  case consent
  case dissent
  case share
  case unshare
  case join
  case leave
  case buy
  case promote
  case code
  case redeem
  case token
  case extend
  case product
  case remove
  case delete
  case clear
  case set
  case accountAdd
  case notifyTest
  case rescindConsent
  case externalToken
  case load
}
