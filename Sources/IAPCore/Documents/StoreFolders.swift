/// Opens store folders; the platform's part of finding the state.
package protocol StoreFolders {
  /// Opens the folder at a path and takes its lock, waiting for it with a limit.
  ///
  /// `command` is what others are told while it is held. Throws `missing` where there is no folder,
  /// `locked`, and what the system refuses.
  func open(
    _ folder: String,
    for access: StoreAccess,
    command: String
  ) throws(StorageFailure) -> OpenedStore
}

/// What a store folder is opened for.
package enum StoreAccess: Equatable, Sendable {
  /// Shared with other readers; nothing is ever written.
  case reading
  /// Alone; an unfinished commit is brought to its end first.
  case writing
  /// As `writing`; the folder is made where it is missing.
  case creating
  /// As `writing`; the record of an unfinished commit that cannot be read is removed, and what it
  /// held is lost.
  case repairing
}

/// A store folder that is open, until it is closed or let go.
package struct OpenedStore {
  package let storage: any StateStorage
  /// Lets the lock go; nothing can be read or written afterwards.
  package let close: () -> Void

  package init(storage: any StateStorage, close: @escaping () -> Void) {
    self.storage = storage
    self.close = close
  }
}
