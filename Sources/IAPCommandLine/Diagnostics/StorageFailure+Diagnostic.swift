import IAPCore

extension StorageFailure: Explainable {
  package var diagnostic: Diagnostic {
    let name = path.isEmpty ? "the store folder" : "'\(path)'"
    switch problem {
    case .missing: return unusable("stateMissing", "\(name) is missing", hint: "iap doctor")
    case .corrupt(let corruption):
      return unusable(
        "corrupt",
        "\(name) cannot be read",
        why: Self.words(corruption),
        hint: "iap doctor"
      )
    case .newer(let format, let version, let known):
      return unusable(
        "newerFormat",
        "\(name) was written by a newer iap",
        why: "\(format) version \(version), this iap knows up to \(known)",
        hint: "iap version"
      )
    case .locked(let holder, let waited):
      return unusable(
        "locked",
        "the store is in use",
        why: Self.words(holder, waited),
        hint: holder.map { "ps -p \($0.processID)" } ?? "iap explain locked"
      )
    case .readOnly:
      return unusable("readOnly", "\(name) cannot be written: read-only", hint: "ls -ld \(place)")
    case .permission:
      return unusable("noPermission", "no permission for \(name)", hint: "ls -ld \(place)")
    case .diskFull: return unusable("diskFull", "no room to write \(name)", hint: "df .")
    case .wrongKind(let found, let expected):
      return unusable(
        "wrongKind",
        "\(name) is not \(Self.words(expected)) but \(Self.words(found))",
        hint: "iap explain wrongKind"
      )
    case .tooLarge(let limit):
      return unusable("stateTooLarge", "\(name) is larger than \(limit) bytes", hint: "iap doctor")
    case .io(let code, let text):
      return unusable(
        "inputOutput",
        "cannot use \(name)",
        why: "\(text) (errno \(code))",
        hint: "iap explain inputOutput"
      )
    }
  }

  private var place: String { path.hasPrefix("/") ? ShellWord.quoted(path) : ".iap" }

  private func unusable(
    _ code: String,
    _ message: String,
    why: String? = nil,
    hint: String? = nil
  ) -> Diagnostic {
    Diagnostic(code: code, message: message, why: why, hint: hint, exitCode: .unusableStore)
  }

  /// What is wrong with the content of a file.
  static func words(_ corruption: Corruption) -> String {
    switch corruption {
    case .syntax(let error): error.placed
    case .shape(let error): error.placed
    case .format(let found, let expected):
      "expected the format \(expected), found \(found ?? "none")"
    case .version(let text): "no iap has written the version \(text)"
    case .shortened(let length, let committed):
      "\(length) bytes are left of \(committed) that were committed"
    case .line(let offset, .syntax(let error)): "line at byte \(offset): \(error.words)"
    case .line(let offset, .shape(let error)): "line at byte \(offset): \(error.placed)"
    case .endlessLine(let offset): "the line at byte \(offset) does not end"
    }
  }

  private static func words(_ holder: LockHolder?, _ waited: Int) -> String {
    let waited = "waited \(waited) ms"
    guard let holder else { return waited }
    let command = holder.command.isEmpty ? "" : " (\(holder.command))"
    return "process \(holder.processID)\(command) holds it, \(waited)"
  }

  private static func words(_ kind: FileKind) -> String {
    switch kind {
    case .file: "a file"
    case .folder: "a folder"
    case .symbolicLink: "a symbolic link"
    case .other: "something else"
    }
  }
}
