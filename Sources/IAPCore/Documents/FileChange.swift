/// One change of the store folder; a command commits all of its changes together.
///
/// Changes are applied in order, and applying them twice gives the same.
package enum FileChange: Equatable, Sendable {
  /// The file has exactly these bytes afterwards, whether it existed or not.
  case replace(StateFile, [UInt8])
  /// The bytes stand at `at`, the committed length in bytes, and the file ends with them.
  ///
  /// What a file holds beyond that length was never committed and is overwritten.
  case append(StateFile, at: Int, [UInt8])
  /// The bytes stand at `at` in place of as many others; the file's length stays.
  case overwrite(StateFile, at: Int, [UInt8])
  /// The file is gone afterwards; one that is missing already is no error.
  case remove(StateFile)
  /// The folder and all in it are gone afterwards; a missing one is no error.
  ///
  /// The root is emptied, not removed.
  case removeFolder(StateFolder)
}

extension FileChange {
  /// The bytes that the change brings; none for removals.
  package var content: [UInt8] {
    switch self {
    case .replace(_, let bytes), .append(_, at: _, let bytes), .overwrite(_, at: _, let bytes):
      bytes
    case .remove, .removeFolder: []
    }
  }

  /// What the change makes of a file's content; `nil` stands for no file, before and after.
  ///
  /// A hole, which only repeating a commit can ask for, is filled with zeros.
  package func applied(to content: [UInt8]?, of file: StateFile) -> [UInt8]? {
    switch self {
    case .replace(file, let bytes): return bytes
    case .append(file, at: let offset, let bytes):
      return FileChange.padded(content ?? [], to: offset) + bytes
    case .overwrite(file, at: let offset, let bytes):
      var result = content ?? []
      let end = offset + bytes.count
      if result.count < end { result = FileChange.padded(result, to: end) }
      result.replaceSubrange(offset..<end, with: bytes)
      return result
    case .remove(file): return nil
    case .removeFolder(let folder) where folder.contains(file): return nil
    default: return content
    }
  }

  private static func padded(_ bytes: [UInt8], to length: Int) -> [UInt8] {
    Array(bytes.prefix(length)) + repeatElement(0, count: max(length - bytes.count, 0))
  }
}
