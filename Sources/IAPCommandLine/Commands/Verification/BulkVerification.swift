import IAPCore

/// `iap verify --lines`: one input a line, one result a line, on every core.
struct BulkVerification {
  let context: CommandContext
  let request: VerificationRequest
  let question: PurchaseQuestion?

  /// What all lines of all files come to.
  private struct Total {
    var count = 0
    var refused = 0
    var unanswered = 0
    var worst = ExitCode.success
    /// Where the first line that is refused stands, and why it is.
    var firstFailure: (place: String, diagnostic: Diagnostic)?

    /// `2 of 5 lines refused, 1 without an answer`.
    var words: String {
      guard unanswered > 0 else { return "\(refused) of \(count) lines refused" }
      guard refused > 0 else { return "\(unanswered) of \(count) lines without an answer" }
      return "\(refused) of \(count) lines refused, \(unanswered) without an answer"
    }
  }

  func run() throws -> ExitCode {
    var total = Total()
    var progress = Progress(context)
    let paths = context.options.words
    var unreadable: [Diagnostic] = []
    for path in paths {
      do {
        try verify(path, &total, &progress)
      } catch let failure as FileFailure where paths.count > 1 {
        unreadable.append(failure.diagnostic)
      }
      if context.output.isClosed { break }
    }
    progress.finish()
    if total.count == 0, unreadable.isEmpty, !context.output.isClosed,
      !context.environment.isInterrupted()
    {
      context.output.fail(VerificationOutcome.nothingGiven)
      return VerificationOutcome.nothingGiven.exitCode
    }
    for diagnostic in unreadable {
      context.output.fail(diagnostic)
      if diagnostic.exitCode.isWorse(than: total.worst) { total.worst = diagnostic.exitCode }
    }
    if let failure = total.firstFailure {
      var diagnostic = failure.diagnostic
      diagnostic.message =
        "\(total.words), first \(failure.place): " + diagnostic.message
      diagnostic.exitCode = total.worst
      context.output.fail(diagnostic)
    }
    return total.worst
  }

  private func verify(
    _ path: String,
    _ total: inout Total,
    _ progress: inout Progress
  ) throws {
    let source = try context.source(path)
    let (isJSON, isQuiet) = (context.output.isJSON, context.output.isQuiet)
    let isOneOfSeveral = context.options.words.count > 1
    let (request, question) = (request, question)
    var sum = total
    var shown = progress
    try LineRun(context: context).run(source) {
      let worker = LineWorker(request, question: question, isJSON: isJSON, isQuiet: isQuiet)
      return worker.work
    } deliver: { lines in
      context.output.write(lines.output)
      sum.count += lines.count
      sum.refused += lines.refused
      sum.unanswered += lines.unanswered
      if lines.worst.isWorse(than: sum.worst) { sum.worst = lines.worst }
      if sum.firstFailure == nil, let (line, diagnostic) = lines.firstFailure {
        sum.firstFailure = (isOneOfSeveral ? "'\(path):\(line)'" : "line \(line)", diagnostic)
      }
      shown.update(sum.count)
      return !context.output.isClosed && !context.environment.isInterrupted()
    }
    total = sum
    progress = shown
  }
}

/// How far a long command is, on a terminal's standard error.
private struct Progress {
  private let context: CommandContext
  private let isShown: Bool
  private var next = 0

  private static let step = 10_000

  init(_ context: CommandContext) {
    self.context = context
    isShown = context.environment.terminal.isErrorTerminal && !context.output.isQuiet
  }

  mutating func update(_ count: Int) {
    guard isShown, count >= next else { return }
    next = count + Self.step
    write("\r\(count) lines")
  }

  /// Wipes the line, so that what follows starts clean.
  func finish() {
    if isShown, next > 0 { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) {
    try? context.environment.errors.write(Array(text.utf8))
  }
}
