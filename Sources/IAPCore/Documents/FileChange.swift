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
  /// The file is gone afterwards; one that is missing already is no error.
  case remove(StateFile)
  /// The folder and all in it are gone afterwards; a missing one is no error.
  ///
  /// The root is emptied, not removed.
  case removeFolder(StateFolder)
}
