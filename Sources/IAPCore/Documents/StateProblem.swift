/// One thing that is not as it should be in a store folder.
package struct StateProblem: Equatable, Sendable {
  package enum Severity: String, Sendable, CaseIterable {
    /// Repaired, or harmless.
    case warning
    /// What the files say cannot be trusted.
    case error
  }

  package enum Kind: Equatable, Sendable {
    /// A file that an interrupted command left; the next command removes it.
    case leftover
    /// An acknowledged command that was interrupted; the next command brings it to its end.
    case unfinishedCommit
    /// So many bytes behind the last whole line; the next append cuts them.
    case tornTail(bytes: Int)
    /// The same data in another layout than ours.
    case otherLayout
    /// A file that no command made.
    case unexpected
    /// It cannot be read.
    case unusable(StorageFailure.Problem)
    /// The journal says that it should be there.
    case missing
    /// It says something else than the journal.
    case differs(JSONDifference)
    /// A line, counted from 1, says something else than the journal.
    case lineDiffers(line: Int, JSONDifference)
    /// Lines are missing at the end, from this one on, counted from 1.
    case linesMissing(line: Int, count: Int)
    /// Lines at the end that the journal does not explain, from this one on, counted from 1.
    case linesAdded(line: Int, count: Int)
    /// The content is not what its name, a SHA-256, says.
    case contentDiffers
    /// The journal cannot be played again.
    case unplayable(SessionFailure)
    /// So many events were played by older rules, the oldest of this version; what they made may be
    /// something else today.
    case olderRules(Int, events: Int)
    /// A key file is not what the store needs to sign.
    case key(KeyProblem.Kind)
    /// Others than the owner may read a key; the permissions, `0o644`.
    case exposed(mode: UInt32)
  }

  /// Relative to the store folder.
  package var file: String
  package var kind: Kind

  package init(_ file: String, _ kind: Kind) {
    self.file = file
    self.kind = kind
  }

  /// True: opening the store for writing, or `repairs`, mends it without loss.
  package var isRepairable: Bool {
    switch kind {
    case .leftover, .unfinishedCommit, .tornTail, .exposed: true
    default: false
    }
  }

  /// Whether it is about the end of a file of lines.
  var isTornTail: Bool {
    if case .tornTail = kind { true } else { false }
  }

  package var severity: Severity {
    switch kind {
    case .leftover, .unfinishedCommit, .tornTail, .otherLayout, .exposed, .olderRules: .warning
    case .unexpected: file.hasPrefix(StateFolder.accounts.path + "/") ? .error : .warning
    default: .error
    }
  }

  /// The stable word of the problem in documents.
  package var code: String {
    switch kind {
    case .leftover: "leftover"
    case .unfinishedCommit: "unfinishedCommit"
    case .tornTail: "tornTail"
    case .otherLayout: "otherLayout"
    case .unexpected: "unexpectedFile"
    case .unusable: "unusableFile"
    case .missing: "missingFile"
    case .differs, .lineDiffers: "differsFromJournal"
    case .linesMissing: "linesMissing"
    case .linesAdded: "linesAdded"
    case .contentDiffers: "contentDiffers"
    case .unplayable: "unplayableJournal"
    case .olderRules: "olderRules"
    case .key(let kind): kind.rawValue
    case .exposed: "keyExposed"
    }
  }
}
