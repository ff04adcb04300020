extension StoreState {
  /// Lets each event reach the part of the store that knows it.
  mutating func handle(_ event: Event, in context: StoreContext) throws(StoreError) -> EventResult {
    switch event {
    case .purchase(let purchase):
      return .purchase(try self.purchase(purchase, isOutside: false, in: context))
    case .buy(let purchase):
      return .purchase(try buy(purchase, in: context))
    case .restore(let restore): return .restore(try self.restore(restore, in: context))
    case .finish, .override, .downloadsStart, .downloadsPause, .downloadsResume,
      .downloadsCancel, .advance:
      throw .notAStoreEvent(event.verb)
    default:
      try handleCustomer(event, in: context)
      return .done
    }
  }

  /// What customer, parent, bank and family do.
  private mutating func handleCustomer(
    _ event: Event,
    in context: StoreContext
  ) throws(StoreError) {
    switch event {
    case .refuse(let operand): try refuse(operand.intent, in: context)
    case .approve(let operand): try approve(operand.request, in: context)
    case .decline(let operand): try decline(operand.request, in: context)
    case .resolve(let operand): try resolve(operand.request, in: context)
    case .abandon(let operand): try abandon(operand.request, in: context)
    case .cancel(let operand): try cancel(operand.subscription, in: context)
    case .resume(let operand): try resume(operand.subscription, in: context)
    case .consent(let operand): try consent(operand.subscription, in: context)
    case .dissent(let operand): try dissent(operand.subscription, in: context)
    case .billingFail(let operand): try failBilling(operand.subscription, in: context)
    case .billingFix(let operand): try fixBilling(operand.subscription, in: context)
    case .share(let share): try self.share(share, in: context)
    case .unshare(let operand): try unshare(operand.id, in: context)
    case .join(let join): try self.join(join, in: context)
    case .leave: try leave(in: context)
    case .promote(let operand): try promote(operand.id, in: context)
    case .redeem(let redeem): try self.redeem(redeem, in: context)
    case .requestRefund(let request): try requestRefund(request, in: context)
    default: try handleStore(event, in: context)
    }
  }

  /// What Apple and the developer's server do.
  private mutating func handleStore(
    _ event: Event,
    in context: StoreContext
  ) throws(StoreError) {
    switch event {
    case .refund(let refund): try self.refund(refund, in: context)
    case .refundDecline(let operand): try declineRefund(operand.id, in: context)
    case .refundReverse(let operand): try reverseRefund(operand.id, in: context)
    case .consumption(let consumption): try sendConsumption(consumption, in: context)
    case .renew(let operand): try forceRenewal(operand.subscription, in: context)
    case .expire(let expire): try forceExpiry(expire, in: context)
    case .price(let price): try changePrice(price, in: context)
    case .token(let token): try setToken(token, in: context)
    case .extend(let extend): try self.extend(extend, in: context)
    case .product(let change): try changeProduct(change, in: context)
    case .remove(let operand): try removeProduct(operand.id, in: context)
    case .delete(let operand): try delete(operand.id, in: context)
    case .clear: clear(in: context)
    case .set(let set): try self.set(set, in: context)
    case .notifyTest: notifyTest(in: context)
    case .rescindConsent: rescindConsent(in: context)
    case .code(let code): try addCode(code, in: context)
    case .externalToken(let token): try missToken(token, in: context)
    case .load(let load): try self.load(load, in: context)
    // Created when the accounts were prepared.
    case .accountAdd: break
    default: throw .notAStoreEvent(event.verb)
    }
  }
}
