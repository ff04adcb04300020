/// Why a session could not do what was asked; nothing was changed.
package enum SessionFailure: Error, Equatable, Sendable {
  /// The folder holds no store.
  case noStore
  /// `init` found a store where it should make one.
  case storeExists
  case storage(StorageFailure)
  case history(HistoryFailure)
  case store(StoreError)
  case queue(QueueError)
  case catalog(CatalogError, path: String)
  case entitlementMap(EntitlementMapError, path: String)
  case hostedContents(HostedContentsError, path: String)
  case signing(SigningFailure)
  /// The account's network is off: the app does not reach the store.
  case offline(AccountName)
  /// The store folder does not allow overrides.
  case overridesNotAllowed
  /// No entitlement and no product of this name.
  case unknownEntitlement(String)
  case unknownAccount(AccountName, known: [AccountName])
  /// A snapshot's name that is no plain file name.
  case invalidSnapshotName(String)
  case unknownSnapshot(String, known: [String])
  case snapshotExists(String)
  case downloads(DownloadError)
  /// Making the store again would lose what came after so many events, for this reason.
  indirect case rebuildingLoses(after: Int, SessionFailure)
  /// Nothing can be made again without this file; snapshots that could be gone back to.
  case cannotRebuild(StorageFailure, snapshots: [String])
  /// The catalogue has no hosted content for the transaction's product.
  case noHostedContent(ProductID)
}
