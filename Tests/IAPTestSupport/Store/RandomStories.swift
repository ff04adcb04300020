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

  /// What the store itself takes: the app's own keeping never reaches it.
  package static let verbs = EventVerb.allCases.filter { verb in
    ![
      .finish, .override, .downloadsStart, .downloadsPause, .downloadsResume, .downloadsCancel,
    ].contains(verb)
  }

  /// Any event of the store, often one that is refused.
  package mutating func event() -> Event {
    let product = pick(products)
    let operand = product.rawValue
    switch number(38) {
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
    case 24, 25: return requestEvent(product)
    default: return rareEvent(product)
    }
  }

  /// An event that answers something open in the account, half of the time; else any event.
  ///
  /// Without it hardly a story would have a request approved or a refund taken back.
  package mutating func event(for account: AccountState?) -> Event {
    guard flip(), let account else { return event() }
    let answers =
      requestAnswers(account) + refundAnswers(account) + priceAnswers(account)
      + sharingAnswers(account) + renewalAnswers(account) + planAnswers(account)
    return answers.isEmpty ? event() : pick(answers)
  }

  private func requestAnswers(_ account: AccountState) -> [Event] {
    account.requests.flatMap { request -> [Event] in
      let operand = RequestOperand(request: request.id.rawValue)
      return request.kind == .askToBuy
        ? [.approve(operand), .decline(operand)] : [.resolve(operand), .abandon(operand)]
    } + account.intents.map { .refuse(IntentOperand(intent: $0.id.rawValue)) }
  }

  private mutating func refundAnswers(_ account: AccountState) -> [Event] {
    var found: [Event] = []
    for request in account.refundRequests where request.answer == .pending {
      let id = request.transactionID.rawValue
      found += [.consumption(consumption(id)), .refundDecline(TransactionOperand(id: id))]
    }
    let live =
      account.owned.map(\.transaction) + account.subscriptions.map(\.latest)
      + account.subscriptions.compactMap { $0.withdrawn?.transaction }
    return found
      + live.filter { $0.revocationDate != nil }
      .map { .refundReverse(TransactionOperand(id: $0.id.rawValue)) }
  }

  private func sharingAnswers(_ account: AccountState) -> [Event] {
    let shared =
      account.owned.filter { !$0.sharedWith.isEmpty }.map(\.transaction.id)
      + account.subscriptions.filter { !$0.sharedWith.isEmpty }.map(\.latest.id)
    return shared.map { .unshare(TransactionOperand(id: $0.rawValue)) }
  }

  /// Up to where a renewal with lead was just made, and what concerns its two periods.
  private func renewalAnswers(_ account: AccountState) -> [Event] {
    account.subscriptions.filter(\.isOwn).flatMap { subscription -> [Event] in
      guard let running = subscription.running?.transaction else {
        guard subscription.isLive else { return [] }
        let soon = subscription.expiresDate.adding(milliseconds: -Instant.hour / 2)
        return [.advance(AdvanceEvent(to: soon))]
      }
      let operand = SubscriptionOperand(subscription: subscription.originalID.rawValue)
      return [
        .refund(RefundEvent(id: running.id.rawValue)),
        .refund(RefundEvent(id: subscription.latest.id.rawValue)),
        .refundReverse(TransactionOperand(id: running.id.rawValue)),
        .renew(operand), .expire(ExpireEvent(subscription: operand.subscription)),
        .delete(TransactionOperand(id: subscription.latest.id.rawValue)),
      ]
    }
  }

  /// Who chose another plan comes back to the one that runs, and who cancelled goes on.
  private func planAnswers(_ account: AccountState) -> [Event] {
    account.subscriptions.filter { $0.isOwn && $0.isLive }.flatMap { subscription -> [Event] in
      let isLeaving = subscription.next.plan.productID != subscription.plan.productID
      let id = subscription.originalID.rawValue
      return (isLeaving ? [.purchase(PurchaseEvent(id: subscription.plan.productID))] : [])
        + (subscription.autoRenews ? [] : [.resume(SubscriptionOperand(subscription: id))])
    }
  }

  private func priceAnswers(_ account: AccountState) -> [Event] {
    account.subscriptions.filter { $0.priceIncrease?.status == .pending }.flatMap {
      let operand = SubscriptionOperand(subscription: $0.originalID.rawValue)
      return [Event.consent(operand), .dissent(operand)]
    }
  }

  /// What somebody answers, and what the server does.
  private mutating func requestEvent(_ product: ProductID) -> Event {
    let operand = product.rawValue
    switch number(7) {
    case 0: return .approve(RequestOperand(request: operand))
    case 1: return .decline(RequestOperand(request: operand))
    case 2: return .resolve(RequestOperand(request: operand))
    case 3: return .abandon(RequestOperand(request: operand))
    case 4: return flip() ? .promote(ProductOperand(id: product)) : .refuse(intent())
    case 5: return .consumption(consumption(operand))
    default: return flip() ? .code(code(product)) : .redeem(RedeemEvent(code: "ONCE"))
    }
  }

  private mutating func rareEvent(_ product: ProductID) -> Event {
    let operand = product.rawValue
    switch number(15) {
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
    case 9, 10, 11: return connectEvent(product)
    case 12, 13: return .buy(purchase(product))
    default:
      return .token(
        TokenEvent(subscription: operand, uuid: "0a1b2c3d-0000-4000-8000-00000000000\(number(9))")
      )
    }
  }

  /// App Store Connect, Xcode's transaction manager, and the rarest things.
  private mutating func connectEvent(_ product: ProductID) -> Event {
    switch number(12) {
    case 0, 1: return .delete(TransactionOperand(id: product.rawValue))
    case 2: return flip() ? .clear(NoOperand()) : .notifyTest(NoOperand())
    case 3: return .rescindConsent(NoOperand())
    case 4: return .externalToken(ExternalTokenEvent())
    case 5: return .accountAdd(AccountAddEvent(name: account()))
    case 6: return .load(LoadEvent(catalog: "the same", entitlements: nil))
    case 7: return number(4) == 0 ? .remove(ProductOperand(id: product)) : .set(setting())
    default:
      let (key, value) = pick([
        ("for-sale", "true"), ("for-sale", "true"), ("for-sale", "false"), ("group-level", "1"),
        ("group-level", "2"), ("family-shareable", "true"), ("win-back-eligible", "false"),
        ("win-back-paid-months", "2"), ("win-back-lapsed-months", "any"),
      ])
      return .product(ProductChangeEvent(id: product, key: key, value: value))
    }
  }

  private mutating func intent() -> IntentOperand {
    IntentOperand(intent: "intent-\(1 + number(3))")
  }

  private mutating func consumption(_ id: String) -> ConsumptionEvent {
    var event = ConsumptionEvent(id: id, customerConsented: number(5) > 0)
    event.refundPreference = pick([nil, .decline, .grantFull, .grantProrated])
    if flip() { event.consumptionPercentage = number(100_001) }
    return event
  }

  private mutating func code(_ product: ProductID) -> CodeEvent {
    var event = CodeEvent(id: product, code: "ONCE")
    event.price = Price(milliunits: Int64(number(2)) * 500)
    return event
  }

  private mutating func purchase(_ product: ProductID) -> PurchaseEvent {
    var event = PurchaseEvent(id: product)
    if number(6) == 0 { event.quantity = 1 + number(11) }
    if number(5) == 0 { event.offer = pick(["half", "halfyear", "back.best"]) }
    if number(8) == 0 { event.simulate = pick([.cancelled, .pending, .interrupted]) }
    if number(4) == 0 {
      event.appAccountToken = "0a1b2c3d-0000-4000-8000-00000000000\(number(9))"
    }
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
        ["lead": "1h"], ["lead": "24h"], ["lag": "3h"], ["lag": "0s"], ["interrupted": "off"],
        ["storefront": "DEU"], ["storefront": "USA"],
        ["renewal-limit": "4"], ["renewal-limit": "none"], ["interrupted": "on"],
        ["refund-decision": "preference"], ["strict-consumption-window": "on"],
      ])
    )
  }

  private mutating func number(_ count: Int) -> Int { Int(generator.next() % UInt64(count)) }
  private mutating func flip() -> Bool { number(2) == 0 }
  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(elements.count)]
  }
}
