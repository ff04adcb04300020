/// A refund is granted (rules R-3...R-5).
package struct RefundEvent: Equatable, Sendable, Codable {
  package enum Reason: String, Codable, Sendable, CaseIterable {
    case other
    case appIssue = "app-issue"
  }

  package var id: String
  /// `nil` means other.
  package var reason: Reason?
  /// Thousandths of a percent, 1...99999: a prorated refund; `nil`: a full one.
  package var percentage: Int?

  package init(id: String, reason: Reason? = nil, percentage: Int? = nil) {
    self.id = id
    self.reason = reason
    self.percentage = percentage
  }
}

/// The developer's answer to a consumption request (rule N-78).
package struct ConsumptionEvent: Equatable, Sendable, Codable {
  package var id: String
  package var customerConsented: Bool
  package var deliveryStatus: String?
  package var refundPreference: RefundPreference?
  /// Thousandths of a percent, 0...100000.
  package var consumptionPercentage: Int?

  package enum CodingKeys: String, CodingKey {
    case id
    case customerConsented
    case deliveryStatus
    case refundPreference
    case consumptionPercentage
  }

  package init(id: String, customerConsented: Bool) {
    self.id = id
    self.customerConsented = customerConsented
  }
}

/// What the developer would like Apple to do.
package enum RefundPreference: String, Codable, Sendable, CaseIterable {
  case decline = "DECLINE"
  case grantFull = "GRANT_FULL"
  case grantProrated = "GRANT_PRORATED"
}

/// A subscription ends now (rules C-7, S-2).
package struct ExpireEvent: Equatable, Sendable, Codable {
  package var subscription: String
  /// `nil` means 5, other.
  package var reason: ExpirationIntent?

  package init(subscription: String, reason: ExpirationIntent? = nil) {
    self.subscription = subscription
    self.reason = reason
  }
}

/// The clock moves; exactly one of the three is given (rules X-2...X-6).
package struct AdvanceEvent: Equatable, Sendable, Codable {
  package var by: CalendarDuration?
  package var to: Instant?
  /// A `StoreChange.Kind` or a notification type: stop right after the first such change.
  package var until: String?

  package init(by: CalendarDuration? = nil, to: Instant? = nil, until: String? = nil) {
    self.by = by
    self.to = to
    self.until = until
  }
}

/// The price of a product changes (rules B-20...B-25).
package struct PriceEvent: Equatable, Sendable, Codable {
  package enum Consent: String, Codable, Sendable, CaseIterable {
    case required
    case notice
  }

  package var id: ProductID
  package var amount: Price
  /// `nil`: as rule B-20 decides.
  package var consent: Consent?
  /// True: present subscribers keep their price (rule B-24).
  package var preserveExisting: Bool?

  package init(id: ProductID, amount: Price) {
    self.id = id
    self.amount = amount
  }
}

/// A purchase is shared with members of the family (rules F-1...F-7).
package struct ShareEvent: Equatable, Sendable, Codable {
  package var id: String
  package var with: [AccountName]

  package init(id: String, with: [AccountName]) {
    self.id = id
    self.with = with
  }
}

/// The acting account enters the family of another one.
package struct JoinEvent: Equatable, Sendable, Codable {
  package var account: AccountName

  package init(account: AccountName) { self.account = account }
}

/// App Store Connect gets an offer code for a one-time product (rules O-8, N-5).
package struct CodeEvent: Equatable, Sendable, Codable {
  package var id: ProductID
  package var code: OfferID
  /// Below the product's own; `nil`: free.
  package var price: Price?
  /// `nil`: everybody.
  package var eligibility: [OfferEligibility]?

  package init(id: ProductID, code: OfferID) {
    self.id = id
    self.code = code
  }
}

