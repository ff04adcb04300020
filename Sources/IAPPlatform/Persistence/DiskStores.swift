package import IAPCore

/// Store folders on the real disk.
package struct DiskStores: StoreFolders {
  /// How long to wait for a lock, in milliseconds.
  package var waitMilliseconds: Int

  package init(waitMilliseconds: Int = 10_000) {
    self.waitMilliseconds = waitMilliseconds
  }

  package func open(
    _ folder: String,
    for access: StoreAccess,
    command: String
  ) throws(StorageFailure) -> OpenedStore {
    let storage = try DiskStorage(
      folder: folder,
      access,
      command: command,
      waitMilliseconds: waitMilliseconds
    )
    return OpenedStore(storage: storage, close: storage.close)
  }
}
