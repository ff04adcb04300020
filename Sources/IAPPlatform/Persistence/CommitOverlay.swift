import IAPCore

/// An acknowledged commit that is not in the files yet, shown as if it were.
///
/// For readers, who never write, and for a disk that became full after the acknowledgement.
final class CommitOverlay {
  private let changes: [FileChange]
  private let files: any FileLayer
  private var contents: [StateFile: [UInt8]?] = [:]

  init(_ changes: [FileChange], over files: any FileLayer) {
    self.changes = changes
    self.files = files
  }

  /// Whether the commit changes this file.
  func touches(_ file: StateFile) -> Bool {
    changes.contains { change in
      switch change {
      case .replace(file, _), .append(file, at: _, _), .overwrite(file, at: _, _), .remove(file):
        true
      case .removeFolder(let folder): folder.contains(file)
      default: false
      }
    }
  }

  /// The file's content after the commit; `nil`: it is missing then.
  func content(of file: StateFile) throws(StorageFailure) -> [UInt8]? {
    if let known = contents[file] { return known }
    var content: [UInt8]?
    if try files.status(file.path) != nil { content = try files.read(file.path, nil) }
    for change in changes { content = change.applied(to: content, of: file) }
    contents[file] = .some(content)
    return content
  }

  /// A folder's listing after the commit, from the one on the disk.
  func listing(_ folder: StateFolder, onDisk: StateListing) throws(StorageFailure) -> StateListing {
    var names: Set<String> = []
    for name in onDisk.files where try content(of: folder.file(name)) != nil { names.insert(name) }
    var folders: Set<String> = []
    for name in onDisk.folders {
      let inside = folder.folder(name)
      let listing = try self.listing(inside, onDisk: try files.list(inside.path))
      if listing != StateListing() { folders.insert(name) }
    }
    for file in Set(changes.compactMap(\.file)) where folder.contains(file) {
      guard try content(of: file) != nil else { continue }
      let rest = file.path.dropFirst(folder.path.isEmpty ? 0 : folder.path.utf8.count + 1)
      let parts = rest.split(separator: "/", maxSplits: 1).map(String.init)
      if parts.count == 1 { names.insert(parts[0]) } else { folders.insert(parts[0]) }
    }
    return StateListing(
      files: names.sorted { $0.isBefore($1) },
      folders: folders.sorted { $0.isBefore($1) }
    )
  }
}

extension FileChange {
  /// The one file that is changed; `nil` for a whole folder.
  var file: StateFile? {
    switch self {
    case .replace(let file, _), .append(let file, at: _, _), .overwrite(let file, at: _, _),
      .remove(let file):
      file
    case .removeFolder: nil
    }
  }
}
