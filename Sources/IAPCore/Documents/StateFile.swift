/// One file of the store folder, by its path inside it: `accounts/default/queue.json`.
///
/// A path that could leave the folder, or that names the folder's own machinery, is no `StateFile`.
package struct StateFile: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let path: String

  private init(known path: String) { self.path = path }

  /// Answers `nil` for a path that is empty, absolute, contains `.`, `..`, an empty part or a NUL,
  /// or names the lock or the commit record.
  package init?(path: String) {
    guard StateFolder.isPlain(path), !StateFile.reserved.contains(path) else { return nil }
    self.path = path
  }

  package var description: String { path }

  /// The last part of the path.
  package var name: String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The folder that holds the file.
  package var folder: StateFolder {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return .root }
    return StateFolder(known: String(path[..<slash]))
  }

  /// True: only the owner may read it (the store's keys).
  package var isSecret: Bool { path.hasPrefix("keys/") }

  /// True: lines that only grow; a last line without its end was never committed.
  package var isLines: Bool { path.hasSuffix(".jsonl") }

  package static func < (left: StateFile, right: StateFile) -> Bool {
    left.path.isBefore(right.path)
  }

  /// Names at the top of the folder that belong to the storage itself.
  package static let reserved: Set<String> = [
    "lock", "commit.json", "commit.json.new", "commit.data", "replace.new",
  ]
}

extension StateFile {
  package static let configuration = StateFile(known: "config.json")
  package static let store = StateFile(known: "store.json")
  package static let accounts = StateFile(known: "accounts.json")
  package static let due = StateFile(known: "due.json")
  package static let journal = StateFile(known: "journal.jsonl")

  package static func catalog(_ sha256: String) -> StateFile {
    StateFile(known: "catalogs/" + sha256)
  }

  /// A key or certificate of the store by its file name.
  package static func key(_ name: String) -> StateFile { StateFile(known: "keys/" + name) }

  /// What was signed first for a notification, by its UUID.
  package static func signed(_ name: String) -> StateFile { StateFile(known: "signed/" + name) }

  package static func account(_ account: AccountName) -> StateFile {
    StateFolder.account(account).file("account.json")
  }

  package static func queue(_ account: AccountName) -> StateFile {
    StateFolder.account(account).file("queue.json")
  }

  package static func entitlements(_ account: AccountName) -> StateFile {
    StateFolder.account(account).file("entitlements.json")
  }

  package static func history(_ account: AccountName) -> StateFile {
    StateFolder.account(account).file("history.jsonl")
  }

  package static func revisions(_ account: AccountName) -> StateFile {
    StateFolder.account(account).file("revisions.jsonl")
  }

  package static func notifications(_ account: AccountName) -> StateFile {
    StateFolder.account(account).file("notifications.jsonl")
  }
}

/// A folder inside the store folder, by its path; the empty path is the store folder itself.
package struct StateFolder: Hashable, Sendable, CustomStringConvertible {
  package let path: String

  fileprivate init(known path: String) { self.path = path }

  /// Answers `nil` for a path that could leave the store folder; the empty path is the root.
  package init?(path: String) {
    guard path.isEmpty || StateFolder.isPlain(path) else { return nil }
    self.path = path
  }

  package var description: String { path }

  package static let root = StateFolder(known: "")
  package static let accounts = StateFolder(known: "accounts")
  package static let catalogs = StateFolder(known: "catalogs")
  package static let keys = StateFolder(known: "keys")
  package static let signed = StateFolder(known: "signed")
  package static let snapshots = StateFolder(known: "snapshots")

  /// Every folder that `iap` makes in a store folder.
  package static let parts: [StateFolder] = [accounts, catalogs, keys, signed, snapshots]

  package static func account(_ account: AccountName) -> StateFolder {
    StateFolder(known: "accounts/" + account.rawValue)
  }

  /// The folder that holds this one; the root is its own.
  package var parent: StateFolder {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return .root }
    return StateFolder(known: String(path[..<slash]))
  }

  /// The file of this name in the folder; the name must be a plain one.
  package func file(_ name: String) -> StateFile {
    guard let file = StateFile(path: path.isEmpty ? name : path + "/" + name) else {
      preconditionFailure("'\(name)' is no file name; names from outside are checked before")
    }
    return file
  }

  /// The folder of this name in the folder; the name must be a plain one.
  package func folder(_ name: String) -> StateFolder {
    guard let folder = StateFolder(path: path.isEmpty ? name : path + "/" + name) else {
      preconditionFailure("'\(name)' is no folder name; names from outside are checked before")
    }
    return folder
  }

  fileprivate static func isPlain(_ path: String) -> Bool {
    guard !path.isEmpty, !path.utf8.contains(0) else { return false }
    return path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part != "." && part != ".."
    }
  }
}

extension StateFolder {
  /// Whether the file stands in this folder or below it.
  package func contains(_ file: StateFile) -> Bool {
    path.isEmpty || file.path.hasPrefix(path + "/")
  }
}
