/// Completion for a shell; the words come from the table, ids from the store when asked.
enum CompletionScript {
  enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish
  }
}
