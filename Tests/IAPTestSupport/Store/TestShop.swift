package import IAPCore

/// The shop of the store's tests: two groups, every type of product, every kind of offer.
///
/// Group `pro`: `gold.monthly` and `gold.yearly` of level 1, `silver.monthly`, `silver.weekly` and
/// `trial.monthly` of level 2. Group `max`: `max.yearly`.
package enum TestShop {
  package static let coins = ProductID("coins.100")
  package static let lifetime = ProductID("lifetime")
  package static let pass = ProductID("pass.30d")
  package static let gold = ProductID("gold.monthly")
  package static let goldYearly = ProductID("gold.yearly")
  package static let silver = ProductID("silver.monthly")
  package static let weekly = ProductID("silver.weekly")
  package static let trial = ProductID("trial.monthly")
  package static let max = ProductID("max.yearly")
  package static let group = SubscriptionGroupID("pro")

  package static var catalog: Catalog {
    Catalog(
      products: [
        Product(id: coins, type: .consumable, price: price("0.99")),
        Product(
          id: lifetime,
          type: .nonConsumable,
          price: price("49.99"),
          isFamilyShareable: true
        ),
        Product(id: "founder", type: .nonConsumable, price: price("99.00")),
        Product(id: pass, type: .nonRenewable, price: price("4.99")),
        subscription(gold, level: 1, SubscriptionPeriod(1, .month), "9.99"),
        subscription(goldYearly, level: 1, SubscriptionPeriod(1, .year), "99.99"),
        subscription(silver, level: 2, SubscriptionPeriod(1, .month), "4.99", offers: true),
        subscription(weekly, level: 2, SubscriptionPeriod(1, .week), "1.99"),
        trialProduct,
        monthlyBilled,
      ],
      groups: [
        SubscriptionGroup(id: group, name: "Pro"), SubscriptionGroup(id: "max", name: "Max"),
      ]
    )
  }

  package static func price(_ text: String) -> Price { Price(text) ?? .zero }

  private static func subscription(
    _ id: ProductID,
    level: Int,
    _ period: SubscriptionPeriod,
    _ price: String,
    offers: Bool = false
  ) -> Product {
    var info = SubscriptionInfo(groupID: group, groupLevel: level, period: period)
    if offers {
      info.promotionalOffers = [promotional, halfYear]
      info.winBackOffers = [
        winBack("back.small", "3.99"), winBack("back.best", "0.99"),
      ]
      info.codeOffers = [code("WELCOME", [.new, .expired]), code("STAY", [.existing])]
    }
    return Product(
      id: id,
      type: .autoRenewable,
      price: self.price(price),
      isFamilyShareable: id != weekly,
      subscription: info
    )
  }

  /// Half price for three months, month by month.
  private static var promotional: Offer {
    Offer(
      id: "half",
      type: .promotional,
      paymentMode: .payAsYouGo,
      period: SubscriptionPeriod(1, .month),
      periodCount: 3,
      price: price("2.49")
    )
  }

  /// Six months paid at once.
  private static var halfYear: Offer {
    Offer(
      id: "halfyear",
      type: .promotional,
      paymentMode: .payUpFront,
      period: SubscriptionPeriod(6, .month),
      price: price("19.99")
    )
  }

  private static func winBack(_ id: OfferID, _ price: String) -> Offer {
    Offer(
      id: id,
      type: .winBack,
      paymentMode: .payAsYouGo,
      period: SubscriptionPeriod(1, .month),
      price: self.price(price)
    )
  }

  private static func code(_ name: OfferID, _ customers: Set<OfferEligibility>) -> Offer {
    Offer(
      id: name,
      type: .offerCode,
      paymentMode: .freeTrial,
      period: SubscriptionPeriod(1, .month),
      eligibility: customers
    )
  }

  /// A week free, then monthly; a code that comes after the free week.
  private static var trialProduct: Product {
    var product = subscription(trial, level: 2, SubscriptionPeriod(1, .month), "6.99")
    product.subscription?.introductoryOffers = [
      Offer(
        type: .introductory,
        paymentMode: .freeTrial,
        period: SubscriptionPeriod(1, .week)
      )
    ]
    var stackable = code("STACK", [.new])
    stackable.isStackable = true
    product.subscription?.codeOffers = [stackable, code("GOLDIE", [.new, .existing])]
    return product
  }

  /// A year, at once or in twelve charges.
  private static var monthlyBilled: Product {
    Product(
      id: max,
      type: .autoRenewable,
      price: price("120.00"),
      subscription: SubscriptionInfo(
        groupID: "max",
        groupLevel: 1,
        period: SubscriptionPeriod(1, .year),
        billingPlans: [
          BillingPlan(
            type: .billedUpfront,
            price: price("120.00"),
            commitmentPrice: price("120.00")
          ),
          BillingPlan(
            type: .monthly,
            price: price("11.00"),
            commitmentPrice: price("132.00")
          ),
        ]
      )
    )
  }
}
