/// Every command, one line each, in the order of help.
package enum CommandRegistry {
  package static let all: [any Command.Type] = [
    HelpCommand.self,
    VersionCommand.self,
  ]

  /// The command of exactly these words, `store approve`; `nil`: there is none.
  package static func command(_ words: String) -> (any Command.Type)? {
    all.first { $0.words == words }
  }
}
