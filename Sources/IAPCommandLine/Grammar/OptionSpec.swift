/// One option of a command, as the table has it.
package struct OptionSpec: Equatable, Sendable {
  /// How often it may be given.
  package enum Count: Equatable, Sendable {
    case once
    /// Every value counts, in the order given.
    case many
    /// The last one given counts: options that an alias or a script sets in front of ours.
    case last
  }

  /// Without the two dashes.
  package let name: String
  /// One letter without the dash; `nil`: none.
  package let short: Character?
  /// What help calls the value, `TIME`; `nil`: the option is a flag.
  package let value: String?
  package let kind: ValueKind
  package let count: Count
  /// One phrase, lower case, without a full stop.
  package let help: String

  /// An option with a value.
  package init(
    _ name: String,
    value: String,
    _ kind: ValueKind = .text,
    count: Count = .once,
    help: String
  ) {
    self.init(name: name, short: nil, value: value, kind: kind, count: count, help: help)
  }

  /// A flag; it may be repeated without effect.
  package init(_ name: String, short: Character? = nil, help: String) {
    self.init(name: name, short: short, value: nil, kind: .text, count: .last, help: help)
  }

  private init(
    name: String,
    short: Character?,
    value: String?,
    kind: ValueKind,
    count: Count,
    help: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.kind = kind
    self.count = count
    self.help = help
  }

  package var isFlag: Bool { value == nil }
}

/// One place for a word without dashes.
package struct OperandSpec: Equatable, Sendable {
  package enum Count: Equatable, Sendable {
    case one
    case optional
    case any
    case oneOrMore
  }

  /// In capitals, as help writes it: `ID`.
  package let name: String
  package let kind: ValueKind
  package let count: Count
  /// One phrase, lower case, without a full stop.
  package let help: String

  package init(_ name: String, _ kind: ValueKind, _ count: Count = .one, help: String) {
    self.name = name
    self.kind = kind
    self.count = count
    self.help = help
  }

  /// The word in a usage line: `ID`, `[ID]`, `[ID...]`, `ID...`.
  package var usage: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .any: "[\(name)...]"
    case .oneOrMore: "\(name)..."
    }
  }
}
