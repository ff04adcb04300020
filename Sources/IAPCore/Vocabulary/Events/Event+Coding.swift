extension Event: Codable {
  /// The word this event is written with.
  package var verb: EventVerb {
    switch self {
    case .purchase: .purchase
    case .restore: .restore
    case .finish: .finish
    case .refuse: .refuse
    case .requestRefund: .requestRefund
    case .downloadsStart: .downloadsStart
    case .downloadsPause: .downloadsPause
    case .downloadsResume: .downloadsResume
    case .downloadsCancel: .downloadsCancel
    case .override: .override
    case .approve: .approve
    case .decline: .decline
    case .resolve: .resolve
    case .abandon: .abandon
    case .refund: .refund
    case .refundDecline: .refundDecline
    case .refundReverse: .refundReverse
    case .consumption: .consumption
    case .cancel: .cancel
    case .resume: .resume
    case .renew: .renew
    case .expire: .expire
    case .advance: .advance
    case .billingFail: .billingFail
    case .billingFix: .billingFix
    case .price: .price
    case .consent: .consent
    case .dissent: .dissent
    case .share: .share
    case .unshare: .unshare
    case .join: .join
    case .leave: .leave
    case .buy: .buy
    case .promote: .promote
    case .code: .code
    case .redeem: .redeem
    case .token: .token
    case .extend: .extend
    case .product: .product
    case .remove: .remove
    case .delete: .delete
    case .clear: .clear
    case .set: .set
    case .accountAdd: .accountAdd
    case .notifyTest: .notifyTest
    case .rescindConsent: .rescindConsent
    case .externalToken: .externalToken
    case .load: .load
    }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: EventVerb.self)
    guard container.allKeys.count == 1, let verb = container.allKeys.first else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "expected exactly one event, found \(container.allKeys.count)"
        )
      )
    }
    self = try Event(verb, from: container)
  }

  private init(
    _ verb: EventVerb,
    from container: KeyedDecodingContainer<EventVerb>
  ) throws {
    switch verb {
    case .purchase: self = .purchase(try container.decode(PurchaseEvent.self, forKey: verb))
    case .restore: self = .restore(try container.decode(RestoreEvent.self, forKey: verb))
    case .finish: self = .finish(try container.decode(FinishEvent.self, forKey: verb))
    case .refuse: self = .refuse(try container.decode(IntentOperand.self, forKey: verb))
    case .requestRefund:
      self = .requestRefund(try container.decode(RequestRefundEvent.self, forKey: verb))
    case .downloadsStart:
      self = .downloadsStart(try container.decode(TransactionOperand.self, forKey: verb))
    case .downloadsPause:
      self = .downloadsPause(try container.decode(TransactionOperand.self, forKey: verb))
    case .downloadsResume:
      self = .downloadsResume(try container.decode(TransactionOperand.self, forKey: verb))
    case .downloadsCancel:
      self = .downloadsCancel(try container.decode(TransactionOperand.self, forKey: verb))
    case .override: self = .override(try container.decode(OverrideEvent.self, forKey: verb))
    case .approve: self = .approve(try container.decode(RequestOperand.self, forKey: verb))
    case .decline: self = .decline(try container.decode(RequestOperand.self, forKey: verb))
    case .resolve: self = .resolve(try container.decode(RequestOperand.self, forKey: verb))
    case .abandon: self = .abandon(try container.decode(RequestOperand.self, forKey: verb))
    case .refund: self = .refund(try container.decode(RefundEvent.self, forKey: verb))
    case .refundDecline:
      self = .refundDecline(try container.decode(TransactionOperand.self, forKey: verb))
    case .refundReverse:
      self = .refundReverse(try container.decode(TransactionOperand.self, forKey: verb))
    case .consumption:
      self = .consumption(try container.decode(ConsumptionEvent.self, forKey: verb))
    case .cancel: self = .cancel(try container.decode(SubscriptionOperand.self, forKey: verb))
    case .resume: self = .resume(try container.decode(SubscriptionOperand.self, forKey: verb))
    case .renew: self = .renew(try container.decode(SubscriptionOperand.self, forKey: verb))
    case .expire: self = .expire(try container.decode(ExpireEvent.self, forKey: verb))
    case .advance: self = .advance(try container.decode(AdvanceEvent.self, forKey: verb))
    case .billingFail:
      self = .billingFail(try container.decode(OptionalSubscriptionOperand.self, forKey: verb))
    case .billingFix:
      self = .billingFix(try container.decode(OptionalSubscriptionOperand.self, forKey: verb))
    case .price: self = .price(try container.decode(PriceEvent.self, forKey: verb))
    case .consent: self = .consent(try container.decode(SubscriptionOperand.self, forKey: verb))
    case .dissent: self = .dissent(try container.decode(SubscriptionOperand.self, forKey: verb))
    case .share: self = .share(try container.decode(ShareEvent.self, forKey: verb))
    case .unshare: self = .unshare(try container.decode(TransactionOperand.self, forKey: verb))
    case .join: self = .join(try container.decode(JoinEvent.self, forKey: verb))
    case .leave: self = .leave(try container.decode(NoOperand.self, forKey: verb))
    case .buy: self = .buy(try container.decode(PurchaseEvent.self, forKey: verb))
    case .promote: self = .promote(try container.decode(ProductOperand.self, forKey: verb))
    case .code: self = .code(try container.decode(CodeEvent.self, forKey: verb))
    case .redeem: self = .redeem(try container.decode(RedeemEvent.self, forKey: verb))
    case .token: self = .token(try container.decode(TokenEvent.self, forKey: verb))
    case .extend: self = .extend(try container.decode(ExtendEvent.self, forKey: verb))
    case .product: self = .product(try container.decode(ProductChangeEvent.self, forKey: verb))
    case .remove: self = .remove(try container.decode(ProductOperand.self, forKey: verb))
    case .delete: self = .delete(try container.decode(TransactionOperand.self, forKey: verb))
    case .clear: self = .clear(try container.decode(NoOperand.self, forKey: verb))
    case .set: self = .set(try container.decode(SetEvent.self, forKey: verb))
    case .accountAdd: self = .accountAdd(try container.decode(AccountAddEvent.self, forKey: verb))
    case .notifyTest: self = .notifyTest(try container.decode(NoOperand.self, forKey: verb))
    case .rescindConsent: self = .rescindConsent(try container.decode(NoOperand.self, forKey: verb))
    case .externalToken:
      self = .externalToken(try container.decode(ExternalTokenEvent.self, forKey: verb))
    case .load: self = .load(try container.decode(LoadEvent.self, forKey: verb))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: EventVerb.self)
    try container.encode(operand, forKey: verb)
  }

  /// What the event says besides its word.
  private var operand: any Encodable & Sendable {
    switch self {
    case .purchase(let operand): operand
    case .restore(let operand): operand
    case .finish(let operand): operand
    case .refuse(let operand): operand
    case .requestRefund(let operand): operand
    case .downloadsStart(let operand): operand
    case .downloadsPause(let operand): operand
    case .downloadsResume(let operand): operand
    case .downloadsCancel(let operand): operand
    case .override(let operand): operand
    case .approve(let operand): operand
    case .decline(let operand): operand
    case .resolve(let operand): operand
    case .abandon(let operand): operand
    case .refund(let operand): operand
    case .refundDecline(let operand): operand
    case .refundReverse(let operand): operand
    case .consumption(let operand): operand
    case .cancel(let operand): operand
    case .resume(let operand): operand
    case .renew(let operand): operand
    case .expire(let operand): operand
    case .advance(let operand): operand
    case .billingFail(let operand): operand
    case .billingFix(let operand): operand
    case .price(let operand): operand
    case .consent(let operand): operand
    case .dissent(let operand): operand
    case .share(let operand): operand
    case .unshare(let operand): operand
    case .join(let operand): operand
    case .leave(let operand): operand
    case .buy(let operand): operand
    case .promote(let operand): operand
    case .code(let operand): operand
    case .redeem(let operand): operand
    case .token(let operand): operand
    case .extend(let operand): operand
    case .product(let operand): operand
    case .remove(let operand): operand
    case .delete(let operand): operand
    case .clear(let operand): operand
    case .set(let operand): operand
    case .accountAdd(let operand): operand
    case .notifyTest(let operand): operand
    case .rescindConsent(let operand): operand
    case .externalToken(let operand): operand
    case .load(let operand): operand
    }
  }
}
