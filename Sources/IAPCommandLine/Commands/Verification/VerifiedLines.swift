import IAPCore

/// The results of a block of lines: what to print, and how bad they are.
struct VerifiedLines {
  var output: [UInt8] = []
  var count = 0
  var refused = 0
  /// Lines that are accepted and cannot answer the question.
  var unanswered = 0
  var worst = ExitCode.success
  /// The first line that is refused or cannot tell: its number from 1, and why.
  var firstFailure: (line: Int, diagnostic: Diagnostic)?
}

/// Verifies the lines of blocks on one core.
final class LineWorker {
  private let lines: LineVerifier
  private let question: PurchaseQuestion?
  private let isJSON: Bool
  private let isQuiet: Bool
  private let isExplained: Bool
  private let payloadStart: [UInt8]
  private var latestEnding: (signer: Signer, warnings: [VerificationWarning], bytes: [UInt8])?

  init(_ request: VerificationRequest, question: PurchaseQuestion?, isJSON: Bool, isQuiet: Bool) {
    lines = LineVerifier(request.verifier)
    isExplained = request.explains
    // Where no app was named there is no answer about it.
    let isAppNamed = request.expectations.bundleID != nil
    let start = isAppNamed ? #","forThisApp":true"# : ""
    payloadStart = Array((start + #","kind":"transaction","payload":"#).utf8)
    self.question = question
    self.isJSON = isJSON
    self.isQuiet = isQuiet
  }

  func work(_ block: LineBlock) -> VerifiedLines {
    var results = VerifiedLines()
    results.output.reserveCapacity(block.bytes.count / 3)
    if block.isOverlong {
      let limit = LineBlocks.maximumLineBytes
      let failure = VerificationFailure.tooLarge(part: "line", bytes: nil, limit: limit)
      add([lines.verifier.verify(.unreadable(failure))], to: &results, block)
    }
    block.forEachLine { line in
      if question == nil, let quick = lines.verifyQuickly(line) {
        results.count += 1
        write(quick, number: block.firstLine + results.count, to: &results.output)
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
    let inputs = reports.map { VerifiedInput(report: $0, isExplained: isExplained) }
    let outcome = VerificationOutcome(inputs, question: question)
    results.count += 1
    let code = outcome.exitCode
    if code.isWorse(than: results.worst) { results.worst = code }
    if code != .success, code != .no {
      if outcome.isUnanswered { results.unanswered += 1 } else { results.refused += 1 }
      if results.firstFailure == nil, let diagnostic = outcome.firstDiagnostic {
        results.firstFailure = (block.firstLine + results.count, diagnostic)
      }
    }
    guard !isQuiet || isJSON else { return }
    if isJSON {
      results.output += JSONWriter.bytes(outcome.json, layout: .line)
      results.output.append(0x0A)
    } else {
      let number = block.firstLine + results.count
      results.output += "\(number): \(outcome.line)\n".utf8
      for line in outcome.steps { results.output += "\(line)\n".utf8 }
    }
  }

  private func write(_ quick: QuickTransaction, number: Int, to output: inout [UInt8]) {
    guard isJSON else {
      guard !isQuiet else { return }
      output += "\(number): verified: a transaction, signed by \(quick.signer.words)".utf8
      output += Self.id
      if let id = quick.transactionID { output += id }
      output += Self.product
      if let product = quick.productID { output += product }
      output.append(0x0A)
      return
    }
    output += Self.start
    if let environment = quick.environment {
      output += Self.environment
      output += environment
      output.append(UInt8(ascii: "\""))
    }
    output += payloadStart
    lines.writePayload(of: quick, to: &output)
    output += ending(quick)
  }

  /// What follows the payload; nearly always the same as in the line before.
  private func ending(_ quick: QuickTransaction) -> [UInt8] {
    if let latest = latestEnding, latest.signer == quick.signer, latest.warnings == quick.warnings {
      return latest.bytes
    }
    let warnings = quick.warnings.map { "\"\($0.words)\"" }.joined(separator: ",")
    let text =
      #","signedBy":"\#(quick.signer.rawValue)","verified":true,"warnings":[\#(warnings)]}"# + "\n"
    let bytes = Array(text.utf8)
    latestEnding = (quick.signer, quick.warnings, bytes)
    return bytes
  }

  // The members in the order of their names, as in every document.
  private static let start = Array(#"{"authentic":true"#.utf8)
  private static let environment = Array(#","environment":""#.utf8)
  private static let id = Array("; transaction ".utf8)
  private static let product = Array(" of ".utf8)
}
