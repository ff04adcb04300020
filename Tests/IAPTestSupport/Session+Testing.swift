package import IAPCore
import IAPPlatform

extension SessionServices {
  /// Real signatures, with the keys in the given storage.
  package static func signed(in storage: any StateStorage, isXcode: Bool = false) -> SessionServices
  {
    SessionServices(
      keyring: OpenSSLKeyring(storage: storage, isXcode: isXcode),
      cryptography: OpenSSLChecker(),
      offers: OpenSSLOfferSigning()
    )
  }

  /// Everything is believed unsigned.
  package static var unsigned: SessionServices {
    SessionServices(
      keyring: nil,
      cryptography: OpenSSLChecker(),
      offers: OpenSSLOfferSigning()
    )
  }
}

extension Session {
  /// A store in memory with the sample shop, at 2026-01-01.
  package static func sample(
    isSigned: Bool = false,
    configuration: SessionConfiguration = SessionConfiguration()
  ) throws(SessionFailure) -> Session {
    let storage = MemoryStorage()
    return try Session.create(
      configuration,
      from: .sample,
      in: storage,
      services: isSigned
        ? .signed(in: storage, isXcode: configuration.environment == .xcode) : .unsigned
    )
  }

  /// Buys in the account `default`.
  @discardableResult
  package mutating func buy(
    _ product: ProductID,
    _ change: (inout PurchaseEvent) -> Void = { _ in }
  ) throws(SessionFailure) -> PurchaseResult? {
    var event = PurchaseEvent(id: product)
    change(&event)
    guard case .purchase(let result) = try perform(.purchase(event), by: .standard).result else {
      return nil
    }
    return result
  }

  /// Moves the clock.
  package mutating func advance(_ duration: String) throws(SessionFailure) {
    try perform(.advance(AdvanceEvent(by: CalendarDuration(duration))), by: .standard)
  }
}
