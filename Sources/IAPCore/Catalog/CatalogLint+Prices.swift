extension CatalogLint {
  /// Amounts that nobody can pay in the storefront's currency (case M02).
  mutating func checkPrices() {
    let storefront = Storefronts.find(catalog.accountSettings.storefront)
    let currency = storefront?.currencyCode ?? "USD"
    for node in priced {
      for member in ["displayPrice", "commitmentDisplayPrice"] {
        guard let text = node.string(member), let price = Price(text) else { continue }
        // What a free offer says about money is never charged.
        if node.string("paymentMode") == "free" { continue }
        if !PriceFormatter.isPayable(price, currency: currency) {
          report(
            CatalogProblem(
              .impossiblePrice,
              at: node.path.member(member).description,
              found: text,
              expected: currency
            )
          )
        }
      }
    }
  }

  /// Every object that can carry a price, in the file's order.
  private var priced: [CatalogNode] {
    entries.flatMap { entry in
      [entry.node] + entry.node.list("billingPlans")
        + OfferType.all.flatMap { entry.offerNodes($0) }
    }
  }

  // MARK: - Groups and levels

  mutating func checkGroups() {
    for group in document.list("subscriptionGroups") {
      let subscriptions = group.list("subscriptions")
      if subscriptions.isEmpty {
        report(
          CatalogProblem(
            .emptyGroup,
            at: group.path.member("subscriptions").description,
            found: group.string("name")
          )
        )
      }
      for node in subscriptions {
        guard let written = node.string("subscriptionGroupID"), written != group.string("id") else {
          continue
        }
        report(
          CatalogProblem(
            .groupIDMismatch,
            at: node.path.member("subscriptionGroupID").description,
            found: written,
            expected: group.string("id")
          )
        )
      }
    }
    checkPeriods()
  }

  /// The six lengths that App Store Connect offers (rule P-8).
  private static let usualPeriods = ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"]

  private mutating func checkPeriods() {
    for entry in entries {
      guard let period = entry.period, !Self.usualPeriods.contains(period.iso8601) else { continue }
      report(
        CatalogProblem(
          .unusualPeriod,
          at: entry.place("recurringSubscriptionPeriod"),
          found: entry.node.string("recurringSubscriptionPeriod"),
          expected: Self.usualPeriods.joined(separator: " ")
        )
      )
    }
  }

  /// A shorter plan that ranks above a longer one: changing to the longer one is then a downgrade
  /// that waits, and back an upgrade that refunds (case D04).
  ///
  /// A level that has a plan of that length too is a better service, and in order.
  mutating func checkLevels() {
    for group in document.list("subscriptionGroups") {
      let plans = entries.filter { $0.group?.path == group.path }
      for plan in plans {
        guard let period = plan.period else { continue }
        let longest = plans.filter { $0.level == plan.level }
          .compactMap { $0.period?.nominalDays }.max()
        let below = plans.first { other in
          guard let length = other.period?.nominalDays, other.level > plan.level else {
            return false
          }
          return length > period.nominalDays && length > (longest ?? 0)
        }
        guard let below else { continue }
        report(
          CatalogProblem(
            .levelsOutOfOrder,
            at: plan.place("groupNumber"),
            found: plan.id,
            expected: below.id,
            otherPath: below.place("groupNumber"),
            owner: group.string("name")
          )
        )
      }
    }
  }

  // MARK: - Billing plans

  /// Monthly billing exists for yearly subscriptions, twelve payments in a commitment (rule P-9).
  mutating func checkBillingPlans() {
    for entry in entries {
      let plans = entry.node.list("billingPlans")
      for plan in plans where plan.string("billingPlanType") == "MONTHLY" {
        if let period = entry.period, period.nominalDays != SubscriptionPeriod(1, .year).nominalDays
        {
          report(
            CatalogProblem(
              .monthlyPlanOfShortPeriod,
              at: plan.place,
              found: period.iso8601,
              expected: "P1Y"
            )
          )
          continue
        }
        checkCommitment(of: plan, payments: 12)
      }
      for plan in plans where plan.string("billingPlanType") == "BILLED_UPFRONT" {
        checkCommitment(of: plan, payments: 1)
        checkPlanPrice(of: plan, in: entry)
      }
      if !plans.isEmpty, plans.allSatisfy({ $0.value["isEnabled"] == false }) {
        report(CatalogProblem(.noEnabledPlan, at: entry.place("billingPlans"), found: entry.id))
      }
    }
  }

  private mutating func checkPlanPrice(of plan: CatalogNode, in entry: Entry) {
    guard let price = plan.string("displayPrice").flatMap({ Price($0) }),
      let own = entry.node.string("displayPrice").flatMap({ Price($0) }),
      price.milliunits != own.milliunits
    else { return }
    report(
      CatalogProblem(
        .planPriceDiffers,
        at: plan.path.member("displayPrice").description,
        found: price.text,
        expected: own.text,
        otherPath: entry.place("displayPrice")
      )
    )
  }

  private mutating func checkCommitment(of plan: CatalogNode, payments: Int64) {
    guard let price = plan.string("displayPrice").flatMap({ Price($0) }),
      let commitment = plan.string("commitmentDisplayPrice").flatMap({ Price($0) })
    else { return }
    let expected = price.milliunits * payments
    guard commitment.milliunits != expected else { return }
    report(
      CatalogProblem(
        .commitmentPriceDisagrees,
        at: plan.path.member("commitmentDisplayPrice").description,
        found: commitment.text,
        expected: Price(milliunits: expected).text
      )
    )
  }
}
