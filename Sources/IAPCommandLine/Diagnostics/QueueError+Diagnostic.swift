import IAPCore

extension QueueError: Explainable {
  package var diagnostic: Diagnostic {
    switch self {
    case .unknownTransaction(let text):
      return Diagnostic(
        code: "unknownTransaction",
        message: "no transaction '\(text)' of this account, and nothing unfinished of that product",
        hint: "iap queue",
        exitCode: .notFound
      )
    case .otherAccount(let text, let account):
      return Diagnostic(
        code: "unknownTransaction",
        message: "no transaction '\(text)' of this account",
        why: "it belongs to the account '\(account)'",
        hint: "iap finish \(ShellWord.quoted(text)) --account \(account)",
        exitCode: .notFound
      )
    case .unverified(let id, let code):
      return Diagnostic(
        code: code,
        message: "transaction \(id) cannot be finished: it was not verified",
        why: Explanation.of(code)?.meaning,
        hint: "iap explain \(code)",
        exitCode: .invalid
      )
    case .stillPending(let text, let request):
      return Diagnostic(
        code: "stillPending",
        message: "'\(text)' cannot be finished yet",
        why: request.map { "\($0) waits for a decision" } ?? "it waits for a decision",
        hint: request.map { "iap store approve \($0)" },
        exitCode: .refused
      )
    case .unfinishedTransaction(let id, let product):
      return Diagnostic(
        code: "unfinishedTransaction",
        message: "'\(product)' was bought and is not finished",
        why: "transaction \(id) stands in the queue",
        hint: "iap finish \(id)",
        exitCode: .refused
      )
    case .downloadsUnfinished(let id, let contents):
      return Diagnostic(
        code: "downloadsUnfinished",
        message: "transaction \(id) has content that is not downloaded",
        why: contents.joined(separator: ", "),
        hint: "iap downloads start \(id)",
        exitCode: .refused
      )
    }
  }
}

extension DownloadError: Explainable {
  package var diagnostic: Diagnostic {
    switch self {
    case .unknownTransaction(let text):
      Diagnostic(
        code: "unknownTransaction",
        message: "no unfinished transaction '\(text)' of this account",
        hint: "iap queue",
        exitCode: .notFound
      )
    case .noContent(let id, let product):
      Diagnostic(
        code: "noHostedContent",
        message: "transaction \(id) of '\(product)' has no hosted content",
        exitCode: .notFound
      )
    case .notPossible(let action, let id, let states):
      Diagnostic(
        code: "downloadState",
        message: "cannot \(action.rawValue) the download of transaction \(id)",
        why: "it is " + states.map(\.rawValue).joined(separator: ", "),
        hint: "iap downloads",
        exitCode: .refused
      )
    }
  }
}
