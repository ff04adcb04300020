package import IAPCore

/// Events without plan or mercy, from a seed.
package struct RandomStories {
  private var generator: SplitMix64
  package static let accounts: [AccountName] = ["default", "a", "b", "c"]
  private let products: [ProductID] = [
    TestShop.coins, TestShop.lifetime, TestShop.pass, TestShop.gold, TestShop.goldYearly,
    TestShop.silver, TestShop.weekly, TestShop.trial, TestShop.max,
  ]

  package init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  package mutating func account() -> AccountName { pick(Self.accounts) }

  /// Any event of the store, often one that is refused.
  package mutating func event() -> Event {
    let product = pick(products)
    let operand = product.rawValue
    switch number(36) {
    case 0...7: return .purchase(purchase(product))
    case 8...12: return .advance(AdvanceEvent(by: CalendarDuration(days: number(45))))
    case 13: return .cancel(SubscriptionOperand(subscription: operand))
    case 14: return .resume(SubscriptionOperand(subscription: operand))
    case 15: return .billingFail(OptionalSubscriptionOperand(subscription: flip() ? nil : operand))
    case 16: return .billingFix(OptionalSubscriptionOperand(subscription: flip() ? nil : operand))
    case 17: return .refund(RefundEvent(id: operand, percentage: flip() ? nil : 50_000))
    case 18: return .refundReverse(TransactionOperand(id: operand))
    case 19: return .requestRefund(RequestRefundEvent(id: operand))
    case 20: return .refundDecline(TransactionOperand(id: operand))
    case 21: return .share(ShareEvent(id: operand, with: [account()]))
    case 22: return .unshare(TransactionOperand(id: operand))
    case 23: return flip() ? .leave(NoOperand()) : .join(JoinEvent(account: account()))
    default: return rareEvent(product)
    }
  }

  private mutating func rareEvent(_ product: ProductID) -> Event {
    let operand = product.rawValue
    switch number(14) {
    case 0: return .price(price(product))
    case 1: return .consent(SubscriptionOperand(subscription: operand))
    case 2: return .dissent(SubscriptionOperand(subscription: operand))
    case 3: return .extend(ExtendEvent(subscription: operand, days: 1 + number(20)))
    case 4: return .renew(SubscriptionOperand(subscription: operand))
    case 5:
      let reason = ExpirationIntent(rawValue: 1 + number(5))
      return .expire(ExpireEvent(subscription: operand, reason: reason))
    case 6: return .redeem(RedeemEvent(code: pick(["WELCOME", "STAY", "STACK", "GOLDIE"])))
    case 7: return .restore(RestoreEvent())
    case 8: return .set(setting())
    case 9: return .approve(RequestOperand(request: operand))
    case 10: return .resolve(RequestOperand(request: operand))
    case 11: return .promote(ProductOperand(id: product))
    case 12: return .buy(purchase(product))
    default:
      return .token(
        TokenEvent(subscription: operand, uuid: "0a1b2c3d-0000-4000-8000-00000000000\(number(9))")
      )
    }
  }

  private mutating func purchase(_ product: ProductID) -> PurchaseEvent {
    var event = PurchaseEvent(id: product)
    if number(6) == 0 { event.quantity = 1 + number(11) }
    if number(5) == 0 { event.offer = pick(["half", "halfyear", "back.best"]) }
    if number(8) == 0 { event.simulate = pick([.cancelled, .pending, .interrupted]) }
    if product == TestShop.max, flip() { event.billingPlan = .monthly }
    return event
  }

  private mutating func price(_ product: ProductID) -> PriceEvent {
    var event = PriceEvent(id: product, amount: Price(milliunits: Int64(500 + number(30) * 990)))
    event.consent = pick([nil, .required, .notice])
    event.preserveExisting = flip()
    return event
  }

  private mutating func setting() -> SetEvent {
    SetEvent(
      pick([
        ["ask-to-buy": "on"], ["ask-to-buy": "off"], ["network": "off"], ["network": "on"],
        ["grace-period": "3d"], ["grace-period": "off"], ["lead": "6h"], ["lead": "0s"],
        ["lag": "3h"], ["lag": "0s"], ["interrupted": "off"], ["storefront": "DEU"],
        ["renewal-limit": "4"], ["renewal-limit": "none"],
      ])
    )
  }

  private mutating func number(_ count: Int) -> Int { Int(generator.next() % UInt64(count)) }
  private mutating func flip() -> Bool { number(2) == 0 }
  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(elements.count)]
  }
}
