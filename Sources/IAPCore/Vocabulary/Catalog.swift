/// Everything that an app offers, as read from a `.storekit` file.
package struct Catalog: Equatable, Sendable {
  /// In the file's order: products, non-renewing subscriptions, then the groups' subscriptions.
  package var products: [Product]
  package var groups: [SubscriptionGroup]
  /// The store settings that the file asks for, on top of the defaults.
  package var storeSettings: StoreSettings
  /// The account settings that the file asks for, for every account.
  package var accountSettings: AccountSettings
  /// The key that promotional offers must be signed with; `nil`: signatures are not checked.
  package var offersKeyPair: OffersKeyPair?
  package var version: CatalogVersion

  package init(
    products: [Product] = [],
    groups: [SubscriptionGroup] = [],
    storeSettings: StoreSettings = StoreSettings(),
    accountSettings: AccountSettings = AccountSettings(),
    offersKeyPair: OffersKeyPair? = nil,
    version: CatalogVersion = CatalogVersion(major: 4, minor: 0)
  ) {
    self.products = products
    self.groups = groups
    self.storeSettings = storeSettings
    self.accountSettings = accountSettings
    self.offersKeyPair = offersKeyPair
    self.version = version
  }
}

/// `subscriptionOffersKeyPair` of the file; never printed.
package struct OffersKeyPair: Equatable, Sendable {
  package var id: String
  /// Base64 of a PKCS#8 EC P-256 private key.
  package var privateKey: String

  package init(id: String, privateKey: String) {
    self.id = id
    self.privateKey = privateKey
  }
}

/// `version` of the file.
package struct CatalogVersion: Equatable, Sendable {
  package var major: Int
  package var minor: Int

  package init(major: Int, minor: Int) {
    self.major = major
    self.minor = minor
  }
}
