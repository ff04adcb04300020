/// Which StoreKit error a `.storekit` file names by family and position (storekit-format 4.2).
///
/// Files hold bare numbers and Apple publishes no list. The order here is the one in which StoreKit
/// declares its errors; correct a row where an observation disagrees.
enum SimulatedErrors {
  /// The raw pair of a file.
  struct Choice: Equatable, Sendable {
    var type: String
    /// Counted from 0.
    var index: Int
  }

  private static let families: [(type: String, failures: [StoreKitFailure])] = [
    (
      "generic",
      [
        .unknown, .userCancelled, .networkError, .systemError, .notAvailableInStorefront,
        .notEntitled, .unsupported,
      ]
    ),
    (
      "purchase",
      [
        .invalidQuantity, .productUnavailable, .purchaseNotAllowed, .ineligibleForOffer,
        .invalidOfferIdentifier, .invalidOfferPrice, .invalidOfferSignature,
        .missingOfferParameters,
      ]
    ),
    (
      "verification",
      [
        .revokedCertificate, .invalidCertificateChain, .invalidDeviceVerification,
        .invalidEncoding, .invalidSignature, .missingRequiredProperties,
      ]
    ),
    ("refund request", [.duplicateRequest, .failed]),
  ]

  /// `nil` for a family or position that is not in the table.
  static func failure(of choice: Choice) -> StoreKitFailure? {
    guard let family = families.first(where: { $0.type == choice.type }),
      family.failures.indices.contains(choice.index)
    else { return nil }
    return family.failures[choice.index]
  }

  /// `_storeKitError` of files before 3.0: an `SKError.Code`, with the StoreKit 2 error of the same
  /// meaning; `nil` for codes that never belong to a failed purchase.
  static func failure(legacyCode: Int) -> StoreKitFailure? {
    switch legacyCode {
    case 0: .unknown
    case 2: .userCancelled
    case 4: .purchaseNotAllowed
    case 5: .productUnavailable
    case 11: .invalidOfferIdentifier
    case 12: .invalidOfferSignature
    case 13: .missingOfferParameters
    case 14: .invalidOfferPrice
    default: nil
    }
  }
}

extension RenewalRate {
  /// The raw value of Xcode's `SKTestSession.TimeRate` (storekit-format 4.1); `nil` for a number
  /// that names none, 14 among them.
  package init?(timeRate: Int) {
    switch timeRate {
    case 0: self = .realTime
    case 1: self = .oneHourIsOneDay
    case 2: self = .thirtyMinutesIsOneDay
    case 3: self = .fiveMinutesIsOneDay
    case 4: self = .oneMinuteIsOneDay
    case 5: self = .thirtySecondsIsOneDay
    case 6: self = .oneSecondIsOneDay
    case 10: self = .monthlyRenewalEveryHour
    case 11: self = .monthlyRenewalEveryThirtyMinutes
    case 12: self = .monthlyRenewalEveryFifteenMinutes
    case 13: self = .monthlyRenewalEveryFiveMinutes
    case 15: self = .monthlyRenewalEveryThirtySeconds
    case 1000: self = .oneRenewalEveryFifteenMinutes
    case 1001: self = .oneRenewalEveryFiveMinutes
    case 1002: self = .oneRenewalEveryMinute
    case 1003: self = .oneRenewalEveryThirtySeconds
    case 1004: self = .oneRenewalEveryTenSeconds
    case 1005: self = .oneRenewalEveryTwoSeconds
    default: return nil
    }
  }
}
