extension UsageError: Explainable {
  package var diagnostic: Diagnostic {
    Diagnostic(code: code, message: message, why: why, hint: hint, exitCode: .usage)
  }

  private var code: String {
    switch problem {
    case .missingCommand: "missingCommand"
    case .unknownCommand: "unknownCommand"
    case .unknownOption: "unknownOption"
    case .missingValue: "missingValue"
    case .unexpectedValue: "unexpectedValue"
    case .repeatedOption: "repeatedOption"
    case .invalidValue: "invalidValue"
    case .missingOperand: "missingOperand"
    case .unexpectedOperand: "unexpectedOperand"
    case .notUTF8: "notUTF8"
    case .conflict: "conflictingOptions"
    }
  }

  private var name: String { (["iap"] + command).joined(separator: " ") }

  private var message: String {
    switch problem {
    case .missingCommand:
      command.isEmpty ? "no command given" : "'\(name)' needs one more word"
    case .unknownCommand(let word):
      command.isEmpty ? "no command '\(word)'" : "'\(name)' has no command '\(word)'"
    case .unknownOption(let option): "'\(name)' has no option '\(option)'"
    case .missingValue(let option, let value): "--\(option) needs a value, \(value)"
    case .unexpectedValue(let option): "--\(option) takes no value"
    case .repeatedOption(let option): "--\(option) can be given once only"
    case .invalidValue(let place, let found, _):
      found.isEmpty ? "\(place) is empty" : "\(place) cannot be '\(found)'"
    case .missingOperand(let operand): "'\(name)' needs \(operand)"
    case .unexpectedOperand(let word): "'\(name)' does not take '\(word)'"
    case .notUTF8(let position, let shown): "word \(position) is not UTF-8: \(shown)"
    case .conflict(let sentence): sentence
    }
  }

  private var why: String? {
    switch problem {
    case .invalidValue(_, _, let expected): return "expected " + expected
    case .missingOperand: return usage
    case .unexpectedOperand where allowed.isEmpty: return usage
    case .repeatedOption, .unexpectedValue, .notUTF8, .conflict: return nil
    default:
      guard !allowed.isEmpty else { return nil }
      let others = near.map { "'iap \($0)'" }.joined(separator: " or ")
      return (near.count > 1 ? "did you mean \(others); " : "")
        + "allowed: " + allowed.joined(separator: " ")
    }
  }

  /// The command with its operands: `usage: iap store price ID AMOUNT`.
  private var usage: String? {
    CommandTree.standard.spec(of: command).map { spec in
      "usage: " + ([name] + spec.operands.map(\.usage)).joined(separator: " ")
        + (spec.options.isEmpty ? "" : " [options]")
    }
  }

  private var hint: String? {
    if let corrected { return (["iap"] + corrected).map(ShellWord.quoted).joined(separator: " ") }
    return command.isEmpty ? "iap help" : "iap help " + command.joined(separator: " ")
  }
}

/// A word as one has to type it in a shell.
package enum ShellWord {
  /// Quoted only where needed.
  package static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        byte >= 0x80 || Character(Unicode.Scalar(byte)).isLetter
          || Character(Unicode.Scalar(byte)).isNumber || "-_./=:,@%+".utf8.contains(byte)
      }
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
