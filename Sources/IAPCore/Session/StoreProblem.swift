/// What the doctor found in a store folder.
package struct StoreProblem: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// The file is not what replaying the journal gives.
    case differs
    /// The journal gives a file that is not there.
    case missing
    /// A state file that the journal knows nothing of.
    case unexpected
    /// Without keys nothing can be signed.
    case keysMissing
  }

  package var kind: Kind
  /// Relative to the store folder.
  package var file: String

  package init(_ kind: Kind, file: String) {
    self.kind = kind
    self.file = file
  }
}

extension Session {
  /// Plays the journal again and compares every file of the state with what that gives.
  ///
  /// In the order of the files' paths; empty: everything agrees.
  package func problems() throws(SessionFailure) -> [StoreProblem] {
    let again = try replayed()
    return try storing { () throws(StorageFailure) in
      let here = try stateFiles()
      let there = try again.stateFiles()
      var problems: [StoreProblem] = []
      for file in Set(here).union(there).sorted() {
        let found = try storage.readIfPresent(file)
        let expected = try again.storage.readIfPresent(file)
        switch (found, expected) {
        case (nil, .some): problems.append(StoreProblem(.missing, file: file.path))
        case (.some, nil): problems.append(StoreProblem(.unexpected, file: file.path))
        case (let found, let expected) where found != expected:
          problems.append(StoreProblem(.differs, file: file.path))
        default: break
        }
      }
      if try storage.list(.keys).files.isEmpty {
        problems.append(StoreProblem(.keysMissing, file: "keys"))
      }
      return problems
    }
  }
}
