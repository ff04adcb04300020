/// What may stand where the cursor is.
struct Completion: Equatable {
  struct Candidate: Equatable {
    let word: String
    /// A phrase beside it; may be empty.
    let meaning: String

    init(_ word: String, _ meaning: String = "") {
      self.word = word
      self.meaning = meaning
    }
  }

  /// Words that begin with what was typed, in the table's order.
  let candidates: [Candidate]
  /// True: a path may stand here, which the shell knows best.
  let isPath: Bool

  /// Finds what may follow, from the words up to the cursor; the last is being typed.
  ///
  /// `names` gives the names that a store has for a kind of value.
  static func of(
    _ words: [String],
    tree: CommandTree = .standard,
    names: (ValueKind) -> [String]
  ) -> Completion {
    let typed = words.last ?? ""
    let scan = Scan(words.dropLast(), tree: tree)
    if let option = scan.pending { return values(of: option.kind, typed, "", names) }
    if !scan.hasEnded, typed.hasPrefix("--"), let equals = typed.firstIndex(of: "=") {
      let name = String(typed[..<equals].dropFirst(2))
      guard let option = scan.option(named: name) else { return Completion([], typed) }
      let value = String(typed[typed.index(after: equals)...])
      return values(of: option.kind, value, "--\(name)=", names)
    }
    if !scan.hasEnded, typed.hasPrefix("-") {
      return Completion(scan.options.map { Candidate("--" + $0.name, $0.help) }, typed)
    }
    let commands =
      scan.isCommandComplete
      ? [] : tree.summaries(below: scan.command).map { Candidate($0.0, $0.1) }
    guard let operand = scan.nextOperand else { return Completion(commands, typed) }
    let following = values(of: operand.kind, typed, "", names)
    let fitting = Completion(commands, typed).candidates
    return Completion(candidates: fitting + following.candidates, isPath: following.isPath)
  }

  private init(_ all: [Candidate], _ typed: String) {
    self.init(candidates: all.filter { $0.word.hasPrefix(typed) }, isPath: false)
  }

  private init(candidates: [Candidate], isPath: Bool) {
    self.candidates = candidates
    self.isPath = isPath
  }

  private static func values(
    of kind: ValueKind,
    _ typed: String,
    _ prefix: String,
    _ names: (ValueKind) -> [String]
  ) -> Completion {
    let words = kind.allowedWords + names(kind)
    let fitting = words.filter { $0.hasPrefix(typed) }.map { Candidate(prefix + $0) }
    return Completion(candidates: fitting, isPath: kind.isPath)
  }
}

extension ValueKind {
  fileprivate var isPath: Bool { [.file, .plainFile, .outputFile, .folder].contains(self) }
}

/// What the words before the cursor have settled.
private struct Scan {
  private(set) var command: [String] = []
  private(set) var isCommandComplete = false
  private(set) var hasEnded = false
  /// The option whose value is being typed.
  private(set) var pending: OptionSpec?
  private var operandCount = 0
  private let tree: CommandTree

  init(_ words: ArraySlice<String>, tree: CommandTree) {
    self.tree = tree
    for word in words { take(word) }
  }

  private var spec: CommandSpec? { tree.spec(of: command) }

  var options: [OptionSpec] { (spec?.options ?? []) + GlobalOptions.specs }

  func option(named name: String) -> OptionSpec? { options.first { $0.name == name } }

  /// The place for a word without dashes; the last one takes several where the table says so.
  var nextOperand: OperandSpec? {
    guard let operands = spec?.operands, let last = operands.last else { return nil }
    if operandCount < operands.count { return operands[operandCount] }
    return last.count == .any || last.count == .oneOrMore ? last : nil
  }

  private mutating func take(_ word: String) {
    if pending != nil {
      pending = nil
    } else if hasEnded {
      operandCount += 1
    } else if word == "--" {
      hasEnded = true
      isCommandComplete = true
    } else if word.hasPrefix("--") {
      guard !word.contains("="), let option = option(named: String(word.dropFirst(2))) else {
        return
      }
      pending = option.isFlag ? nil : option
    } else if word.hasPrefix("-"), word != "-" {
      return
    } else if !isCommandComplete, tree.contains(command + [word]) {
      command.append(word)
    } else {
      isCommandComplete = true
      operandCount += 1
    }
  }
}
