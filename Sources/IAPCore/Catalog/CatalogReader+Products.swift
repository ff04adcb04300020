extension CatalogReader {
  /// What every product has, whatever its type.
  mutating func product(
    _ node: CatalogNode,
    type: ProductType
  ) throws(CatalogError) -> Product {
    Product(
      id: ProductID(try node.requiredText("productID")),
      type: type,
      referenceName: try node.text("referenceName"),
      localizations: try localizations(of: node),
      price: try price(of: node),
      isFamilyShareable: try node.flag("familyShareable") ?? false
    )
  }

  mutating func subscription(
    _ node: CatalogNode,
    in group: SubscriptionGroupID
  ) throws(CatalogError) -> Product {
    var product = try product(node, type: .autoRenewable)
    product.subscription = SubscriptionInfo(
      groupID: group,
      groupLevel: try level(of: node),
      period: try period(of: node),
      introductoryOffers: try introductoryOffers(of: node),
      promotionalOffers: try offers(of: node, .promotional),
      codeOffers: try offers(of: node, .offerCode),
      winBackOffers: try offers(of: node, .winBack),
      billingPlans: try billingPlans(of: node)
    )
    return product
  }

  mutating func localizations(of node: CatalogNode) throws(CatalogError) -> [Localization] {
    var localizations: [Localization] = []
    for entry in try node.objects("localizations") {
      noteMembers(of: entry, as: .localization)
      localizations.append(
        Localization(
          locale: try entry.requiredText("locale"),
          displayName: try entry.text("displayName") ?? "",
          description: try entry.text("description") ?? ""
        )
      )
    }
    return localizations
  }

  /// An empty price is seen in real files and reads as no money at all.
  mutating func price(
    of node: CatalogNode,
    member: String = "displayPrice"
  ) throws(CatalogError) -> Price {
    let place = node.path.member(member).description
    guard let text = try node.text(member), !text.isEmpty else {
      report(CatalogProblem(.emptyPrice, at: place))
      return .empty
    }
    guard let price = Price(text) else {
      throw .invalidValue(path: place, expected: "a decimal like 9.99", found: text)
    }
    return price
  }

  private mutating func level(of node: CatalogNode) throws(CatalogError) -> Int {
    let level = try node.integer("groupNumber")
    guard let level, (1...Self.maximumLevel).contains(level) else {
      report(
        CatalogProblem(
          .levelMissing,
          at: node.path.member("groupNumber").description,
          found: level.map { "\($0)" },
          expected: "1"
        )
      )
      return 1
    }
    return level
  }

  /// More levels than any group can have subscriptions.
  private static let maximumLevel = 1_000_000

  private func period(of node: CatalogNode) throws(CatalogError) -> SubscriptionPeriod {
    let text = try node.requiredText("recurringSubscriptionPeriod")
    guard let period = SubscriptionPeriod(iso8601: text) else {
      throw .invalidValue(
        path: node.path.member("recurringSubscriptionPeriod").description,
        expected: "a period like P1M",
        found: text
      )
    }
    return period
  }

  private mutating func billingPlans(of node: CatalogNode) throws(CatalogError) -> [BillingPlan] {
    var plans: [BillingPlan] = []
    for entry in try node.objects("billingPlans") {
      noteMembers(of: entry, as: .billingPlan)
      let type = BillingPlanType(rawValue: try entry.requiredText("billingPlanType"))
      let place = entry.path.member("billingPlanType").description
      if ![.billedUpfront, .monthly].contains(type) {
        report(CatalogProblem(.unknownBillingPlan, at: place, found: type.rawValue))
      }
      if plans.contains(where: { $0.type == type }) {
        report(CatalogProblem(.duplicateBillingPlan, at: place, found: type.rawValue))
        continue
      }
      plans.append(
        BillingPlan(
          type: type,
          price: try price(of: entry),
          commitmentPrice: try price(of: entry, member: "commitmentDisplayPrice"),
          isEnabled: try entry.flag("isEnabled") ?? true
        )
      )
    }
    return plans
  }
}
