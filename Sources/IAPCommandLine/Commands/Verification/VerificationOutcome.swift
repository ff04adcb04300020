import IAPCore

/// What is said of one line or one set of inputs.
struct VerificationOutcome {
  fileprivate let results: [VerifiedInput]
  private let check: PurchaseCheck?
  private let checkFailure: Diagnostic?
  /// What is to be said of the inputs together, where a question was asked of them.
  private let mixtureWarnings: [VerificationWarning]
  /// What to type instead; `nil`: what the failure itself advises.
  var hint: String?

  /// Asks the question of everything that was accepted together.
  ///
  /// Only what can hold a purchase answers it: of the others, "not purchased" would be made up.
  init(_ results: [VerifiedInput], question: PurchaseQuestion?) {
    var results = results
    var check: PurchaseCheck?
    var failure: Diagnostic?
    var mixtureWarnings: [VerificationWarning] = []
    let accepted = results.filter { $0.failure == nil }
    if question != nil, !accepted.isEmpty, !accepted.contains(where: \.report.canTellOfPurchases) {
      failure = .noPurchases
    } else if let question, !accepted.isEmpty {
      let received = accepted.reduce(into: ReceivedRecords()) {
        $0.add($1.report.records, isSigned: $1.report.isAuthentic)
      }
      let (records, warnings) = received.together()
      mixtureWarnings = warnings
      do throws(Diagnostic) {
        check = try question.check(records)
        check?.warnings.removeAll { warning in accepted.contains { $0.hasSaid(warning) } }
      } catch {
        failure = error
      }
    }
    if results.count == 1 {
      results[0].check = check
      check = nil
    }
    self.results = results
    self.check = check
    self.mixtureWarnings = mixtureWarnings
    checkFailure = failure
  }

  var exitCode: ExitCode {
    // Nothing was judged: that is no yes.
    var codes = results.isEmpty ? [ExitCode.invalid] : results.map(\.exitCode)
    if let check, check.result != .purchased { codes.append(.no) }
    if let checkFailure { codes.append(checkFailure.exitCode) }
    return codes.reduce(.success) { $1.isWorse(than: $0) ? $1 : $0 }
  }

  /// The first failure of the worst kind; `nil`: nothing was refused, or only because of a "no".
  var firstDiagnostic: Diagnostic? {
    let failures = results.compactMap(\.failure).filter { $0.exitCode != .no }
    let worst = failures.first { $0.exitCode == exitCode } ?? failures.first
    return worst ?? checkFailure
  }

  /// What stands on standard error; `nil`: nothing went wrong, a "no" being an answer.
  var diagnostic: Diagnostic? {
    guard !results.isEmpty else { return Self.nothingGiven }
    let failures = results.compactMap(\.failure).filter { $0.exitCode != .no }
    guard var diagnostic = firstDiagnostic, !failures.isEmpty else { return checkFailure }
    if results.count > 1 {
      let place = "\(failures.count) of \(results.count) inputs refused, first: "
      diagnostic.message = place + diagnostic.message
    }
    diagnostic.hint = hint ?? diagnostic.hint
    return diagnostic
  }

  /// An empty file or list: whoever asks a script's exit status must not hear a yes.
  static let nothingGiven = Diagnostic(
    code: "nothingGiven",
    message: "there is nothing to verify in the input",
    hint: "iap help verify",
    exitCode: .invalid
  )

  var warnings: [String] {
    var seen: Set<String> = []
    let all = results.flatMap(\.warnings) + report.warnings
    return all.filter { seen.insert($0).inserted }
  }

  /// One input's document, or `{"results":[...]}` for several.
  var json: JSONValue { results.count == 1 ? results[0].json : report.json }

  var report: VerifiedInputs {
    VerifiedInputs(
      results: results,
      check: check,
      warnings: mixtureWarnings.map(\.words) + (check?.warnings.map(\.words) ?? [])
    )
  }

  /// True: nothing was refused, and the question has no answer.
  var isUnanswered: Bool { checkFailure != nil && results.allSatisfy { $0.failure == nil } }

  var single: VerifiedInput? { results.count == 1 ? results[0] : nil }

  /// For people, on one line.
  var line: String {
    var page = TextPage()
    if let single { single.write(to: &page) } else { report.write(to: &page) }
    var text = page.lines.first?.rendered(inColor: false) ?? "no inputs"
    if let subject = single?.subject { text += subject }
    if let check = single?.check ?? check {
      text += "; " + check.sentence.rendered(inColor: false)
      if let date = check.asOf { text += ", as of \(date.forPeople)" }
    }
    return text
  }
}

extension VerificationOutcome {
  /// The steps of all inputs for people, indented; empty unless they are to be explained.
  var steps: [String] {
    var page = TextPage()
    for result in results where result.isExplained { result.writeSteps(to: &page) }
    return page.lines.map { "  " + $0.rendered(inColor: false) }
  }
}

extension VerifiedInput {
  /// Whether the reader of the data has warned of the same already (case A10: at most once).
  fileprivate func hasSaid(_ warning: EntitlementWarning) -> Bool {
    guard case .conflictingCopies(let id) = warning else { return false }
    return report.warnings.contains(.copiesDiffer(transactionID: id.rawValue))
  }
}

extension ExitCode {
  /// For several inputs the worst counts: what cannot be read or believed is worse than what cannot
  /// be told now, and that is worse than "no".
  func isWorse(than other: ExitCode) -> Bool { rank > other.rank }

  private var rank: Int {
    switch self {
    case .success: 0
    case .no: 1
    case .pending: 2
    case .cannotTell: 3
    case .notFound: 5
    case .invalid: 4
    case .refused, .usage: 6
    case .unusableStore: 7
    }
  }
}
