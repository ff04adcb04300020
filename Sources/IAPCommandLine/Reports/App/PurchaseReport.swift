import IAPCore

/// The answer to a purchase.
struct PurchaseReport: Report {
  let product: ProductID
  let result: PurchaseResult
  let isFinished: Bool
  /// True: the store's setting `tamper` breaks what it signs.
  var isTampering = false
  /// What the user named, for the command that is advised.
  var global = GlobalOptions()

  var json: JSONValue {
    .object([
      "result": .string(result.result.rawValue),
      "code": result.code.map { .string($0) },
      "finished": .boolean(isFinished),
      "requestId": result.requestID.map { .string($0.rawValue) },
      "merged": result.isMerged ? .boolean(true) : nil,
      "transaction": result.transaction.map { JSONValueEncoder.encode($0) },
    ])
  }

  func write(to page: inout TextPage) {
    page.line(headline)
    if let transaction = result.transaction {
      page.table(TransactionText.table([transaction]))
      if !isFinished, result.result != .unverified {
        page.line(StyledText("not finished: " + global.completing("iap finish \(transaction.id)")))
      }
    }
  }

  /// The first line: what came of it.
  var headline: StyledText {
    switch result.result {
    case .purchased: StyledText("purchased", .good) + " \(product)"
    case .planChangeScheduled:
      StyledText("plan change scheduled", .good) + ": \(product) \(beginning)"
    case .offerScheduled:
      StyledText("offer accepted", .good)
        + ": \(product) from the next charge on, nothing was charged now"
    case .planChangeCancelled:
      StyledText("plan change cancelled", .good) + ": \(product) goes on, nothing was charged"
    case .renewalEnabled:
      StyledText("renewal enabled", .good) + ": \(product) goes on, nothing was charged"
    case .alreadyOwned: StyledText("already owned", .good) + ": \(product), nothing was charged"
    case .pending: StyledText("pending", .warning) + ": \(product) waits for approval" + request
    case .interrupted:
      StyledText("interrupted", .warning) + ": \(product) waits for the customer" + request
    case .userCancelled: StyledText("cancelled", .bad) + ": \(product) was not bought"
    case .failed: StyledText("failed", .bad) + ": \(product) was not bought" + code
    case .unverified:
      StyledText("unverified", .bad) + ": \(product) grants nothing" + code
    }
  }

  /// When the other plan begins: what a commitment still owes comes before it (rule P-9).
  private var beginning: String {
    guard let commitment = result.transaction?.commitmentInfo,
      commitment.billingPeriodNumber < commitment.totalBillingPeriods
    else { return "from the next period on" }
    return "when the commitment ends, \(commitment.commitmentExpiresDate.forPeople)"
  }

  /// What can be typed as it is: the product stands in the place of ID.
  private func hint(_ code: String) -> String? {
    Explanation.of(code)?.command(about: product)
  }

  private var request: StyledText {
    guard let id = result.requestID else { return "" }
    return StyledText(" (\(id)\(result.isMerged ? ", joined to the request that waits" : ""))")
  }

  private var code: StyledText { StyledText(result.code.map { ", \($0)" } ?? "") }

  /// The exit status that the result stands for.
  var exitCode: ExitCode {
    switch result.result {
    case .purchased, .planChangeScheduled, .offerScheduled, .planChangeCancelled, .renewalEnabled,
      .alreadyOwned:
      .success
    case .pending, .interrupted: .pending
    case .userCancelled: .refused
    case .failed: result.code == StoreKitFailure.networkError.rawValue ? .cannotTell : .refused
    case .unverified: .invalid
    }
  }

  /// What goes to stderr as well; `nil` where the result is no failure.
  var diagnostic: Diagnostic? {
    let code = result.code ?? result.result.rawValue
    switch result.result {
    case .userCancelled, .failed:
      return Diagnostic(
        code: code,
        message: "'\(product)' was not bought: \(code)",
        why: Explanation.of(code)?.meaning,
        hint: hint(code),
        exitCode: exitCode
      )
    case .unverified:
      return Diagnostic(
        code: code,
        message: "the transaction for '\(product)' was not verified: \(code)",
        why: Explanation.of(code)?.meaning,
        hint: isTampering ? "iap store set tamper off" : "iap explain \(code)",
        exitCode: exitCode
      )
    default: return nil
    }
  }
}
