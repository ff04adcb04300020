import IAPCore

/// `iap explain CODE`: what an error code means.
enum ExplainCommand: Command {
  static let words = "explain"
  static var spec: CommandSpec {
    CommandSpec(
      "Explain an error code",
      operands: [
        OperandSpec("CODE", .text, .optional, help: "of an error; without: all codes")
      ],
      examples: [
        .init("iap explain userCancelled", "what it means and what to do")
      ],
      statuses: [.notFound]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    guard let code = context.options.operand(0) else {
      context.output.show(ExplanationList(explanations: Explanation.all))
      return .success
    }
    guard let explanation = Explanation.of(code) else { throw unknown(code, context.options) }
    context.output.show(ExplanationReport(explanation: explanation))
    return .success
  }

  private static func unknown(_ code: String, _ options: ParsedOptions) -> Diagnostic {
    let nearest = NearNames.of(code, among: Explanation.all.map(\.code)).first
    return Diagnostic(
      code: "unknownCode",
      message: "no error code '\(code)'",
      hint: "iap explain" + (nearest.map { " " + $0 } ?? ""),
      exitCode: .notFound
    )
  }
}

private struct ExplanationReport: Report {
  let explanation: Explanation

  var json: JSONValue { explanation.json }

  func write(to page: inout TextPage) {
    page.line(StyledText(explanation.code, .strong) + ": \(explanation.meaning)")
    if let exitCode = explanation.exitCode {
      page.line("  exit status: \(exitCode.rawValue), \(exitCode.meaning)")
    } else {
      page.line("  exit status: depends on the command")
    }
    page.line("  what to do: \(explanation.advice)")
  }
}

private struct ExplanationList: Report {
  let explanations: [Explanation]

  var json: JSONValue { .object(["codes": .array(explanations.map(\.json))]) }

  func write(to page: inout TextPage) {
    var table = TextTable("CODE", "EXIT", "MEANING")
    for explanation in explanations {
      table.add(
        StyledText(explanation.code),
        StyledText(explanation.exitCode.map { "\($0.rawValue)" } ?? "any"),
        StyledText(explanation.meaning)
      )
    }
    page.table(table)
  }
}
