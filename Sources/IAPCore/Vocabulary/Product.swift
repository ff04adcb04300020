/// One thing that is for sale, as the catalogue describes it.
package struct Product: Equatable, Sendable {
  package var id: ProductID
  package var type: ProductType
  /// What App Store Connect calls it; `nil` where the file has none.
  package var referenceName: String?
  /// In the file's order; may be empty, and may name a locale twice.
  package var localizations: [Localization]
  package var price: Price
  package var isFamilyShareable: Bool
  /// Present exactly for auto-renewable subscriptions.
  package var subscription: SubscriptionInfo?

  package init(
    id: ProductID,
    type: ProductType,
    referenceName: String? = nil,
    localizations: [Localization] = [],
    price: Price,
    isFamilyShareable: Bool = false,
    subscription: SubscriptionInfo? = nil
  ) {
    self.id = id
    self.type = type
    self.referenceName = referenceName
    self.localizations = localizations
    self.price = price
    self.isFamilyShareable = isFamilyShareable
    self.subscription = subscription
  }
}

/// The texts of a product or group in one language.
package struct Localization: Equatable, Sendable {
  /// As the file writes it: `en_US`, `ja`, `zh_Hans`.
  package var locale: String
  package var displayName: String
  package var description: String

  package init(locale: String, displayName: String, description: String) {
    self.locale = locale
    self.displayName = displayName
    self.description = description
  }
}

/// What only an auto-renewable subscription has.
package struct SubscriptionInfo: Equatable, Sendable {
  package var groupID: SubscriptionGroupID
  /// 1 is the highest service (rule P-5).
  package var groupLevel: Int
  package var period: SubscriptionPeriod
  /// At most one per billing plan (storekit-format 3.14).
  package var introductoryOffers: [Offer]
  package var promotionalOffers: [Offer]
  package var codeOffers: [Offer]
  package var winBackOffers: [Offer]
  /// Empty: billed up front at the product's own price.
  package var billingPlans: [BillingPlan]

  package init(
    groupID: SubscriptionGroupID,
    groupLevel: Int,
    period: SubscriptionPeriod,
    introductoryOffers: [Offer] = [],
    promotionalOffers: [Offer] = [],
    codeOffers: [Offer] = [],
    winBackOffers: [Offer] = [],
    billingPlans: [BillingPlan] = []
  ) {
    self.groupID = groupID
    self.groupLevel = groupLevel
    self.period = period
    self.introductoryOffers = introductoryOffers
    self.promotionalOffers = promotionalOffers
    self.codeOffers = codeOffers
    self.winBackOffers = winBackOffers
    self.billingPlans = billingPlans
  }
}

/// A way to bill a subscription (format 5.0, rule P-9).
package struct BillingPlan: Equatable, Sendable {
  package var type: BillingPlanType
  /// Of one billing.
  package var price: Price
  /// Of the whole commitment.
  package var commitmentPrice: Price
  package var isEnabled: Bool

  package init(type: BillingPlanType, price: Price, commitmentPrice: Price, isEnabled: Bool = true)
  {
    self.type = type
    self.price = price
    self.commitmentPrice = commitmentPrice
    self.isEnabled = isEnabled
  }
}

/// A temporary price of a subscription (rules O-1...O-11).
package struct Offer: Equatable, Sendable {
  /// `nil` for introductory offers; the reference name for offer codes.
  package var id: OfferID?
  package var type: OfferType
  /// Display only; `nil` where the file has none.
  package var referenceName: String?
  package var paymentMode: OfferDiscountType
  /// Of one discounted period.
  package var period: SubscriptionPeriod
  /// Discounted periods in a row; 1 unless paid as you go (rule O-3).
  package var periodCount: Int
  /// Of one charge; zero for a free trial whatever the file says.
  package var price: Price
  /// `nil`: the offer belongs to no particular billing plan.
  package var billingPlanType: BillingPlanType?
  /// Offer codes only: who may redeem it; empty for other kinds.
  package var eligibility: Set<OfferEligibility>
  /// Offer codes only: whether an introductory offer runs first (rule O-8).
  package var isStackable: Bool
  /// Win-back offers only: Xcode's "Eligible" switch (rule O-9).
  package var isEligible: Bool

  package init(
    id: OfferID? = nil,
    type: OfferType,
    referenceName: String? = nil,
    paymentMode: OfferDiscountType,
    period: SubscriptionPeriod,
    periodCount: Int = 1,
    price: Price = .zero,
    billingPlanType: BillingPlanType? = nil,
    eligibility: Set<OfferEligibility> = [],
    isStackable: Bool = false,
    isEligible: Bool = true
  ) {
    self.id = id
    self.type = type
    self.referenceName = referenceName
    self.paymentMode = paymentMode
    self.period = period
    self.periodCount = periodCount
    self.price = price
    self.billingPlanType = billingPlanType
    self.eligibility = eligibility
    self.isStackable = isStackable
    self.isEligible = isEligible
  }
}

/// Which customers may redeem an offer code, in the file's words.
package enum OfferEligibility: String, Codable, Sendable, CaseIterable, Comparable {
  case new
  case existing
  case expired

  package static func < (left: OfferEligibility, right: OfferEligibility) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A set of subscriptions of which a customer has one at a time (rule P-5).
package struct SubscriptionGroup: Equatable, Sendable {
  package var id: SubscriptionGroupID
  /// The reference name; shown to customers only where no localization exists.
  package var name: String
  package var localizations: [Localization]

  package init(id: SubscriptionGroupID, name: String, localizations: [Localization] = []) {
    self.id = id
    self.name = name
    self.localizations = localizations
  }
}
