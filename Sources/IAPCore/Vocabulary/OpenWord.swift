/// One of Apple's words: the known ones are constants, unknown ones are shown, never lost.
package protocol OpenWord: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
  init(rawValue: RawValue)
}

extension OpenWord {
  package var description: String { "\(rawValue)" }
}

/// The four product types; the raw value is the text in signed data (rule P-1).
package struct ProductType: OpenWord {
  package var rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let consumable = ProductType(rawValue: "Consumable")
  package static let nonConsumable = ProductType(rawValue: "Non-Consumable")
  package static let autoRenewable = ProductType(rawValue: "Auto-Renewable Subscription")
  package static let nonRenewable = ProductType(rawValue: "Non-Renewing Subscription")

  /// False: a word that says nothing of how the product lasts.
  package var isKnown: Bool {
    [Self.consumable, .nonConsumable, .autoRenewable, .nonRenewable].contains(self)
  }
}

/// Whether the customer bought it or got it through Family Sharing (rule C-13).
package struct OwnershipType: OpenWord {
  package var rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let purchased = OwnershipType(rawValue: "PURCHASED")
  package static let familyShared = OwnershipType(rawValue: "FAMILY_SHARED")
}

/// Whether the customer acted or the App Store renewed (rule C-8).
package struct TransactionReason: OpenWord {
  package var rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let purchase = TransactionReason(rawValue: "PURCHASE")
  package static let renewal = TransactionReason(rawValue: "RENEWAL")
}

/// The environment word of signed data (rule C-16).
package struct StoreEnvironment: OpenWord {
  package var rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let production = StoreEnvironment(rawValue: "Production")
  package static let sandbox = StoreEnvironment(rawValue: "Sandbox")
  package static let xcode = StoreEnvironment(rawValue: "Xcode")
  package static let localTesting = StoreEnvironment(rawValue: "LocalTesting")
}

/// The kinds of offers; the raw value is the number in signed data (rule C-12).
package struct OfferType: OpenWord {
  package var rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let introductory = OfferType(rawValue: 1)
  package static let promotional = OfferType(rawValue: 2)
  package static let offerCode = OfferType(rawValue: 3)
  package static let winBack = OfferType(rawValue: 4)
}

/// How an offer is paid, in the words of signed data (rule C-12).
package struct OfferDiscountType: OpenWord {
  package var rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let freeTrial = OfferDiscountType(rawValue: "FREE_TRIAL")
  package static let payAsYouGo = OfferDiscountType(rawValue: "PAY_AS_YOU_GO")
  package static let payUpFront = OfferDiscountType(rawValue: "PAY_UP_FRONT")
  package static let oneTime = OfferDiscountType(rawValue: "ONE_TIME")
}

/// Why a refund was given: 1 an issue in the app, 0 any other reason (rule C-14).
package struct RevocationReason: OpenWord {
  package var rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let other = RevocationReason(rawValue: 0)
  package static let developerIssue = RevocationReason(rawValue: 1)
}

/// How much was taken back (rule C-14).
package struct RevocationType: OpenWord {
  package var rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let refundFull = RevocationType(rawValue: "REFUND_FULL")
  package static let refundProrated = RevocationType(rawValue: "REFUND_PRORATED")
  package static let familyRevoke = RevocationType(rawValue: "FAMILY_REVOKE")
}

/// How a yearly subscription is billed (rule P-9).
package struct BillingPlanType: OpenWord {
  package var rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let billedUpfront = BillingPlanType(rawValue: "BILLED_UPFRONT")
  package static let monthly = BillingPlanType(rawValue: "MONTHLY")
}

/// Why a subscription ended or is ending (rule S-2).
package struct ExpirationIntent: OpenWord {
  package var rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let customerCancelled = ExpirationIntent(rawValue: 1)
  package static let billingError = ExpirationIntent(rawValue: 2)
  package static let priceIncreaseNotConsented = ExpirationIntent(rawValue: 3)
  package static let productNotAvailable = ExpirationIntent(rawValue: 4)
  package static let other = ExpirationIntent(rawValue: 5)
}

/// The state of one subscription; the raw value is the server's status number (rule S-1).
package struct RenewalState: OpenWord {
  package var rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let subscribed = RenewalState(rawValue: 1)
  package static let expired = RenewalState(rawValue: 2)
  package static let inBillingRetryPeriod = RenewalState(rawValue: 3)
  package static let inGracePeriod = RenewalState(rawValue: 4)
  package static let revoked = RenewalState(rawValue: 5)

  /// The five that there are (rule S-1).
  package static let known: [RenewalState] = [
    .subscribed, .expired, .inBillingRetryPeriod, .inGracePeriod, .revoked,
  ]

  /// StoreKit's name of the state; a number that is not known is shown as such.
  package var name: String {
    switch self {
    case .subscribed: "subscribed"
    case .expired: "expired"
    case .inBillingRetryPeriod: "inBillingRetryPeriod"
    case .inGracePeriod: "inGracePeriod"
    case .revoked: "revoked"
    default: "unknown (\(rawValue))"
    }
  }
}
