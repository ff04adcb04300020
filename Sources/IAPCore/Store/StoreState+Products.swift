/// The properties of a product that `store product` changes, and their values.
package enum ProductKey: String, Sendable, CaseIterable {
  case forSale = "for-sale"
  case familyShareable = "family-shareable"
  case groupLevel = "group-level"
  case winBackEligible = "win-back-eligible"
  case winBackPaidMonths = "win-back-paid-months"
  case winBackLapsedMonths = "win-back-lapsed-months"
  case winBackWaitMonths = "win-back-wait-months"

  /// What a value may be, for messages and help.
  package var allowed: [String] {
    switch self {
    case .groupLevel: ["a number from 1 to 100"]
    case .winBackPaidMonths: ["a number from 1 to 60", "any"]
    case .winBackLapsedMonths: ["a number from 1 to 24", "any"]
    case .winBackWaitMonths: ["a number from 2 to 24", "any"]
    case .forSale, .familyShareable, .winBackEligible: ["on", "off"]
    }
  }
}

extension StoreState {
  /// A property changes in App Store Connect.
  mutating func changeProduct(
    _ event: ProductChangeEvent,
    in context: StoreContext
  ) throws(StoreError) {
    guard let product = product(event.id) else { throw .unknownProduct(event.id) }
    guard let key = ProductKey(rawValue: event.key) else {
      throw .unknownProductKey(event.key, allowed: ProductKey.allCases.map(\.rawValue))
    }
    var change = header.productChanges[event.id] ?? ProductChange()
    switch key {
    case .forSale: change.isForSale = try flag(event, key)
    case .familyShareable: try setShareable(&change, of: product, event)
    case .winBackEligible: change.isWinBackEligible = try flag(event, key)
    case .groupLevel:
      guard product.subscription != nil else { throw invalid(event, allowed: []) }
      guard let level = Int(event.value), (1...100).contains(level)
      else { throw invalid(event, key) }
      change.groupLevel = level
    case .winBackPaidMonths, .winBackLapsedMonths, .winBackWaitMonths:
      guard product.subscription != nil else { throw invalid(event, allowed: []) }
      try setCriterion(&change, key, event)
    }
    header.productChanges[event.id] = change
    let subject = ChangeSubject(event.id, key: key.rawValue, value: event.value)
    context.output.send(self.change(.productChanged, of: subject, in: context))
  }

  /// Sharing cannot be switched off again once it is on (rule P-7).
  private func setShareable(
    _ change: inout ProductChange,
    of product: Product,
    _ event: ProductChangeEvent
  ) throws(StoreError) {
    let isOn = try flag(event, .familyShareable)
    guard product.type == .nonConsumable || product.type == .autoRenewable
    else { throw invalid(event, allowed: []) }
    guard isOn || !product.isFamilyShareable else { throw invalid(event, allowed: ["on"]) }
    guard isOn, !product.isFamilyShareable else { return }
    change.isFamilyShareable = true
    change.shareableSinceDate = header.now
  }

  private func setCriterion(
    _ change: inout ProductChange,
    _ key: ProductKey,
    _ event: ProductChangeEvent
  ) throws(StoreError) {
    var criteria = change.winBackCriteria ?? WinBackCriteria()
    switch key {
    case .winBackPaidMonths: criteria.paidMonths = try months(1...60, event, key)
    case .winBackLapsedMonths: criteria.lapsedMonths = try months(1...24, event, key)
    default: criteria.waitMonths = try months(2...24, event, key)
    }
    change.winBackCriteria = criteria == WinBackCriteria() ? nil : criteria
  }

  /// A number of months; `nil` for `any`.
  private func months(
    _ range: ClosedRange<Int>,
    _ event: ProductChangeEvent,
    _ key: ProductKey
  ) throws(StoreError) -> Int? {
    if event.value == "any" { return nil }
    guard let months = Int(event.value), range.contains(months) else { throw invalid(event, key) }
    return months
  }

  private func flag(
    _ event: ProductChangeEvent,
    _ key: ProductKey
  ) throws(StoreError) -> Bool {
    switch event.value {
    case "true", "on", "yes": true
    case "false", "off", "no": false
    default: throw invalid(event, key)
    }
  }

  private func invalid(_ event: ProductChangeEvent, _ key: ProductKey) -> StoreError {
    invalid(event, allowed: key.allowed)
  }

  /// `allowed`: empty where the property does not fit the product.
  private func invalid(_ event: ProductChangeEvent, allowed: [String]) -> StoreError {
    .invalidProductValue(key: event.key, value: event.value, allowed: allowed)
  }

  /// The product leaves the store: nobody can buy it and no renewal of it succeeds (rule N-34).
  mutating func removeProduct(_ id: ProductID, in context: StoreContext) throws(StoreError) {
    guard product(id) != nil else { throw .unknownProduct(id) }
    header.productChanges[id, default: ProductChange()].isForSale = false
    context.output.send(change(.productRemoved, about: id, in: context))
  }

  /// Another catalogue comes into force.
  ///
  /// Settings that nobody changed since the old file follow the new one. Subscribers keep the terms
  /// they have, so products that vanished stay known to them.
  mutating func load(_ event: LoadEvent, in context: StoreContext) throws(StoreError) {
    guard let loaded = context.checks.catalog(event) else { throw .unknownCatalog(event.catalog) }
    for key in SettingKey.allCases {
      followFile(key, from: catalog, to: loaded)
    }
    catalog = loaded
    header.catalog = event.catalog
    header.entitlements = event.entitlements
    header.downloads = event.downloads
    let subject = ChangeSubject(key: "products", value: "\(products.count)")
    context.output.send(change(.catalogLoaded, of: subject, in: context))
  }

  private mutating func followFile(_ key: SettingKey, from old: Catalog, to new: Catalog) {
    key.copy(from: new.storeSettings, to: &header.settings, ifEqualTo: old.storeSettings)
    key.copy(
      from: new.accountSettings,
      to: &header.accountDefaults,
      ifEqualTo: old.accountSettings
    )
    for name in accounts.keys.sorted() {
      key.copy(
        from: new.accountSettings,
        to: &self[name].settings,
        ifEqualTo: old.accountSettings
      )
    }
  }
}
