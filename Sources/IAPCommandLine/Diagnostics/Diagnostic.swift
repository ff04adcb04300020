package import IAPCore

/// What the user is told when a command cannot do its work.
package struct Diagnostic: Error, Equatable, Sendable {
  /// Stable, in camelCase: what scripts compare and `iap explain` explains.
  package var code: String
  /// What happened, naming the thing and what was found; lower case, no full stop.
  package var message: String
  /// The evidence: which transaction, which date, which clock, what is allowed; `nil`: no more.
  package var why: String?
  /// Something to type; `nil`: nothing helps.
  package var hint: String?
  package var exitCode: ExitCode

  package init(
    code: String,
    message: String,
    why: String? = nil,
    hint: String? = nil,
    exitCode: ExitCode
  ) {
    self.code = code
    self.message = message
    self.why = why
    self.hint = hint
    self.exitCode = exitCode
  }

  /// What happened and the evidence, for places that have room for one text.
  var sentence: String { why.map { "\(message): \($0)" } ?? message }

  /// `{"error":{"code","message","why"?,"hint"?,"exitCode"}}`, one line on stderr.
  package var json: JSONValue {
    .object([
      "error": .object([
        "code": .string(code),
        "message": .string(message),
        "why": why.map { .string($0) },
        "hint": hint.map { .string($0) },
        "exitCode": .integer(exitCode.rawValue),
      ])
    ])
  }
}

/// An error of any room that can be put into words.
///
/// The rooms' errors carry facts; their extensions in this folder hold the words, side by side.
package protocol Explainable: Error {
  var diagnostic: Diagnostic { get }
}

extension Diagnostic: Explainable {
  package var diagnostic: Diagnostic { self }

  /// The words for any error; one that no room has explained is our own mistake and is shown raw.
  package static func of(_ error: any Error) -> Diagnostic {
    if let explained = error as? any Explainable { return explained.diagnostic }
    return unforeseen(error)
  }

  static func unforeseen(_ error: any Error) -> Diagnostic {
    Diagnostic(
      code: "unexpected",
      message: "unexpected error: \(error)",
      exitCode: .unusableStore
    )
  }
}
