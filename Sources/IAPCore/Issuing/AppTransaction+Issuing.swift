extension AppTransaction {
  /// The purchase of the app itself by one account, as the store issues it.
  ///
  /// The sandbox says that every app was bought as version 1.0 in August 2013; this store too.
  package init(boughtAs appTransactionID: String?, applicationVersion: String = "1.0") {
    self.init()
    self.applicationVersion = applicationVersion
    originalApplicationVersion = "1.0"
    originalPurchaseDate = AppReceipt.sandboxPurchaseDate
    originalPlatform = "iOS"
    self.appTransactionID = appTransactionID
  }
}
