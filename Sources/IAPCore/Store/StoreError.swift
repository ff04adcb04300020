/// Why an event was refused; a refusal changes nothing (rule X-8).
package enum StoreError: Error, Equatable, Sendable {
  // Names that lead nowhere, or to several things.
  case unknownAccount(AccountName)
  case invalidAccountName(String)
  case accountExists(AccountName)
  /// The caller did not load an account that the event concerns: our own mistake.
  case accountNotLoaded(AccountName)
  case unknownProduct(ProductID)
  /// `owner`: another account that has it, among the loaded ones.
  case unknownTransaction(String, owner: AccountName?)
  case unknownSubscription(String, owner: AccountName?)
  case unknownRequest(String, owner: AccountName?)
  case unknownIntent(String, owner: AccountName?)
  case unknownOffer(OfferID)
  case unknownCatalog(String)
  case unknownStorefront(String)
  case ambiguous(String, ids: [String])

  // Words that cannot be meant.
  case invalidQuantity(Int, ProductType)
  case invalidToken(String)
  case invalidPurchaseDate(Instant)
  case invalidPercentage(Int)
  case invalidReason(String, allowed: [String])
  case intentForOtherProduct(IntentID, ProductID)
  case unknownSetting(String)
  case invalidSetting(key: String, value: String, allowed: [String])
  case unknownProductKey(String, allowed: [String])
  case invalidProductValue(key: String, value: String, allowed: [String])
  case unknownBillingPlan(ProductID, BillingPlanType)
  case invalidConsumption(ConsumptionProblem)
  /// The codes of subscriptions stand in the catalogue.
  case codeForSubscription(ProductID)
  /// A code has a name, and a price below the product's.
  case invalidCodePrice(ProductID, Price)
  /// Nobody can pay this amount in the currency (case M02).
  case invalidPrice(ProductID, Price, currency: String)

  // The store or the customer's bank says no.
  case offline(AccountName)
  case storeKit(StoreKitFailure)
  case productUnavailable(ProductID)
  case alreadyOwned(ProductID, TransactionID)
  case billingProblem(ProductID, graceEndDate: Instant?)
  case ineligible(OfferID, OfferIneligibility)

  // Things that cannot happen now.
  case alreadyRefunded(TransactionID)
  case notRefunded(TransactionID)
  case duplicateRequest(TransactionID)
  case noRefundRequest(TransactionID)
  /// The request was answered with a no.
  case refundRequestDeclined(TransactionID)
  /// Later than 12 hours after the request, where that is refused (rule R-2).
  case consumptionWindowClosed(TransactionID, requestDate: Instant)
  case sharedTransaction(TransactionID)
  case notLive(TransactionID, RenewalState)
  case alreadyOn(TransactionID)
  case alreadyOff(TransactionID)
  case zeroLengthPeriod(TransactionID)
  case noPriceIncrease(TransactionID)
  case extensionRefused(TransactionID, ExtensionRefusal)

  // Families.
  case notShareable(ProductID)
  case otherFamily(AccountName)
  /// The first is in the family of the second already, or is the same account.
  case sameFamily(AccountName, AccountName)
  case noFamily(AccountName)
  case familyFull(AccountName)
  case alreadyShared(TransactionID, AccountName)
  case notShared(TransactionID)

  // The clock.
  case clockBackwards(from: Instant, to: Instant)
  case clockOutOfRange(Instant)
  case invalidAdvance
  case unknownOccurrence(String)
  case neverHappens(String)
  case tooManyRenewals(limit: Int)

  case notAStoreEvent(EventVerb)
  case history(HistoryFailure)

  /// The stable word of the error, for scripts.
  package var code: String {
    switch self {
    case .unknownAccount, .invalidAccountName, .accountExists, .accountNotLoaded: accountCode
    case .unknownProduct: "unknownProduct"
    case .unknownTransaction: "unknownTransaction"
    case .unknownSubscription: "unknownSubscription"
    case .unknownRequest: "unknownRequest"
    case .unknownIntent: "unknownIntent"
    case .unknownOffer: "unknownOffer"
    case .unknownCatalog: "unknownCatalog"
    case .unknownStorefront: "unknownStorefront"
    case .ambiguous: "ambiguous"
    case .offline: "offline"
    case .storeKit(let failure): failure.rawValue
    case .productUnavailable: "productUnavailable"
    case .alreadyOwned: "alreadyOwned"
    case .billingProblem: "billingProblem"
    case .ineligible: "ineligibleForOffer"
    case .notAStoreEvent: "notAStoreEvent"
    case .history: "historyUnreadable"
    default: wordCode ?? stateCode
    }
  }

  private var accountCode: String {
    switch self {
    case .unknownAccount: "unknownAccount"
    case .invalidAccountName: "invalidAccountName"
    case .accountExists: "accountExists"
    default: "accountNotLoaded"
    }
  }

  private var wordCode: String? {
    switch self {
    case .invalidQuantity: "invalidQuantity"
    case .invalidToken: "invalidToken"
    case .invalidPurchaseDate: "invalidPurchaseDate"
    case .invalidPercentage: "invalidPercentage"
    case .invalidReason: "invalidReason"
    case .intentForOtherProduct: "intentForOtherProduct"
    case .unknownSetting: "unknownSetting"
    case .invalidSetting: "invalidSetting"
    case .unknownProductKey: "unknownProductKey"
    case .invalidProductValue: "invalidProductValue"
    case .unknownBillingPlan: "unknownBillingPlan"
    case .invalidConsumption: "invalidConsumption"
    case .codeForSubscription: "codeForSubscription"
    case .invalidCodePrice: "invalidCodePrice"
    case .invalidPrice: "invalidPrice"
    case .clockBackwards: "clockBackwards"
    case .clockOutOfRange: "clockOutOfRange"
    case .invalidAdvance: "invalidAdvance"
    case .unknownOccurrence: "unknownOccurrence"
    case .neverHappens: "neverHappens"
    case .tooManyRenewals: "tooManyRenewals"
    default: nil
    }
  }

  private var stateCode: String {
    switch self {
    case .alreadyRefunded, .duplicateRequest: "duplicateRequest"
    case .notRefunded: "notRefunded"
    case .noRefundRequest, .refundRequestDeclined: "noRefundRequest"
    case .consumptionWindowClosed: "consumptionWindowClosed"
    case .sharedTransaction: "sharedTransaction"
    case .notLive: "notLive"
    case .alreadyOn: "alreadyOn"
    case .alreadyOff: "alreadyOff"
    case .zeroLengthPeriod: "zeroLengthPeriod"
    case .noPriceIncrease: "noPriceIncrease"
    case .extensionRefused(_, let refusal): refusal.rawValue
    case .notShareable: "notShareable"
    case .otherFamily: "otherFamily"
    case .sameFamily: "sameFamily"
    case .noFamily: "noFamily"
    case .familyFull: "familyFull"
    case .alreadyShared: "alreadyShared"
    default: "notShared"
    }
  }
}

