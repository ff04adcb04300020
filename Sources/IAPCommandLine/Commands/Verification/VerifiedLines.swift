import IAPCore

/// The results of a block of lines: what to print, and how bad they are.
struct VerifiedLines {
  var output: [UInt8] = []
  var count = 0
  var refused = 0
  var worst = ExitCode.success
  /// The first line that is refused: its number from 1, and why.
  var firstFailure: (line: Int, failure: VerificationFailure)?
}

/// Verifies the lines of blocks on one core.
final class LineWorker {
  private let lines: LineVerifier
  private let question: PurchaseQuestion?
  private let isJSON: Bool
  private let isQuiet: Bool

  init(_ request: VerificationRequest, question: PurchaseQuestion?, isJSON: Bool, isQuiet: Bool) {
    lines = LineVerifier(request.verifier)
    self.question = question
    self.isJSON = isJSON
    self.isQuiet = isQuiet
  }

  func work(_ block: LineBlock) -> VerifiedLines {
    var results = VerifiedLines()
    results.output.reserveCapacity(block.bytes.count / 3)
    if block.isOverlong {
      let limit = LineBlocks.maximumLineBytes
      let failure = VerificationFailure.tooLarge(part: "line", bytes: limit + 1, limit: limit)
      add([lines.verifier.verify(.unreadable(failure))], to: &results, block)
    }
    block.forEachLine { line in
      if question == nil, let quick = lines.verifyQuickly(line) {
        results.count += 1
        write(quick, to: &results.output)
      } else {
        add(lines.verify(line), to: &results, block)
      }
    }
    return results
  }

  /// A line that holds several inputs has one result, as a file would.
  private func add(
    _ reports: [VerificationReport],
    to results: inout VerifiedLines,
    _ block: LineBlock
  ) {
    let outcome = VerificationOutcome(reports.map { VerifiedInput(report: $0) }, question: question)
    results.count += 1
    let code = outcome.exitCode
    if code.isWorse(than: results.worst) { results.worst = code }
    if code != .success, code != .no {
      results.refused += 1
      if results.firstFailure == nil, let failure = outcome.failure {
        results.firstFailure = (block.firstLine + results.count, failure)
      }
    }
    guard !isQuiet || isJSON else { return }
    if isJSON {
      results.output += JSONWriter.bytes(outcome.json, layout: .line)
      results.output.append(0x0A)
    } else {
      results.output += Array(outcome.line.utf8)
      results.output.append(0x0A)
    }
  }

  private func write(_ quick: QuickTransaction, to output: inout [UInt8]) {
    guard isJSON else {
      if !isQuiet { output += "verified: a transaction, signed by \(quick.signer.words)\n".utf8 }
      return
    }
    output += Self.start
    if let environment = quick.environment {
      output += Self.environment
      output += environment
      output.append(UInt8(ascii: "\""))
    }
    output += Self.payload
    output += quick.payload
    output += Self.signer
    output += quick.signer.rawValue.utf8
    output += Self.end
    for (index, warning) in quick.warnings.enumerated() {
      output += index == 0 ? "\"".utf8 : ",\"".utf8
      output += warning.words.utf8
      output.append(UInt8(ascii: "\""))
    }
    output += "]}\n".utf8
  }

  private static let start = Array(
    #"{"authentic":true,"forThisApp":true,"kind":"transaction","verified":true"#.utf8
  )
  private static let environment = Array(#","environment":""#.utf8)
  private static let payload = Array(#","payload":"#.utf8)
  private static let signer = Array(#","signedBy":""#.utf8)
  private static let end = Array(#"","warnings":["#.utf8)
}

/// What is said of one line or one set of inputs.
struct VerificationOutcome {
  private let results: [VerifiedInput]
  private let check: PurchaseCheck?
  private let checkFailure: Diagnostic?
  /// What to type instead; `nil`: what the failure itself advises.
  var hint: String?

  /// Asks the question of everything that was accepted together.
  init(_ results: [VerifiedInput], question: PurchaseQuestion?) {
    var results = results
    var check: PurchaseCheck?
    var failure: Diagnostic?
    let accepted = results.filter(\.report.isAccepted)
    if let question, !accepted.isEmpty {
      let records = accepted.reduce(into: PurchaseRecords()) { $0.add($1.report.records) }
      do throws(Diagnostic) {
        check = try question.check(records)
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
    checkFailure = failure
  }

  var exitCode: ExitCode {
    var codes = results.map(\.exitCode)
    if let check, check.result != .purchased { codes.append(.no) }
    if let checkFailure { codes.append(checkFailure.exitCode) }
    return codes.reduce(.success) { $1.isWorse(than: $0) ? $1 : $0 }
  }

  /// The first failure of the worst kind.
  var failure: VerificationFailure? {
    let failures = results.compactMap(\.report.failure)
    return failures.first { $0.exitCode == exitCode } ?? failures.first
  }

  /// What stands on standard error; `nil`: nothing went wrong.
  var diagnostic: Diagnostic? {
    guard let failure else { return checkFailure }
    let refused = results.count { !$0.report.isAccepted }
    let place = results.count > 1 ? "\(refused) of \(results.count) inputs refused, first: " : ""
    return Diagnostic(
      code: failure.code,
      message: place + failure.words,
      hint: hint ?? failure.hint,
      exitCode: failure.exitCode
    )
  }

  var warnings: [String] {
    var seen: Set<String> = []
    let all = results.flatMap(\.warnings) + (check?.warnings.map(\.words) ?? [])
    return all.filter { seen.insert($0).inserted }
  }

  /// One input's document, or `{"results":[...]}` for several.
  var json: JSONValue { results.count == 1 ? results[0].json : report.json }

  var report: VerifiedInputs { VerifiedInputs(results: results, check: check) }

  var single: VerifiedInput? { results.count == 1 ? results[0] : nil }

  /// For people, on one line.
  var line: String {
    var page = TextPage()
    if let single { single.write(to: &page) } else { report.write(to: &page) }
    var text = page.lines.first?.rendered(inColor: false) ?? "no inputs"
    if let sentence = (single?.check ?? check)?.sentence {
      text += "; " + sentence.rendered(inColor: false)
    }
    return text
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
