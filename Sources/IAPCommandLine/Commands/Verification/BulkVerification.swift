import IAPCore

/// `iap verify --lines`: one input a line, one result a line, on every core.
struct BulkVerification {
  let context: CommandContext
  let request: VerificationRequest
  let question: PurchaseQuestion?

  func run() throws -> ExitCode {
    var total = VerifiedLines()
    var progress = Progress(context)
    for path in context.options.words {
      try verify(path, &total, &progress)
      if context.output.isClosed { break }
    }
    progress.finish()
    if let (line, failure) = total.firstFailure {
      context.output.fail(
        Diagnostic(
          code: failure.code,
          message: "\(total.refused) of \(total.count) lines refused, first line \(line): "
            + failure.words,
          hint: failure.hint,
          exitCode: total.worst
        )
      )
    }
    return total.worst
  }

  private func verify(
    _ path: String,
    _ total: inout VerifiedLines,
    _ progress: inout Progress
  ) throws {
    let source = try context.source(path)
    let (isJSON, isQuiet) = (context.output.isJSON, context.output.isQuiet)
    let before = total.count
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
      if lines.worst.isWorse(than: sum.worst) { sum.worst = lines.worst }
      if sum.firstFailure == nil, let (line, failure) = lines.firstFailure {
        sum.firstFailure = (before + line, failure)
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
