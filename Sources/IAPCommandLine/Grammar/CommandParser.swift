import IAPCore

/// Turns words into what the user said, by the table and nothing else.
///
/// Decided here, once:
/// - Global options stand anywhere. A command's own options and operands mix freely after it.
/// - `--` ends options; a lone `-` and a negative number are operands.
/// - `--opt value` and `--opt=value`. The separate form takes no word that looks like an option,
///   except for values that may be anything.
/// - Short flags combine, `-qv`. Long names are not abbreviated.
/// - A flag may be repeated; a command's own option with a value only where the table says so; of
///   global options the last counts.
/// - Empty words are no names: an empty operand or value is refused.
/// - `--help` before `--` wins over everything that is wrong or missing.
package struct CommandParser {
  private let words: [String]
  private let tree: CommandTree
  private var position = 0
  private var options: ParsedOptions
  private var spec: CommandSpec?
  /// Where the command's words stand.
  private var commandIndices: [Int] = []
  private var operandWords: [(index: Int, word: String)] = []
  private var isCommandComplete = false

  private init(_ words: [String], tree: CommandTree) {
    self.words = words
    self.tree = tree
    options = ParsedOptions(command: [])
  }

  /// Understands all words, or says what is wrong with the first wrong one.
  package static func parse(
    _ words: [String],
    tree: CommandTree = .standard
  ) throws(UsageError) -> ParsedOptions {
    var parser = CommandParser(words, tree: tree)
    do {
      try parser.run()
    } catch {
      guard parser.isHelpWanted else { throw error }
      parser.options.global.wantsHelp = true
    }
    return parser.options
  }

  /// The global options as far as they can be understood, for words that are wrong elsewhere.
  package static func globalOptions(of words: [String], tree: CommandTree) -> GlobalOptions {
    var parser = CommandParser(words, tree: tree)
    try? parser.run()
    if parser.optionWords.contains("--json") { parser.options.global.isJSON = true }
    return parser.options.global
  }

  private var optionWords: ArraySlice<String> { words.prefix { $0 != "--" } }

  private var isHelpWanted: Bool {
    !options.command.isEmpty && optionWords.contains { $0 == "--help" || $0 == "-h" }
  }

  private mutating func run() throws(UsageError) {
    while position < words.count {
      let index = position
      let word = words[index]
      position += 1
      if word == "--" {
        isCommandComplete = true
        operandWords += words.indices[position...].map { ($0, words[$0]) }
        break
      } else if word.hasPrefix("--") {
        try longOption(word, at: index)
      } else if word.hasPrefix("-"), word != "-", !isNegativeNumber(word) {
        try shortOptions(word, at: index)
      } else {
        try plainWord(word, at: index)
      }
    }
    if options.global.wantsHelp || options.global.wantsVersion { return }
    guard let spec else { throw missingCommand() }
    try assignOperands(spec)
    try checkStandardInput(spec)
  }

  /// Standard input is read to its end by the first who asks for it.
  private func checkStandardInput(_ spec: CommandSpec) throws(UsageError) {
    let input = OptionValue.text("-")
    let named = spec.options.filter { $0.kind == .file }
      .flatMap { options.values[$0.name] ?? [] }.count { $0 == input }
    let isFile = spec.operands.last?.kind == .file
    let given = isFile ? options.operands.dropFirst(spec.operands.count - 1) : []
    guard named + given.count(where: { $0 == input }) > 1 else { return }
    throw UsageError(
      .conflict("standard input, -, can be read only once"),
      command: options.command
    )
  }

  private func isNegativeNumber(_ word: String) -> Bool {
    word.dropFirst().first?.isNumber ?? false
  }

  private func missingCommand() -> UsageError {
    UsageError(
      .missingCommand,
      command: options.command,
      allowed: tree.names(below: options.command)
    )
  }

  // MARK: - Commands and operands

  private mutating func plainWord(_ word: String, at index: Int) throws(UsageError) {
    if !isCommandComplete, tree.contains(options.command + [word]) {
      options.command.append(word)
      commandIndices.append(index)
      spec = tree.spec(of: options.command)
      return
    }
    guard spec != nil else { throw unknownCommand(word, at: index) }
    isCommandComplete = true
    operandWords.append((index, word))
  }

  private func unknownCommand(_ word: String, at index: Int) -> UsageError {
    let near = tree.near(word, below: options.command)
    return UsageError(
      .unknownCommand(word),
      command: options.command,
      allowed: tree.names(below: options.command),
      near: near.map { $0.joined(separator: " ") },
      corrected: near.first.map { corrected(command: $0, at: index) }
    )
  }

  /// The whole command again, with another command in place of the one that was begun.
  private func corrected(command path: [String], at index: Int) -> [String] {
    words.indices.flatMap { place in
      place == index ? path : commandIndices.contains(place) ? [] : [words[place]]
    }
  }

  private mutating func assignOperands(_ spec: CommandSpec) throws(UsageError) {
    var rest = operandWords[...]
    for (place, operand) in spec.operands.enumerated() {
      let needed = spec.operands[(place + 1)...].count {
        $0.count == .one || $0.count == .oneOrMore
      }
      let available = max(0, rest.count - needed)
      let taken: Int
      switch operand.count {
      case .one: taken = 1
      case .optional: taken = min(1, available)
      case .any: taken = available
      case .oneOrMore: taken = max(1, available)
      }
      guard taken <= rest.count else {
        throw UsageError(.missingOperand(operand.name), command: options.command)
      }
      for (index, word) in rest.prefix(taken) {
        options.operands.append(
          try checked(word, operand.kind, place: operand.name, at: index, prefix: "")
        )
      }
      rest = rest.dropFirst(taken)
    }
    guard let extra = rest.first else { return }
    throw UsageError(
      .unexpectedOperand(extra.word),
      command: options.command,
      allowed: tree.names(below: options.command),
      corrected: corrected(
        extra.index,
        NearNames.of(extra.word, among: tree.names(below: options.command)).first
      )
    )
  }

  // MARK: - Options

  private mutating func longOption(_ word: String, at index: Int) throws(UsageError) {
    let body = word.dropFirst(2)
    let name = String(body.prefix { $0 != "=" })
    let attached = name.count < body.count ? String(body.dropFirst(name.count + 1)) : nil
    guard let option = option(named: name) else {
      throw unknownOption("--" + name, at: index, rest: attached.map { "=" + $0 } ?? "")
    }
    guard !option.isFlag else {
      guard attached == nil else {
        throw UsageError(.unexpectedValue(option: name), command: options.command)
      }
      return take(option, nil)
    }
    let value: OptionValue
    if let attached {
      value = try checked(
        attached,
        option.kind,
        place: "--" + name,
        at: index,
        prefix: "--\(name)="
      )
    } else {
      value = try separateValue(of: option)
    }
    guard option.count != .once || options.values[name] == nil else {
      throw UsageError(.repeatedOption(name), command: options.command)
    }
    take(option, value)
  }

  private mutating func separateValue(of option: OptionSpec) throws(UsageError) -> OptionValue {
    guard position < words.count,
      option.kind == .anything || !looksLikeOption(words[position])
    else {
      throw UsageError(
        .missingValue(option: option.name, name: option.value ?? ""),
        command: options.command,
        allowed: option.kind.allowedWords
      )
    }
    position += 1
    return try checked(
      words[position - 1],
      option.kind,
      place: "--" + option.name,
      at: position - 1,
      prefix: ""
    )
  }

  private func looksLikeOption(_ word: String) -> Bool {
    word.hasPrefix("-") && word != "-" && !isNegativeNumber(word)
  }

  private mutating func shortOptions(_ word: String, at index: Int) throws(UsageError) {
    for letter in word.dropFirst() {
      let candidates = (spec?.options ?? []) + GlobalOptions.specs
      guard let option = candidates.first(where: { $0.short == letter }) else {
        throw unknownOption(word.count == 2 ? word : "-\(letter)", at: index, rest: "")
      }
      take(option, nil)
    }
  }

  private func option(named name: String) -> OptionSpec? {
    spec?.option(named: name) ?? GlobalOptions.specs.first { $0.name == name }
  }

  private mutating func take(_ option: OptionSpec, _ value: OptionValue?) {
    if GlobalOptions.specs.contains(option) {
      options.global.take(option.name, value)
    } else {
      isCommandComplete = true
      options.values[option.name, default: []] += value.map { [$0] } ?? []
    }
  }

  private func unknownOption(_ name: String, at index: Int, rest: String) -> UsageError {
    let own = (spec?.options ?? []).map { "--" + $0.name }
    let allowed = own + GlobalOptions.specs.map { "--" + $0.name }
    let nearest = name.hasPrefix("--") ? NearNames.of(name, among: allowed).first : nil
    return UsageError(
      .unknownOption(name),
      command: options.command,
      allowed: allowed,
      corrected: corrected(index, nearest.map { $0 + rest })
    )
  }

  // MARK: - Values

  private func checked(
    _ word: String,
    _ kind: ValueKind,
    place: String,
    at index: Int,
    prefix: String
  ) throws(UsageError) -> OptionValue {
    if let value = ValueReader.read(word, as: kind) { return value }
    let nearest = NearNames.of(word, among: kind.allowedWords).first
    throw UsageError(
      .invalidValue(place: place, found: word, expected: kind.expectation),
      command: options.command,
      allowed: kind.allowedWords,
      corrected: corrected(index, nearest.map { prefix + $0 })
    )
  }

  private func corrected(_ index: Int, _ word: String?) -> [String]? {
    word.map { replacement in
      var result = words
      result[index] = replacement
      return result
    }
  }
}
