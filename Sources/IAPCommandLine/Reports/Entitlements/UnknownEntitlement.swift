import IAPCore

extension ExitCode {
  /// The exit status of an answer (design section 4, "Entitlements").
  init(_ outcome: EntitlementAnswer.Outcome) {
    switch outcome {
    case .yes: self = .success
    case .no: self = .no
    case .cannotTell, .nothingToJudge: self = .cannotTell
    case .notFound: self = .notFound
    }
  }
}

extension Output {
  /// Names an entitlement that nobody knows, with the names that are near.
  func fail(_ unknown: EntitlementAnswer.UnknownName) {
    fail(
      Diagnostic(
        code: "unknownEntitlement",
        message: "no entitlement '\(unknown.name)'",
        why: unknown.near.isEmpty
          ? nil : "did you mean " + unknown.near.map { "'\($0)'" }.joined(separator: " or "),
        hint: "iap entitlements",
        exitCode: .notFound
      )
    )
  }
}
