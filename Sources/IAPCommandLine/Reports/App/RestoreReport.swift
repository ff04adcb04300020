import IAPCore

/// The answer to restoring: restored, failed, or nothing.
struct RestoreReport: Report {
  let result: RestoreResult

  var json: JSONValue {
    .object([
      "restored": .array(result.restored.map { JSONValueEncoder.encode($0) }),
      "failed": .array(
        result.failed.map { failure in
          .object([
            "productId": .string(failure.productID.rawValue),
            "code": .string(failure.code),
            "message": .string(Self.message(failure)),
          ])
        }
      ),
    ])
  }

  func write(to page: inout TextPage) {
    if result.restored.isEmpty, result.failed.isEmpty { return page.line("nothing to restore") }
    if !result.restored.isEmpty {
      page.line(StyledText("restored", .good) + " \(result.restored.count)")
      page.table(TransactionText.table(result.restored))
    }
    for failure in result.failed {
      page.line(StyledText("failed", .bad) + " \(failure.productID): \(Self.message(failure))")
    }
  }

  private static func message(_ failure: RestoreFailure) -> String {
    Explanation.of(failure.code)?.meaning ?? failure.code
  }

  /// What goes to stderr as well; `nil` where everything was restored.
  var diagnostic: Diagnostic? {
    guard let first = result.failed.first else { return nil }
    return Diagnostic(
      code: first.code,
      message: "\(result.failed.count) of \(result.failed.count + result.restored.count) "
        + "purchases were not restored",
      why: "\(first.productID): \(Self.message(first))",
      exitCode: .refused
    )
  }
}
