/// What surrounds one event while it is applied.
final class StoreContext {
  let account: AccountName
  let history: any TransactionHistory
  let checks: StoreChecks
  let output: ChangeOutput

  init(
    account: AccountName,
    history: any TransactionHistory,
    checks: StoreChecks,
    output: ChangeOutput
  ) {
    self.account = account
    self.history = history
    self.checks = checks
    self.output = output
  }
}

/// Where changes go: kept until the event is known to succeed, or handed on at once.
final class ChangeOutput {
  private(set) var kept: [StoreChange] = []
  private let handOn: ((StoreChange) -> Void)?

  /// Keeps the changes.
  init() {
    handOn = nil
  }

  /// Hands each change on and forgets it.
  init(handOn: @escaping (StoreChange) -> Void) {
    self.handOn = handOn
  }

  func send(_ change: StoreChange) {
    if let handOn { handOn(change) } else { kept.append(change) }
  }
}

/// What everything that happens at a moment is made with.
struct StoreRules {
  let configuration: StoreConfiguration
  let settings: StoreSettings
  let calculator: RenewalCalculator
  let identifiers: IdentifierSource
  let catalog: Catalog
  let productChanges: [ProductID: ProductChange]

  init(_ state: StoreState) {
    configuration = state.configuration
    settings = state.header.settings
    calculator = RenewalCalculator(settings: state.header.settings)
    identifiers = IdentifierSource(seed: state.header.seed)
    catalog = state.catalog
    productChanges = state.header.productChanges
  }

  /// False for products that were removed or taken off sale (rule N-34).
  func isForSale(_ product: ProductID) -> Bool {
    productChanges.isEmpty || productChanges[product]?.isForSale ?? true
  }

  /// The product as it is today; `nil`: the catalogue does not have it.
  func product(_ id: ProductID) -> Product? {
    catalog.products.first { $0.id == id }.map(changed)
  }

  /// Products of the group as they are today, in the catalogue's order.
  func products(of group: SubscriptionGroupID) -> [Product] {
    catalog.products.filter { $0.subscription?.groupID == group }.map(changed)
  }

  /// The level that counts for plan changes (rule S-36).
  func level(of plan: SubscriptionPlan) -> Int {
    product(plan.productID)?.subscription?.groupLevel ?? plan.level
  }

  func changed(_ product: Product) -> Product {
    guard let change = productChanges[product.id] else { return product }
    var result = product
    if let price = change.price { result.setPrice(price) }
    if let isShareable = change.isFamilyShareable { result.isFamilyShareable = isShareable }
    if let level = change.groupLevel { result.subscription?.groupLevel = level }
    if let isEligible = change.isWinBackEligible, let subscription = result.subscription {
      result.subscription?.winBackOffers = subscription.winBackOffers.map { offer in
        var offer = offer
        offer.isEligible = isEligible
        return offer
      }
    }
    return result
  }
}

extension Product {
  /// Another price; billed up front, a subscription costs the same as the product (rule P-9).
  fileprivate mutating func setPrice(_ amount: Price) {
    price = amount
    guard let plans = subscription?.billingPlans else { return }
    subscription?.billingPlans = plans.map { plan in
      var plan = plan
      guard plan.type == .billedUpfront else { return plan }
      plan.price = amount
      plan.commitmentPrice = amount
      return plan
    }
  }
}
