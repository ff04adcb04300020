package import IAPCore

/// What is wrong with one or more catalogue files.
package struct LintReport: Report, Equatable {
  /// One file and what was found in it.
  package struct File: Equatable {
    package var path: String
    package var problems: [CatalogProblem]
    /// The file is no catalogue at all, for this reason; it has no other problems then.
    package var error: CatalogError?

    /// Checks one file.
    package init(_ file: CatalogFile) {
      path = file.path
      do throws(CatalogError) {
        problems = try CatalogLint.problems(in: file.bytes)
      } catch {
        problems = []
        self.error = error
      }
    }
  }

  package var files: [File]

  package init(_ files: [File]) { self.files = files }

  /// Status 5 as soon as anything cannot work.
  package var exitCode: ExitCode { lines.contains { $0.severity == .error } ? .invalid : .success }

  /// What goes to stderr as well; `nil`: nothing is an error.
  package var diagnostic: Diagnostic? {
    let errors = lines.filter { $0.severity == .error }
    guard let first = errors.first else { return nil }
    let place = first.isPlaced ? first.file : first.place
    return Diagnostic(
      code: first.code,
      message: errors.count == 1 ? "1 problem is an error" : "\(errors.count) problems are errors",
      why: "\(place): \(first.message)",
      exitCode: .invalid
    )
  }

  private struct Line {
    let severity: CatalogProblemSeverity
    let code: String
    let file: String
    let path: String
    let message: String
    let hint: String

    var place: String { [file, path].filter { !$0.isEmpty }.joined(separator: ": ") }
    /// The words of an error about the whole file begin with their place.
    var isPlaced: Bool { !path.isEmpty && message.hasPrefix(path) }
  }

  private var lines: [Line] {
    files.flatMap { file in
      let whole = file.error.map { error in
        Line(
          severity: .error,
          code: error.code,
          file: file.path,
          path: error.path,
          message: error.words,
          hint: error.advice
        )
      }
      return (whole.map { [$0] } ?? [])
        + file.problems.map { problem in
          Line(
            severity: problem.severity,
            code: problem.code.rawValue,
            file: file.path,
            path: problem.path,
            message: problem.message,
            hint: problem.hint
          )
        }
    }
  }

  package var json: JSONValue {
    .object([
      "problems": .array(
        lines.map { line in
          .object([
            "severity": .string(line.severity.rawValue),
            "code": .string(line.code),
            "file": .string(line.file),
            "path": .string(line.path),
            "message": .string(line.message),
            "hint": .string(line.hint),
          ])
        }
      )
    ])
  }

  package func write(to page: inout TextPage) {
    for line in lines {
      page.line(
        StyledText((line.isPlaced ? line.file : line.place) + ": ", .strong)
          + StyledText(line.severity.rawValue, Self.style(line.severity))
          + StyledText(": \(line.message) ") + StyledText("[\(line.code)]", .faint)
      )
      page.line(StyledText("  hint: \(line.hint)", .faint))
    }
    page.line(StyledText(summary))
  }

  private static func style(_ severity: CatalogProblemSeverity) -> StyledText.Style {
    switch severity {
    case .error: .bad
    case .warning: .warning
    case .note: .faint
    }
  }

  /// `2 errors, 1 warning in 3 files`.
  private var summary: String {
    let counts = CatalogProblemSeverity.allCases.compactMap { severity -> String? in
      let count = lines.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)" + (count == 1 ? "" : "s")
    }
    let place = files.count == 1 ? "1 file" : "\(files.count) files"
    return (counts.isEmpty ? "no problems" : counts.joined(separator: ", ")) + " in " + place
  }
}
