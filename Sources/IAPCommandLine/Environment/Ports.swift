/// Takes bytes: standard output, standard error.
package protocol ByteSink {
  /// Writes all bytes before it returns.
  func write(_ bytes: [UInt8]) throws(SinkFailure)
}

/// Why bytes could not be written.
package enum SinkFailure: Error, Equatable, Sendable {
  /// Nobody reads any more: `iap history | head -1`.
  case closed
  /// With the system's reason.
  case failed(String)
}

/// Gives bytes piece by piece: standard input, an open file.
package protocol ByteSource {
  /// The next bytes, at most `limit` and at least one; empty at the end.
  func read(limit: Int) throws(FileFailure) -> [UInt8]
}

/// Files that the user names, relative to the working directory; the store folder is not reached so.
package protocol FileAccess {
  /// The whole file; `tooLarge` before more than `limit` bytes are held.
  func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8]
  func open(_ path: String) throws(FileFailure) -> any ByteSource
  /// Replaces the file as a whole, or leaves it as it was.
  func write(_ bytes: [UInt8], to path: String) throws(FileFailure)
  /// The names in a folder, sorted by Unicode scalar.
  func names(in folder: String) throws(FileFailure) -> [String]
  /// `nil`: nothing is there.
  func kind(of path: String) -> FileKind?
  func makeFolder(_ path: String) throws(FileFailure)
}

/// What a path leads to.
package enum FileKind: Equatable, Sendable {
  case file
  case folder
}

/// Why a file that the user named could not be used.
package struct FileFailure: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    case notFound
    case isFolder
    case isNoFolder
    case notPermitted
    case tooLarge(limit: Int)
    case noSpace
    /// With the system's text.
    case other(String)
  }

  /// As the user wrote it; `-` for standard input.
  package var path: String
  package var reason: Reason

  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}

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
