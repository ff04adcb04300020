import IAPCore

/// The program that stands for the developer's server, as the options name it.
struct NotificationReceiver {
  private let call: ProgramCall
  private let programs: any ProgramRunner
  /// Each handing over is made twice, as a retry does whose first answer got lost.
  private let isDuplicating: Bool

  /// `nil`: the options name no program.
  init?(_ options: ParsedOptions, programs: any ProgramRunner) throws(UsageError) {
    guard let delivery = try Delivery(options) else { return nil }
    var call = delivery.call
    call.timeout = delivery.timeout
    self.call = call
    self.programs = programs
    isDuplicating = options.has("duplicate")
  }

  /// Hands one notification over, in the body that Apple posts (rule D-1).
  ///
  /// A program that cannot be started is no server that does not answer: it uses up no attempt.
  func hand(_ signedPayload: String, uuid: String) throws(Diagnostic) -> SendAttemptResult {
    var call = call
    call.input = Self.body(signedPayload)
    call.variables = ["IAP_NOTIFICATION_UUID": uuid]
    let outcome = programs.run(call)
    return try result(isDuplicating ? programs.run(call) : outcome)
  }

  /// `{"signedPayload":"..."}` with a line's end.
  static func body(_ signedPayload: String) -> [UInt8] {
    JSONLines.line(.object([JSONMember("signedPayload", .string(signedPayload))]))
  }

  private func result(_ outcome: ProgramOutcome) throws(Diagnostic) -> SendAttemptResult {
    switch outcome {
    case .exited(let status): return SendAttemptResult(exitStatus: status)
    case .signalled: return .prematureClose
    case .timedOut: return .timedOut
    case .notStarted(let reason):
      throw Diagnostic(
        code: "programNotStarted",
        message: "cannot start '\(call.program)'",
        why: "\(reason); no attempt was counted",
        hint: call.startHint,
        exitCode: .refused
      )
    }
  }
}

extension ProgramCall {
  /// What to try where the program could not be started: a bare name is looked for in PATH only.
  var startHint: String {
    program.contains("/")
      ? "ls -l " + ShellWord.quoted(program)
      : "--deliver " + ShellWord.quoted("./" + program) + ", where it stands in this folder"
  }
}
