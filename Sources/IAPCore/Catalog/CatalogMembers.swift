/// The kinds of objects in a `.storekit` file, with the members that each may have.
///
/// The union over all versions: a version does not guarantee its keys (storekit-format 2).
enum CatalogObject {
  case top
  case version
  case settings
  case simulatedError
  case simulatedErrorChoice
  case keyPair
  case localization
  case product
  case group
  case subscription
  case billingPlan
  case introductoryOffer
  case promotionalOffer
  case codeOffer
  case winBackOffer

  var memberNames: [String] {
    switch self {
    case .top:
      [
        "appPolicies", "identifier", "nonRenewingSubscriptions", "products", "settings",
        "subscriptionBundleGroups", "subscriptionGroups", "subscriptionOffersKeyPair",
        "subscriptionSuiteGroups", "version",
      ]
    case .version: ["major", "minor"]
    case .settings: Self.settingNames
    case .simulatedError: ["current", "enabled", "name"]
    case .simulatedErrorChoice: ["index", "type"]
    case .keyPair: ["id", "privateKey"]
    case .localization: ["description", "displayName", "locale"]
    case .product: Self.productNames
    case .group: ["id", "localizations", "name", "performanceData", "subscriptions"]
    case .subscription:
      Self.productNames + [
        "adHocOffers", "billingPlans", "codeOffers", "groupNumber", "introductoryOffer",
        "introductoryOffers", "recurringSubscriptionPeriod", "subscriptionGroupID",
        "winbackOffers",
      ]
    case .billingPlan:
      ["billingPlanType", "commitmentDisplayPrice", "displayPrice", "internalID", "isEnabled"]
    case .introductoryOffer: Self.offerNames
    case .promotionalOffer: Self.offerNames + ["offerID", "referenceName"]
    case .codeOffer: Self.offerNames + ["eligibility", "isStackable", "referenceName"]
    case .winBackOffer: Self.offerNames + ["isEligible", "offerID", "referenceName"]
    }
  }

  private static let settingNames = [
    "_applicationInternalID", "_askToBuyEnabled", "_billingGracePeriodEnabled",
    "_billingIssuesEnabled", "_compatibilityTimeRate", "_developerTeamID", "_disableDialogs",
    "_failTransactionsEnabled", "_lastCheckoutTimestamp", "_lastSynchronizedDate", "_locale",
    "_renewalBillingIssuesEnabled", "_shouldSetupSyncOnLoad", "_storeKitError",
    "_storeKitErrors", "_storefront", "_timeRate",
  ]

  private static let productNames = [
    "displayPrice", "familyShareable", "internalID", "localizations", "productID",
    "promotionalImageID", "referenceName", "type",
  ]

  private static let offerNames = [
    "billingPlanType", "displayPrice", "internalID", "numberOfPeriods", "paymentMode",
    "subscriptionPeriod",
  ]

  /// Members that people write by hand and that have no effect, with the one that would.
  ///
  /// They are not honoured: Xcode reads none of them, and what works here has to work there.
  var misnamedMembers: [String: String] {
    switch self {
    case .top:
      [
        "nonConsumableProducts": "products", "nonConsumableIAPIdentifiers": "products",
        "consumableProducts": "products",
        "nonRenewingSubscriptionProducts": "nonRenewingSubscriptions",
        "subscriptions": "subscriptionGroups",
      ]
    case .product: Self.misnamedProductMembers
    case .subscription:
      Self.misnamedProductMembers.merging([
        "adHocOfferCodesEnabled": "codeOffers", "promotionalOffers": "adHocOffers",
        "winBackOffers": "winbackOffers", "offerCodes": "codeOffers",
        "subscriptionPeriod": "recurringSubscriptionPeriod",
        "duration": "recurringSubscriptionPeriod",
        "groupLevel": "groupNumber",
      ]) { first, _ in first }
    case .introductoryOffer:
      Self.misnamedOfferMembers.merging(["offerID": "internalID"]) { first, _ in first }
    case .promotionalOffer, .codeOffer, .winBackOffer: Self.misnamedOfferMembers
    default: [:]
    }
  }

  private static let misnamedProductMembers = [
    "familySharable": "familyShareable", "isFamilyShareable": "familyShareable",
    "price": "displayPrice", "id": "productID", "productId": "productID",
  ]

  private static let misnamedOfferMembers = [
    "duration": "subscriptionPeriod", "durationUnit": "subscriptionPeriod",
    "offerMode": "paymentMode", "price": "displayPrice", "period": "subscriptionPeriod",
    "offerId": "offerID",
  ]
}
