import IAPCore

/// Puts an answer where it belongs: the document on stdout, warnings and unknown names on stderr.
struct PresentedEntitlements {
  var answer: EntitlementAnswer
  /// Warnings that come from elsewhere than the answer.
  var otherWarnings: [String] = []
  var explains: Bool

  /// What was asked for and cannot be told.
  private var undecided: Diagnostic {
    let unknown = answer.report.entitlements.filter { $0.state == .unknown }
    return Diagnostic(
      code: "cannotTell",
      message: "nobody can tell about " + unknown.map { "'\($0.name)'" }.joined(separator: ", "),
      why: unknown.lazy.compactMap { $0.reasons.first?.words }.first,
      hint: "iap help entitlements",
      exitCode: .cannotTell
    )
  }

  /// A state was expected of entitlements, and there are none.
  private static let nothingToJudge = Diagnostic(
    code: "nothingToJudge",
    message: "there is no entitlement that could have the state of --expect",
    why: "no name was given, and neither a map nor a purchase names any",
    hint: "iap help entitlements",
    exitCode: .cannotTell
  )

  /// Shows everything and answers with the exit status.
  func show(_ output: Output) -> ExitCode {
    let document = EntitlementsDocument(
      report: answer.report,
      otherWarnings: otherWarnings,
      explains: explains
    )
    // Where every name is unknown, an empty answer would only repeat the error.
    let saysNothing = answer.report.entitlements.isEmpty && !answer.unknownNames.isEmpty
    if output.isJSON || !saysNothing { output.show(document) }
    if !output.isJSON { for warning in document.warnings { output.warn(warning) } }
    if let unknown = answer.unknownNames.first { output.fail(unknown) }
    if answer.outcome == .cannotTell { output.fail(undecided) }
    if answer.outcome == .nothingToJudge { output.fail(Self.nothingToJudge) }
    return ExitCode(answer.outcome)
  }
}

extension EntitlementQuestion {
  /// NAME..., `--require` and `--expect`.
  init(_ options: ParsedOptions) {
    self.init(
      names: options.words,
      required: options.texts("require"),
      expected: options.word("expect", as: EntitlementState.self)
    )
  }
}

extension CommandContext {
  /// The map of `--map`; `nil`: none was named.
  func namedMap() throws -> EntitlementMap? {
    guard let path = options.text("map") else { return nil }
    let bytes = try environment.bytes(of: path, limit: StoreFiles.mapLimit)
    do throws(EntitlementMapError) {
      return try EntitlementMap.read(bytes)
    } catch {
      throw SessionFailure.entitlementMap(error, path: path)
    }
  }
}
