/// What binds signed data to one device: StoreKit on the device sends it, Apple's server does not.
package struct DeviceVerification: Equatable, Sendable {
  /// Base64 of 48 bytes: SHA-384 of the lower-case nonce and the lower-case device id.
  package var value: String
  /// A UUID, lower-case.
  package var nonce: String

  package init(value: String, nonce: String) {
    self.value = value
    self.nonce = nonce
  }

  /// The verification for a device, as `AppStore.deviceVerificationID` names it (signed-data 4.3).
  package init(deviceID: String, nonce: String, signing: any StoreSigning) {
    let text = nonce.lowercased() + deviceID.lowercased()
    let digest = signing.sha384(of: Array(text.utf8))
    self.init(value: Base64Text.standard(digest), nonce: nonce.lowercased())
  }
}
