package import IAPCore

/// A command that is one event: the words become the event, the answer is what it changed.
package protocol EventCommand: Command {
  static func event(_ options: ParsedOptions) throws -> Event
}
