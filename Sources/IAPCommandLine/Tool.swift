/// The whole program: words in; text, JSON and an exit status out.
package enum Tool {
  /// Never throws and never traps, whatever the words are.
  package static func run(_ arguments: [[UInt8]], in environment: Environment) -> ExitCode {
    let words = arguments.map { String(decoding: $0, as: UTF8.self) }
    do {
      try check(arguments)
      let options = try CommandParser.parse(words)
      return run(options, in: environment)
    } catch {
      let global = CommandParser.globalOptions(of: words, tree: .standard)
      let diagnostic = Diagnostic.of(error)
      let output = Output(environment, global)
      output.fail(diagnostic)
      output.end()
      return diagnostic.exitCode
    }
  }

  /// Words that are not UTF-8 are refused: what they name could not be shown or written to JSON.
  private static func check(_ arguments: [[UInt8]]) throws(UsageError) {
    for (index, bytes) in arguments.enumerated()
    where String(validating: bytes, as: UTF8.self) == nil {
      let shown = bytes.map { byte in
        (0x20..<0x7F).contains(byte)
          ? String(Character(Unicode.Scalar(byte))) : "\\x" + String(byte, radix: 16)
      }
      throw UsageError(.notUTF8(position: index + 1, shown: shown.joined()))
    }
  }

  private static func run(_ options: ParsedOptions, in environment: Environment) -> ExitCode {
    let output = Output(environment, options.global)
    let context = CommandContext(options: options, environment: environment, output: output)
    let command = command(for: options)
    let code: ExitCode
    do {
      try context.requireWorkingDirectory()
      code = try command.run(context)
      output.end()
    } catch {
      let diagnostic = Diagnostic.of(error)
      output.fail(diagnostic)
      output.end(otherwise: command.document(of: diagnostic))
      return diagnostic.exitCode
    }
    guard let reason = output.failure else { return code }
    let diagnostic = OutputFailure(reason: reason).diagnostic
    output.fail(diagnostic)
    return diagnostic.exitCode
  }

  private static func command(for options: ParsedOptions) -> any Command.Type {
    if options.global.wantsVersion { return VersionCommand.self }
    if options.global.wantsHelp { return HelpCommand.self }
    guard let command = CommandRegistry.command(options.command.joined(separator: " ")) else {
      preconditionFailure("the parser answers only with commands of the registry")
    }
    return command
  }
}

extension CommandContext {
  /// Commands that only talk need no place; a store that is named from the root is found anyway.
  fileprivate func requireWorkingDirectory() throws {
    let isTalk =
      options.global.wantsHelp || options.global.wantsVersion
      || ["help", "version", "explain", "completions"].contains(options.command.first ?? "")
    let named = options.global.store ?? environment.variable("IAP_STORE")
    guard environment.isWorkingDirectoryGone, !isTalk, named?.hasPrefix("/") != true else { return }
    throw Diagnostic(
      code: "noWorkingDirectory",
      message: "the working directory is not there any more",
      why: "it was removed or replaced",
      hint: "cd ..",
      exitCode: .notFound
    )
  }
}

/// Standard output did not take what we wrote, for another reason than a closed pipe.
struct OutputFailure: Explainable, Equatable {
  let reason: String

  var diagnostic: Diagnostic {
    Diagnostic(
      code: "outputFailed",
      message: "cannot write to standard output",
      why: "\(reason); what the command changed is kept",
      hint: "iap explain outputFailed",
      exitCode: .unusableStore
    )
  }
}
