/// The names of all commands and what stands below them.
package struct CommandTree: Sendable {
  /// Every command with its words, in the order of help.
  package let commands: [(words: String, spec: @Sendable () -> CommandSpec)]

  package init(_ commands: [(words: String, spec: @Sendable () -> CommandSpec)]) {
    self.commands = commands
  }

  /// The table of this program.
  package static let standard = CommandTree(
    CommandRegistry.all.map { command in (command.words, { command.spec }) }
  )

  /// True for a command and for the beginning of one, `["store"]`.
  func contains(_ words: [String]) -> Bool {
    let name = words.joined(separator: " ")
    return commands.contains { $0.words == name || $0.words.hasPrefix(name + " ") }
  }

  /// `nil`: no command of exactly these words.
  package func spec(of words: [String]) -> CommandSpec? {
    let name = words.joined(separator: " ")
    return commands.first { $0.words == name }?.spec()
  }

  /// The next words that may follow, each once, in the table's order.
  package func names(below words: [String]) -> [String] {
    var names: [String] = []
    for command in commands {
      let path = command.words.split(separator: " ").map(String.init)
      guard path.count > words.count, path.starts(with: words),
        !names.contains(path[words.count])
      else { continue }
      names.append(path[words.count])
    }
    return names
  }
}
