import IAPCore

/// What the doctor found; empty: the state folder is sound.
struct DoctorReport: Report {
  struct Problem {
    let severity: StateProblem.Severity
    let code: String
    let file: String
    let message: String
    let hint: String?

    init(
      _ severity: StateProblem.Severity,
      _ code: String,
      _ file: String,
      _ message: String,
      hint: String? = nil
    ) {
      self.severity = severity
      self.code = code
      self.file = file
      self.message = message
      self.hint = hint
    }
  }

  let problems: [Problem]

  var json: JSONValue {
    .object([
      "problems": .array(
        problems.map { problem in
          .object([
            "severity": .string(problem.severity.rawValue),
            "code": .string(problem.code),
            "file": .string(problem.file),
            "path": .string(""),
            "message": .string(problem.message),
            "hint": problem.hint.map { .string($0) },
          ])
        }
      )
    ])
  }

  func write(to page: inout TextPage) {
    if problems.isEmpty { return page.line(StyledText("the store is sound", .good)) }
    for problem in problems {
      let style: StyledText.Style = problem.severity == .error ? .bad : .warning
      page.line(
        StyledText(problem.severity.rawValue, style)
          + StyledText(": \(problem.file): \(problem.message)")
      )
      if let hint = problem.hint { page.line(StyledText("  hint: " + hint)) }
    }
  }

  /// What goes to stderr as well; `nil`: nothing is an error.
  var diagnostic: Diagnostic? {
    let errors = problems.filter { $0.severity == .error }
    guard let first = errors.first else { return nil }
    return Diagnostic(
      code: first.code,
      message: errors.count == 1
        ? "the store is not sound" : "the store is not sound: \(errors.count) errors",
      why: "\(first.file): \(first.message)",
      hint: first.hint,
      exitCode: .unusableStore
    )
  }

  var exitCode: ExitCode {
    problems.contains { $0.severity == .error } ? .unusableStore : .success
  }
}

extension DoctorReport.Problem {
  init(_ diagnostic: Diagnostic, file: String) {
    self.init(
      .error,
      diagnostic.code,
      file,
      Self.words(diagnostic),
      hint: diagnostic.hint
    )
  }

  init(_ problem: StateProblem, isRepaired: Bool = false) {
    self.init(
      problem.severity,
      problem.code,
      problem.file,
      Self.words(problem, isRepaired: isRepaired),
      hint: Self.hint(problem)
    )
  }

  /// What was made again, a warning; all the more so where something was lost.
  init(_ rebuilding: Rebuilding) {
    let count = rebuilding.events == 1 ? "its one event" : "its \(rebuilding.events) events"
    let events = "every other state file was made again from \(count)"
    let lost = rebuilding.breaksOff.map { failure in
      "; what came after them is lost: " + Self.words(failure.diagnostic)
    }
    self.init(.warning, "rebuilt", StateFile.journal.path, events + (lost ?? ""))
  }

  /// What the configuration was made from; `nil`: it was sound.
  init?(_ sound: SoundConfiguration) {
    let words: String
    switch sound.origin {
    case .file: return nil
    case .snapshot(let name): words = "is as in the snapshot '\(name)'"
    case .purchases:
      let configuration = sound.configuration
      words =
        "was made again from what was bought: \(configuration.bundleID), "
        + "\(configuration.environment.rawValue); what was loaded stays in use, "
        + "whatever becomes of the catalogue's file"
    }
    self.init(.warning, "configurationMadeAgain", StateFile.configuration.path, words)
  }

  /// An interrupted command that cannot be brought to its end.
  init(brokenCommit failure: StorageFailure) {
    self.init(
      .error,
      "corrupt",
      failure.path,
      "an acknowledged command was interrupted, and cannot be read any more: "
        + Self.words(failure.diagnostic),
      hint: "iap doctor --rebuild --accept-loss"
    )
  }

  /// Something that leads on: an error is mended from the journal, or where that cannot help, anew.
  private static func hint(_ problem: StateProblem) -> String? {
    guard problem.severity == .error else { return nil }
    switch problem.kind {
    case .key: return "iap store keys rotate"
    case .unusable(.newer): return "iap version"
    case .unusable(.wrongKind): return "iap explain wrongKind"
    case .unusable(.permission), .unusable(.io), .unusable(.diskFull), .unusable(.readOnly),
      .unusable(.locked):
      return StorageFailure(problem.file, .permission).diagnostic.hint
    default: break
    }
    let folder = problem.file.split(separator: "/")
    if folder.count > 1, folder[0] == StateFolder.snapshots.path {
      return "iap snapshot save \(ShellWord.quoted(String(folder[1]))) --force"
    }
    return "iap doctor --rebuild"
  }

  private static func words(_ problem: StateProblem, isRepaired: Bool) -> String {
    let repair = isRepaired ? ", repaired" : ", the next command that writes repairs it"
    return switch problem.kind {
    case .leftover: "an interrupted command left it" + repair
    case .unfinishedCommit: "an acknowledged command was interrupted" + repair
    case .tornTail(let bytes): "\(bytes) bytes at the end were never committed" + repair
    case .otherLayout: "the same data in another layout than iap writes"
    case .unexpected: "no command made it"
    case .unusable(let reason): words(StorageFailure(problem.file, reason).diagnostic)
    case .missing: "is missing, the journal says that it should be there"
    case .differs(let difference): "says something else than the journal: \(difference.words)"
    case .lineDiffers(let line, let difference):
      "line \(line) says something else than the journal: \(difference.words)"
    case .linesMissing(let line, let count): "\(count) lines are missing from line \(line) on"
    case .linesAdded(let line, let count):
      "\(count) lines from line \(line) on are not explained by the journal"
    case .contentDiffers: "the content is not what the name, a SHA-256, says"
    case .unplayable(let failure):
      "the journal cannot be played again: \(words(failure.diagnostic))"
    case .olderRules(let rules, let events):
      "\(events) events were played by rules \(rules), before this iap's rules"
        + " \(StoreHeader.currentRules): that may be the difference"
    case .key(let kind): words(kind)
    case .exposed(let mode):
      "others than its owner may read it (mode 0\(String(mode, radix: 8)))" + repair
    }
  }

  private static func words(_ diagnostic: Diagnostic) -> String {
    [diagnostic.message, diagnostic.why].compactMap(\.self).joined(separator: ": ")
  }

  private static func words(_ kind: KeyProblem.Kind) -> String {
    switch kind {
    case .missing: "is missing: the store cannot sign"
    case .unreadable: "is no key with its certificates"
    case .mismatch: "the private key is not that of its certificate"
    case .brokenChain: "a certificate is not signed by the one that follows it"
    case .otherAuthority: "the certificates do not lead to the store's own root"
    }
  }
}

extension JSONDifference {
  /// `date: found 1, expected 2`.
  fileprivate var words: String {
    let place = path.isEmpty ? "" : path + ": "
    return "\(place)found \(found ?? "nothing"), expected \(expected ?? "nothing")"
  }
}
