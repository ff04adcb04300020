/// When colour is used, decided for standard output and standard error separately.
enum ColorRule {
  /// `--color` rules, then `NO_COLOR`, then `CLICOLOR_FORCE`, then whether it is a terminal.
  static func isColored(
    _ option: GlobalOptions.Color,
    isTerminal: Bool,
    variable: (String) -> String?
  ) -> Bool {
    switch option {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if variable("NO_COLOR") != nil { return false }
    if let force = variable("CLICOLOR_FORCE"), force != "0" { return true }
    return isTerminal && variable("TERM") != "dumb"
  }
}
