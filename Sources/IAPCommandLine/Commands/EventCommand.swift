package import IAPCore

/// A command that is one event: the words become the event, the answer is what it changed.
package protocol EventCommand: Command {
  static func event(_ options: ParsedOptions) throws -> Event
}

extension EventCommand {
  package static func document(of failure: Diagnostic) -> [JSONMember] {
    [JSONMember("changes", [])]
  }

  package static func run(_ context: CommandContext) throws -> ExitCode {
    let account = try context.account()
    let event = try event(context.options)
    let performance = try context.changing { session in
      try session.perform(event, by: account)
    }
    context.output.show(ChangesReport(performance))
    return .success
  }
}
