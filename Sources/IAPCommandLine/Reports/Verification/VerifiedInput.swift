import IAPCore

/// The answer for one input: what was found out, and what was asked of it.
struct VerifiedInput: Report {
  var report: VerificationReport
  /// The file, where several were given; `nil`: one.
  var file: String?
  /// `nil`: no product was asked about, or the input answers nothing.
  var check: PurchaseCheck?
  var isExplained = false
  /// Why the file could not be read; `nil`: it was.
  var unreadable: Diagnostic?

  /// What is wrong with the input; `nil`: it is accepted.
  var failure: Diagnostic? {
    unreadable
      ?? report.failure.map {
        Diagnostic(code: $0.code, message: $0.words, hint: $0.hint, exitCode: $0.exitCode)
      }
  }

  /// The worst of the verification and the question.
  var exitCode: ExitCode {
    if let failure { return failure.exitCode }
    guard let check else { return .success }
    return check.result == .purchased ? .success : .no
  }

  var warnings: [String] {
    report.warnings.map(\.words) + (check?.warnings.map(\.words) ?? [])
  }

  var json: JSONValue {
    .object([
      "file": file.map { .string($0) },
      "kind": .string(report.kind?.rawValue ?? "unknown"),
      "verified": .boolean(report.isVerified),
      "authentic": .boolean(report.isAuthentic),
      "forThisApp": report.isForThisApp.map { .boolean($0) },
      "signedBy": .string(report.signer.rawValue),
      "failure": failure.map { .string($0.code) },
      "message": failure.map { .string($0.message) },
      "environment": report.environment.map { .string($0.rawValue) },
      "payload": report.payload ?? .null,
      "check": check?.document,
      "warnings": .strings(warnings),
      "steps": isExplained ? .array(report.steps.map(\.json)) : nil,
    ])
  }

  func write(to page: inout TextPage) {
    page.line(headline)
    var facts = TextTable("", "")
    for (name, value) in VerifiedFacts(report).rows {
      facts.add(StyledText(name), StyledText(value))
    }
    for line in facts.lines().dropFirst() { page.line(StyledText("  ") + line) }
    check?.write(to: &page)
    guard isExplained, !report.steps.isEmpty else { return }
    page.line()
    writeSteps(to: &page)
  }

  /// What a line of many says of its transaction beside the verdict; `nil`: it holds none, or is
  /// refused.
  var subject: String? {
    guard failure == nil, let transaction = VerifiedFacts(report).transaction,
      let id = transaction["transactionId"]?.string,
      let product = transaction["productId"]?.string
    else { return nil }
    return TerminalText.visible("; transaction \(id) of \(product)")
  }

  /// Every step and its outcome.
  func writeSteps(to page: inout TextPage) {
    guard !report.steps.isEmpty else { return }
    var table = TextTable("STEP", "OUTCOME", "DETAIL")
    for step in report.steps {
      table.add(
        StyledText(step.name.rawValue),
        StyledText(step.outcomeWord, step.style),
        StyledText(step.detail ?? "")
      )
    }
    page.table(table)
  }

  private var headline: StyledText {
    let name = file.map { "\($0): " } ?? ""
    let kind = report.kind?.words ?? "unknown data"
    if let failure {
      return StyledText(name) + StyledText("refused", .bad) + StyledText(": \(failure.message)")
    }
    guard report.isVerified else {
      return StyledText(name) + StyledText("not verified", .warning)
        + StyledText(": \(kind), unsigned")
    }
    return StyledText(name) + StyledText("verified", .good)
      + StyledText(": \(kind), signed by \(report.signer.words)")
  }
}

extension Signer {
  /// What people call whoever signed.
  var words: String {
    switch self {
    case .apple: "Apple"
    case .store: "this store"
    case .custom: "a root that was named"
    case .none: "nobody"
    }
  }
}

extension VerificationStep {
  var json: JSONValue {
    .object([
      "step": .string(name.rawValue), "outcome": .string(jsonWord),
      "failure": failure.map { .string($0.code) }, "detail": detail.map { .string($0) },
    ])
  }

  private var failure: VerificationFailure? {
    if case .failed(let failure) = outcome { failure } else { nil }
  }

  private var jsonWord: String { outcome == .notReached ? "notReached" : outcomeWord }

  fileprivate var style: StyledText.Style {
    switch outcome {
    case .passed: .good
    case .failed: .bad
    case .skipped: .warning
    case .notReached: .faint
    }
  }
}

extension PurchaseCheck {
  /// The answer, and below it the time that it is for.
  fileprivate func write(to page: inout TextPage, after subject: String = "") {
    page.line(StyledText(subject) + sentence)
    if let time { page.line(StyledText("  " + time)) }
  }
}

/// Several inputs together.
struct VerifiedInputs: Report {
  var results: [VerifiedInput]
  /// One question to all accepted inputs together.
  var check: PurchaseCheck?
  /// What is to be said of all of them together, in words.
  var warnings: [String] = []

  var json: JSONValue {
    .object([
      "results": .array(results.map(\.json)), "check": check?.document,
      "warnings": warnings.isEmpty ? nil : .strings(warnings),
    ])
  }

  func write(to page: inout TextPage) {
    if results.isEmpty { page.line("no inputs") }
    for result in results { result.write(to: &page) }
    check?.write(to: &page, after: "all inputs together: ")
  }
}
