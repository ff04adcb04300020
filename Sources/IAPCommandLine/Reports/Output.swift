package import IAPCore

/// Where a command says things: answers on stdout, talk on stderr, in the way the user asked for.
///
/// A reader that went away ends the writing quietly; the command's exit status stays what it is.
package final class Output {
  package let isJSON: Bool
  package let isQuiet: Bool
  package let isVerbose: Bool
  private let output: any ByteSink
  private let errors: any ByteSink
  private let isColored: Bool
  private let isErrorColored: Bool
  /// What the user said about account and store, for the commands that are advised.
  private let options: GlobalOptions
  /// True: nobody reads our output any more, long commands may stop.
  package private(set) var isClosed = false
  /// The answer of `--json`, until the command ends: what fails meanwhile is told in it.
  private var document: JSONValue?
  /// What the last failure put on stderr.
  private var error: JSONMember?
  /// What was warned of, for the document of `--json`.
  private var warnings: [String] = []
  /// True: something stands on stdout, of which the document would not be part.
  private var hasWritten = false
  /// Why output could not be written; `nil`: no failure besides a closed pipe.
  private(set) var failure: String?

  package init(_ environment: Environment, _ options: GlobalOptions) {
    self.options = options
    isJSON = options.isJSON
    isQuiet = options.isQuiet
    isVerbose = options.isVerbose
    output = environment.output
    errors = environment.errors
    isColored =
      !options.isJSON
      && ColorRule.isColored(
        options.color,
        isTerminal: environment.terminal.isOutputTerminal,
        variable: environment.variable
      )
    isErrorColored =
      !options.isJSON
      && ColorRule.isColored(
        options.color,
        isTerminal: environment.terminal.isErrorTerminal,
        variable: environment.variable
      )
  }

  /// The answer: one JSON document, written by `end`, or text at once unless `--quiet`.
  package func show(_ report: some Report) {
    if isJSON {
      document = report.json
    } else if !isQuiet {
      var page = TextPage()
      report.write(to: &page)
      write(Array(page.rendered(inColor: isColored).utf8))
    }
  }

  /// The same for an answer without a bound, written piece by piece.
  package func show(_ report: some LongReport) {
    if isJSON {
      var pieces = OutputPieces(self)
      report.writeDocument { pieces.write($0) }
      pieces.flush()
    } else if !isQuiet {
      var pieces = OutputPieces(self)
      report.writeLines { pieces.write(Array(($0.rendered(inColor: isColored) + "\n").utf8)) }
      pieces.flush()
    }
  }

  /// One JSON value on a line of its own, for commands that answer line by line.
  package func showLine(_ value: JSONValue) {
    write(JSONWriter.bytes(value, layout: .line) + [0x0A])
  }

  /// Lines of text as they come, for commands that go on for a while; nothing with `--quiet`.
  package func showLine(_ text: StyledText) {
    guard !isQuiet else { return }
    write(Array((text.rendered(inColor: isColored) + "\n").utf8))
  }

  /// The end of the command: the document of `--json` is written, whatever the exit status.
  ///
  /// Warnings stand in it as `warnings`, a failure as its last member, `error`. `otherwise` are the members of a document
  /// where the command came to none; nothing where it answers in lines or bytes of its own.
  package func end(otherwise: [JSONMember] = []) {
    guard isJSON, !hasWritten else { return }
    if case .object(let members)? = document {
      let all = members + [told(beside: members), error].compactMap(\.self)
      write(JSONWriter.bytes(.object(all)) + [0x0A])
    } else if let error {
      let layout: JSONWriter.Layout = otherwise.isEmpty ? .line : .document
      write(JSONWriter.bytes(.object(otherwise + [error]), layout: layout) + [0x0A])
    }
  }

  /// The warnings as a member; `nil`: there are none, or the document has such a member of its own.
  private func told(beside members: [JSONMember]) -> JSONMember? {
    guard !warnings.isEmpty, !members.contains(where: { $0.name == "warnings" }) else { return nil }
    return JSONMember("warnings", .strings(warnings))
  }

  /// Bytes as they are: signed data, receipts, completion scripts.
  package func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, !isClosed, failure == nil else { return }
    hasWritten = true
    do {
      try output.write(bytes)
    } catch {
      switch error {
      case .closed: isClosed = true
      case .failed(let reason): failure = reason
      }
    }
  }

  /// Something the user should know although the command does its work; not with `--quiet`.
  ///
  /// In JSON mode a line `{"warning":{"message":...}}`, and the document's `warnings`.
  package func warn(_ message: String) {
    warnings.append(message)
    guard !isQuiet else { return }
    if isJSON {
      talk(
        JSONWriter.text(.object(["warning": .object(["message": .string(message)])]), layout: .line)
      )
    } else {
      talk("iap: " + render(StyledText("warning: ", .warning)) + TerminalText.visible(message))
    }
  }

  /// A line on stderr for a program that looks out for such lines, as it is.
  package func tell(_ line: String) { talk(line) }

  /// What `--verbose` adds.
  package func explain(_ message: String) {
    guard isVerbose, !isJSON else { return }
    talk("iap: " + TerminalText.visible(message))
  }

  /// Why the command could not do its work.
  package func fail(_ diagnostic: Diagnostic) {
    var diagnostic = diagnostic
    diagnostic.hint = diagnostic.hint.map(options.completing)
    guard !isJSON else {
      error = diagnostic.json.members?.first
      return talk(JSONWriter.text(diagnostic.json, layout: .line))
    }
    talk("iap: " + render(StyledText("error: ", .bad)) + TerminalText.visible(diagnostic.message))
    if let why = diagnostic.why { talk("  why: " + TerminalText.visible(why)) }
    if let hint = diagnostic.hint { talk("  hint: " + TerminalText.visible(hint)) }
  }

  private func render(_ text: StyledText) -> String { text.rendered(inColor: isErrorColored) }

  /// Nothing can be done when not even standard error takes bytes.
  private func talk(_ line: String) {
    try? errors.write(Array((line + "\n").utf8))
  }
}
