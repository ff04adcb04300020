/// What a session needs of the world besides its storage.
package struct SessionServices {
  /// The store's keys; `nil`: what the store says is believed unsigned, as when a journal is replayed.
  package var keyring: (any StoreKeyring)?
  package var cryptography: any SignatureVerifying
  /// Signs and checks promotional offers (rule O-6).
  package var offers: any OfferSigning

  package init(
    keyring: (any StoreKeyring)?,
    cryptography: any SignatureVerifying,
    offers: any OfferSigning
  ) {
    self.keyring = keyring
    self.cryptography = cryptography
    self.offers = offers
  }

  /// The same services without keys: for replaying what was signed and believed before.
  package var unsigned: SessionServices {
    var services = self
    services.keyring = nil
    return services
  }

  /// The name under which a catalogue or map is kept.
  func sha256(_ bytes: [UInt8]) -> String {
    cryptography.sha256Text(of: bytes)
  }
}
