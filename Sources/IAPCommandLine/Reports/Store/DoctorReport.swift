import IAPCore

/// What the doctor found; empty: the state folder is sound.
struct DoctorReport: Report {
  enum Severity: String {
    case error
    case warning
  }

  struct Problem {
    let severity: Severity
    let code: String
    let file: String
    let message: String
    let hint: String?
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

  var exitCode: ExitCode {
    problems.contains { $0.severity == .error } ? .unusableStore : .success
  }
}

extension DoctorReport.Problem {
  init(_ problem: StoreProblem) {
    switch problem.kind {
    case .differs:
      self.init(
        severity: .error,
        code: "disagrees",
        file: problem.file,
        message: "is not what the journal gives",
        hint: "iap record > story.json keeps what the journal tells"
      )
    case .missing:
      self.init(
        severity: .error,
        code: "stateMissing",
        file: problem.file,
        message: "is missing, the journal gives it",
        hint: "iap record > story.json keeps what the journal tells"
      )
    case .unexpected:
      self.init(
        severity: .warning,
        code: "unexpectedFile",
        file: problem.file,
        message: "the journal knows nothing of it",
        hint: nil
      )
    case .keysMissing:
      self.init(
        severity: .error,
        code: "noKeys",
        file: problem.file,
        message: "the store has no keys",
        hint: "iap store keys rotate"
      )
    }
  }

  init(_ diagnostic: Diagnostic, file: String) {
    self.init(
      severity: .error,
      code: diagnostic.code,
      file: file,
      message: [diagnostic.message, diagnostic.why].compactMap(\.self).joined(separator: ": "),
      hint: diagnostic.hint
    )
  }
}
