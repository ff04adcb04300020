/// A purchase, in the app or (as `buy`) outside it; rule T-6 has the options.
package struct PurchaseEvent: Equatable, Sendable, Codable {
  package var id: ProductID
  /// `nil` means 1; rule P-6 has the limits.
  package var quantity: Int?
  /// A UUID.
  package var appAccountToken: String?
  package var offer: OfferID?
  package var offerType: PurchaseOfferType?
  package var offerSignature: OfferSignature?
  /// True: pay the full price although an introductory offer would apply.
  package var noIntro: Bool?
  /// What the developer's server says about the introductory offer, whatever the store knows
  /// (rule O-2); `nil`: nothing.
  package var introEligibility: IntroductoryEligibility?
  /// The same as the developer signed it: a compact JWS, checked with the catalogue's key.
  package var introSignature: String?
  package var billingPlan: BillingPlanType?
  /// The purchase intent that is continued.
  package var intent: String?
  /// True: the transaction stays in the queue until finished.
  package var noFinish: Bool?
  package var simulate: SimulatedOutcome?
  /// `buy` only: a past moment at which the purchase is made (storekit-test-api 3.2).
  package var purchaseDate: Instant?
  /// `buy` with `purchaseDate` only: one period instead of all renewals up to now.
  package var cancelImmediately: Bool?

  package init(id: ProductID) { self.id = id }
}

/// The kinds of offers that a purchase can name.
package enum PurchaseOfferType: String, Codable, Sendable, CaseIterable {
  case promotional
  case winback
}

/// The answer of `introductoryOfferEligibility(compactJWS)` (rule O-2).
package enum IntroductoryEligibility: String, Codable, Sendable, CaseIterable {
  case eligible
  case ineligible
}

/// The developer's signature for a promotional offer (rule O-6).
package struct OfferSignature: Equatable, Sendable, Codable {
  package var keyID: String
  /// A UUID, good for one attempt.
  package var nonce: String
  /// Milliseconds, good for 24 hours.
  package var timestamp: Instant
  /// Base64 of a DER ECDSA signature.
  package var signature: String

  package enum CodingKeys: String, CodingKey {
    case keyID = "keyId"
    case nonce
    case timestamp
    case signature
  }

  package init(keyID: String, nonce: String, timestamp: Instant, signature: String) {
    self.keyID = keyID
    self.nonce = nonce
    self.timestamp = timestamp
    self.signature = signature
  }
}

/// How an operation ends because the user of `iap` says so.
package enum SimulatedOutcome: Equatable, Sendable {
  case cancelled
  case pending
  case interrupted
  case unverified(StoreKitFailure)
  case failure(StoreKitFailure)
}

extension SimulatedOutcome: Codable {
  package var text: String {
    switch self {
    case .cancelled: "cancelled"
    case .pending: "pending"
    case .interrupted: "interrupted"
    case .unverified(let reason): "unverified:\(reason.rawValue)"
    case .failure(let failure): failure.rawValue
    }
  }

  /// Reads the words of `--simulate`; `nil` for any other text.
  package init?(text: String) {
    switch text {
    case "cancelled", StoreKitFailure.userCancelled.rawValue: self = .cancelled
    case "pending": self = .pending
    case "interrupted": self = .interrupted
    default:
      if text.hasPrefix("unverified:") {
        guard let reason = StoreKitFailure(rawValue: String(text.dropFirst("unverified:".count))),
          StoreKitFailure.verificationErrors.contains(reason)
        else { return nil }
        self = .unverified(reason)
      } else {
        guard let failure = StoreKitFailure(rawValue: text) else { return nil }
        self = .failure(failure)
      }
    }
  }

  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let outcome = SimulatedOutcome(text: text) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "expected an outcome, found \"\(text)\""
        )
      )
    }
    self = outcome
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension StoreKitFailure {
  /// The six reasons why StoreKit hands over a transaction as unverified (rule T-3).
  package static let verificationErrors: [StoreKitFailure] = [
    .invalidCertificateChain, .invalidDeviceVerification, .invalidEncoding, .invalidSignature,
    .missingRequiredProperties, .revokedCertificate,
  ]
}

/// Restoring purchases (rules T-14, T-15).
package struct RestoreEvent: Equatable, Sendable, Codable {
  /// `nil` means StoreKit 1, which makes new transactions.
  package var api: RestoreAPI?
  package var noFinish: Bool?
  package var simulate: SimulatedOutcome?

  package init() {}
}

/// Which of StoreKit's two ways to restore is used.
package enum RestoreAPI: String, Codable, Sendable, CaseIterable {
  case storekit1
  case storekit2
}

/// Finishing: the ids that were delivered, or everything unfinished.
package struct FinishEvent: Equatable, Sendable, Codable {
  /// Ids, or product ids that stand for all unfinished transactions of that product.
  package var ids: [String]?
  package var all: Bool?
  /// True: the developer's server finishes, also what the app has not heard of (rule E-23).
  package var byServer: Bool?

  package init(ids: [String]? = nil, all: Bool? = nil, byServer: Bool? = nil) {
    self.ids = ids
    self.all = all
    self.byServer = byServer
  }
}

/// The app asks Apple for a refund (rules ).
package struct RequestRefundEvent: Equatable, Sendable, Codable {
  package var id: String
  /// One of `consumptionRequestReason`'s words; `nil` means OTHER.
  package var reason: String?

  package init(id: String, reason: String? = nil) {
    self.id = id
    self.reason = reason
  }
}

/// A developer's override of one entitlement.
package struct OverrideEvent: Equatable, Sendable, Codable {
  package enum Value: String, Codable, Sendable, CaseIterable {
    case on
    case off
    case clear
  }

  package var name: String
  package var value: Value

  package init(name: String, value: Value) {
    self.name = name
    self.value = value
  }
}
