package import IAPCore

/// One checked value.
package enum OptionValue: Equatable, Sendable {
  case text(String)
  case integer(Int64)
  case time(Instant)
  case duration(CalendarDuration)
  case amount(Price)
  /// Thousandths of a percent: 50 % is 50000.
  case percentage(Int)

  /// The text, for every kind that is not turned into something else.
  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
}

/// What the user said, after checking it against the table: names and values, nothing looked up.
package struct ParsedOptions: Equatable, Sendable {
  /// The command's words: `["store", "approve"]`.
  package var command: [String]
  package var global: GlobalOptions
  /// The command's own options by name; flags have no values.
  package var values: [String: [OptionValue]]
  /// The operands in order.
  package var operands: [OptionValue]

  package init(
    command: [String],
    global: GlobalOptions = GlobalOptions(),
    values: [String: [OptionValue]] = [:],
    operands: [OptionValue] = []
  ) {
    self.command = command
    self.global = global
    self.values = values
    self.operands = operands
  }

  package func has(_ name: String) -> Bool { values[name] != nil }

  /// The value's text; `nil`: the option was not given.
  package func text(_ name: String) -> String? { values[name]?.last?.text }

  /// All texts of an option that may be repeated, in the order given.
  package func texts(_ name: String) -> [String] { values[name, default: []].compactMap(\.text) }

  package func integer(_ name: String) -> Int? {
    if case .integer(let number)? = values[name]?.last { Int(number) } else { nil }
  }

  /// The time; `nil`: not given, or one of the words that the option allows besides.
  package func time(_ name: String) -> Instant? {
    if case .time(let instant)? = values[name]?.last { instant } else { nil }
  }

  package func duration(_ name: String) -> CalendarDuration? {
    if case .duration(let duration)? = values[name]?.last { duration } else { nil }
  }

  package func amount(_ name: String) -> Price? {
    if case .amount(let price)? = values[name]?.last { price } else { nil }
  }

  /// Thousandths of a percent.
  package func percentage(_ name: String) -> Int? {
    if case .percentage(let thousandths)? = values[name]?.last { thousandths } else { nil }
  }

  /// The option's word as one of ours; `nil`: not given.
  package func word<Word: RawRepresentable<String>>(_ name: String, as type: Word.Type) -> Word? {
    text(name).flatMap(Word.init(rawValue:))
  }

  /// The texts of all operands.
  package var words: [String] { operands.compactMap(\.text) }

  /// The operand at a place of the table; `nil`: an optional one was left out.
  package func operand(_ index: Int) -> String? {
    operands.indices.contains(index) ? operands[index].text : nil
  }

  /// The operand at a place where the table asks for exactly one.
  package func required(_ index: Int) -> String {
    guard let word = operand(index) else {
      preconditionFailure("the parser refuses a missing operand before the command runs")
    }
    return word
  }
}
