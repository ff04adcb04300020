/// Runs a program of the user: deliveries of transactions and of notifications.
package protocol ProgramRunner {
  /// Runs it to its end and answers how it ended; its output goes to our standard error.
  func run(_ call: ProgramCall) -> ProgramOutcome
}

/// One program with everything it gets.
package struct ProgramCall: Equatable, Sendable {
  /// A path, or a name that is looked up in `PATH`.
  package var program: String
  package var arguments: [String]
  package var input: [UInt8]
  /// Added to our own environment.
  package var variables: [String: String]
  /// Milliseconds until it is ended; `nil`: no limit.
  package var timeout: Int64?

  package init(
    program: String,
    arguments: [String] = [],
    input: [UInt8] = [],
    variables: [String: String] = [:],
    timeout: Int64? = nil
  ) {
    self.program = program
    self.arguments = arguments
    self.input = input
    self.variables = variables
    self.timeout = timeout
  }

  /// A command line for `/bin/sh -c`.
  package static func shell(_ command: String) -> ProgramCall {
    ProgramCall(program: "/bin/sh", arguments: ["-c", command])
  }
}

/// How a program ended.
package enum ProgramOutcome: Equatable, Sendable {
  case exited(Int32)
  case signalled(Int32)
  case timedOut
  /// It could not be started, with the system's reason.
  case notStarted(String)
}