/// Apple misses the report of an external purchase token (rule N-97).
package struct ExternalTokenEvent: Equatable, Sendable, Codable {
  /// The token's `externalPurchaseId`; `nil`: the store makes one.
  package var id: String?
  /// When the token was made; `nil`: now.
  package var creationDate: Instant?

  package init(id: String? = nil, creationDate: Instant? = nil) {
    self.id = id
    self.creationDate = creationDate
  }
}

/// An offer code is redeemed outside the app, by its reference name (rule O-8).
package struct RedeemEvent: Equatable, Sendable, Codable {
  package var code: OfferID
  /// Needed only where several products have a code of this name.
  package var id: ProductID?

  package init(code: OfferID, id: ProductID? = nil) {
    self.code = code
    self.id = id
  }
}

/// The developer's server sets the account token (rule C-15).
package struct TokenEvent: Equatable, Sendable, Codable {
  package var subscription: String
  /// A UUID.
  package var uuid: String

  package init(subscription: String, uuid: String) {
    self.subscription = subscription
    self.uuid = uuid
  }
}

/// The renewal date moves: one subscription, or with `all` every subscriber of a product (rule R-9).
package struct ExtendEvent: Equatable, Sendable, Codable {
  /// A SUBSCRIPTION, or with `all` a product id.
  package var subscription: String
  /// 1...90.
  package var days: Int
  package var all: Bool?
  /// 0...3; `nil` means 0, undeclared.
  package var reasonCode: Int?
  /// At most 128 characters; `nil`: the store makes one.
  package var requestIdentifier: String?
  /// `all` only; `nil`: all storefronts.
  package var storefronts: [String]?

  package init(subscription: String, days: Int, all: Bool? = nil) {
    self.subscription = subscription
    self.days = days
    self.all = all
  }
}

/// A property of a product changes in App Store Connect (event 4 of store-semantics section 12).
package struct ProductChangeEvent: Equatable, Sendable, Codable {
  package var id: ProductID
  /// `for-sale`, `family-shareable`, `group-level` or `win-back-eligible`.
  package var key: String
  package var value: String

  package init(id: ProductID, key: String, value: String) {
    self.id = id
    self.key = key
    self.value = value
  }
}

/// Settings are changed: keys and values in the words of `iap store set`.
///
/// `fail` takes `API ERROR` in one text. Values that a `.storekit` file sets are not written here.
package struct SetEvent: Equatable, Sendable {
  package var values: [String: String]
  /// True: every account, present ones and later ones.
  package var allAccounts: Bool

  package init(_ values: [String: String], allAccounts: Bool = false) {
    self.values = values
    self.allAccounts = allAccounts
  }
}

extension SetEvent: Codable {
  private static let allAccountsName = TextCodingKey(stringValue: "allAccounts")

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: TextCodingKey.self)
    values = [:]
    allAccounts = try container.decodeIfPresent(Bool.self, forKey: Self.allAccountsName) ?? false
    for key in container.allKeys where key.stringValue != Self.allAccountsName.stringValue {
      values[key.stringValue] = try container.decode(String.self, forKey: key)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TextCodingKey.self)
    for (name, value) in values.sorted(by: { $0.key.isBefore($1.key) }) {
      try container.encode(value, forKey: TextCodingKey(stringValue: name))
    }
    if allAccounts { try container.encode(true, forKey: Self.allAccountsName) }
  }
}

/// A customer is created.
package struct AccountAddEvent: Equatable, Sendable, Codable {
  package var name: AccountName

  package init(name: AccountName) { self.name = name }
}

/// The store takes a catalogue and what belongs to it, kept under their SHA-256 in hex.
package struct LoadEvent: Equatable, Sendable, Codable {
  package var catalog: String
  /// `nil`: no map.
  package var entitlements: String?
  /// The description of hosted content; `nil`: there is none.
  package var downloads: String?

  package init(catalog: String, entitlements: String?, downloads: String? = nil) {
    self.catalog = catalog
    self.entitlements = entitlements
    self.downloads = downloads
  }
}
