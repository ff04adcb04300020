/// What the caller expects of signed data: never taken from the data itself.
///
/// `nil`: not checked, which the report says.
package struct Expectations: Equatable, Sendable {
  package var kind: SignedKind?
  package var environment: StoreEnvironment?
  package var bundleID: String?
  package var appAppleID: Int64?
  package var appAccountToken: String?
  package var device: DeviceIdentifier?
  /// The time at which limited receipts must still be valid; `nil`: when they were made.
  package var asOf: Instant?
  /// Whether data without a signature is read and answered from, with a warning.
  package var allowsUnsigned = false
  /// True: revocation must be checked with Apple, which nobody can do here (case J03).
  package var demandsOnlineChecks = false
  /// True inside a notification, which Apple's server made: there a device that is not named is not
  /// asked for, and one that is named must be right.
  var isInsideNotification = false

  package init() {}
}

/// What a device is known by in a receipt's hash and in `deviceVerification`.
package struct DeviceIdentifier: Equatable, Sendable {
  /// 16 bytes of a UUID, or 6 of a Mac's network address.
  package var bytes: [UInt8]

  /// Reads a UUID, or hexadecimal digits with or without separators; `nil` for other lengths.
  package init?(_ text: String) {
    let digits = text.filter { $0 != "-" && $0 != ":" }
    let bytes = hexBytes(digits)
    guard bytes.count == 16 || bytes.count == 6 else { return nil }
    self.bytes = bytes
  }

  /// The UUID in lower case; `nil` for a network address.
  package var uuid: String? {
    guard bytes.count == 16 else { return nil }
    let digits = Array(hexText(bytes).lowercased())
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
      .joined(separator: "-")
  }
}

/// The kinds of data that Apple signs, or answers with.
package enum SignedKind: String, Equatable, Sendable, CaseIterable {
  case transaction
  case renewalInfo
  case notification
  case appTransaction
  /// What Apple's retention messaging asks a server.
  case realtimeRequest
  case receipt
  case verifyReceipt
}
