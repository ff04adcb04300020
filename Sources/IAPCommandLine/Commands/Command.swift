package import IAPCore

/// One subcommand: its place in the table, and how its options become a request and a report.
package protocol Command: SendableMetatype {
  /// The words after `iap`: `store approve`.
  static var words: String { get }
  static var spec: CommandSpec { get }

  /// Does the work and answers with the exit status; an error thrown is put into words by `Tool`.
  static func run(_ context: CommandContext) throws -> ExitCode

  /// What the document of `--json` says besides the error, when the command could not do its work.
  ///
  /// A command that acts says that nothing was done; one that is asked has nothing to say.
  static func document(of failure: Diagnostic) -> [JSONMember]
}

extension Command {
  package static func document(of failure: Diagnostic) -> [JSONMember] { [] }
}

/// What a command works with.
package struct CommandContext {
  package let options: ParsedOptions
  package let environment: Environment
  package let output: Output

  package init(options: ParsedOptions, environment: Environment, output: Output) {
    self.options = options
    self.environment = environment
    self.output = output
  }
}
