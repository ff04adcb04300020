import IAPCore

extension FileFailure: Explainable {
  package var diagnostic: Diagnostic {
    let name = path == "-" ? "standard input" : "'\(TerminalText.visible(path))'"
    switch reason {
    case .notFound:
      return Diagnostic(code: "fileNotFound", message: "no file \(name)", exitCode: .notFound)
    case .noFolder: return Self.noFolder(path)
    case .isFolder: return invalid("isFolder", "\(name) is a folder, not a file")
    case .isNoFolder: return invalid("isNoFolder", "\(name) is no folder")
    case .tooLarge(let limit):
      return invalid("fileTooLarge", "\(name) is larger than \(limit) bytes")
    case .notPermitted:
      return Diagnostic(
        code: "notPermitted",
        message: "no permission for \(name)",
        hint: "ls -ld " + ShellWord.quoted(path),
        exitCode: .notFound
      )
    case .noSpace:
      return Diagnostic(
        code: "diskFull",
        message: "no room to write \(name)",
        hint: "df .",
        exitCode: .unusableStore
      )
    case .other(let text):
      return Diagnostic(
        code: "fileFailed",
        message: "cannot use \(name)",
        why: text,
        exitCode: .notFound
      )
    }
  }

  private static func noFolder(_ path: String) -> Diagnostic {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return Diagnostic(
      code: "noFolder",
      message: "no folder '\(TerminalText.visible(folder))' to write "
        + "'\(TerminalText.visible(path))' into",
      hint: "mkdir -p " + ShellWord.quoted(folder),
      exitCode: .notFound
    )
  }

  private func invalid(_ code: String, _ message: String) -> Diagnostic {
    Diagnostic(code: code, message: message, exitCode: .invalid)
  }
}
