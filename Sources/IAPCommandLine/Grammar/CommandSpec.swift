/// Everything that is known about one command: the parser, help, completions and tests read it.
package struct CommandSpec: Equatable, Sendable {
  /// What to type, and what it does.
  package struct Example: Equatable, Sendable {
    package let line: String
    package let meaning: String

    package init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }

  /// One phrase that starts with a verb, without a full stop.
  package let summary: String
  package let operands: [OperandSpec]
  package let options: [OptionSpec]
  /// Paragraphs for help: what a reader cannot see from the options.
  package let details: [String]
  package let examples: [Example]
  /// The exit statuses of the command itself besides 0 and 2; those of opening the store are added in help.
  package let statuses: [ExitCode]

  package init(
    _ summary: String,
    operands: [OperandSpec] = [],
    options: [OptionSpec] = [],
    details: [String] = [],
    examples: [Example],
    statuses: [ExitCode] = []
  ) {
    self.summary = summary
    self.operands = operands
    self.options = options
    self.details = details
    self.examples = examples
    self.statuses = statuses
  }

  /// The option of that name, global ones included; `nil`: there is none.
  package func option(named name: String) -> OptionSpec? {
    options.first { $0.name == name } ?? GlobalOptions.specs.first { $0.name == name }
  }
}