/// Why a renewal date cannot be extended (rule R-9); the raw value is the error's code.
package enum ExtensionRefusal: String, Sendable, CaseIterable {
  case invalidExtensionDays
  case invalidExtensionReason
  case invalidRequestIdentifier
  case extensionLimitReached
  case extensionOfFreeOffer
  case extensionOfInactive
}

/// What is wrong with the developer's answer to a consumption request (rule N-78).
package enum ConsumptionProblem: String, Sendable, CaseIterable {
  case consentMissing
  case percentageOutOfRange
  case percentageMissing
  case percentageNotAllowed
}

/// Why an offer does not apply to a customer (rules O-1, O-6, O-8, O-9).
package enum OfferIneligibility: String, Sendable, CaseIterable {
  /// Subscribed in the group now.
  case subscribed
  /// The group's introductory offer was used before.
  case introductoryOfferUsed
  /// Never subscribed to anything in the app.
  case neverSubscribed
  /// Not lapsed, or lapsed with auto-renewal on: in grace, in billing retry.
  case notLapsed
  /// Somebody's family shares a subscription of the group.
  case sharedSubscription
  /// The catalogue says that nobody is.
  case switchedOff
  case newCustomersExcluded
  case existingCustomersExcluded
  case expiredCustomersExcluded
  case codeRedeemed
  /// The customer owns the one-time product that the code is for.
  case productOwned
  /// The code is for a plan that could only wait for the renewal: of a lower level, or of the same
  /// level with another duration (rules S-32, S-33).
  case downgrade
  /// Paid for less time than the win-back offer asks for.
  case paidTooShort
  /// Lapsed for less time than the win-back offer asks for.
  case lapsedTooShort
  /// Took a win-back offer too short a time ago.
  case wonBackTooRecently
}
