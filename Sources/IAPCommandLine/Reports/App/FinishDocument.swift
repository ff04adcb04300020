import IAPCore

/// What finishing came to.
struct FinishDocument: Report {
  let report: FinishReport

  var json: JSONValue {
    .object([
      "finished": .strings(report.finished),
      "alreadyFinished": .strings(report.alreadyFinished),
      "failed": .array(
        report.failed.map { failure in
          .object([
            "transactionId": .string(failure.transactionID.rawValue),
            "reason": .string(Self.words(failure.reason)),
          ])
        }
      ),
    ])
  }

  func write(to page: inout TextPage) {
    for id in report.finished { page.line(StyledText("finished", .good) + " \(id)") }
    for id in report.alreadyFinished { page.line("already finished \(id)") }
    for failure in report.failed {
      let words = Self.words(failure.reason)
      page.line(StyledText("not finished", .bad) + " \(failure.transactionID): \(words)")
    }
    let count = report.finished.count + report.alreadyFinished.count + report.failed.count
    if count == 0 { page.line("nothing to finish") }
  }

  static func words(_ reason: FinishReport.Failure.Reason) -> String {
    switch reason {
    case .changedMeanwhile: "a later version arrived while it was delivered"
    case .downloadsUnfinished(let contents):
      "not downloaded yet: " + contents.joined(separator: ", ")
    case .delivery(.exited(let status)): "the program ended with status \(status)"
    case .delivery(.killed(let signal)): "the program was ended by signal \(signal)"
    case .delivery(.timedOut(let limit)): "the program did not end within \(limit) ms"
    case .delivery(.notStarted(let text)): "the program did not start: \(text)"
    }
  }

  /// What goes to stderr as well; `nil` where nothing failed.
  var diagnostic: Diagnostic? {
    guard let first = report.failed.first else { return nil }
    return Diagnostic(
      code: "notDelivered",
      message: report.failed.count == 1
        ? "1 transaction is not finished"
        : "\(report.failed.count) transactions are not finished",
      why: "\(first.transactionID): \(Self.words(first.reason))",
      hint: "iap queue",
      exitCode: .refused
    )
  }
}
