/// Reads members of foreign JSON objects: unknown members and values pass, wrong kinds are noted.
///
/// `null` is the same as absent. The problems gather, so that a report names all of them.
struct FieldReader {
  let value: JSONValue
  let path: JSONPath
  private(set) var problems: [FieldProblem] = []

  init(_ value: JSONValue, at path: JSONPath = .root) {
    self.value = value
    self.path = path
  }

  /// The member's value; `nil` for absent and for `null`.
  func member(_ name: String) -> JSONValue? {
    guard let value = value[name], !value.isNull else { return nil }
    return value
  }

  mutating func text(_ name: String) -> String? {
    guard let value = member(name) else { return nil }
    guard let text = value.string else { return wrong(name, value, expected: "text") }
    return text
  }

  mutating func word<Word: OpenWord>(_ name: String) -> Word? where Word.RawValue == String {
    text(name).map(Word.init(rawValue:))
  }

  mutating func word<Word: OpenWord>(_ name: String) -> Word? where Word.RawValue == Int {
    integer(name).map { Word(rawValue: Int($0)) }
  }

  mutating func identifier<ID: TextIdentifier>(_ name: String) -> ID? {
    text(name).map { ID($0) }
  }

  mutating func integer(_ name: String) -> Int64? {
    guard let value = member(name) else { return nil }
    guard let number = value.integer else { return wrong(name, value, expected: "a whole number") }
    return number
  }

  mutating func flag(_ name: String) -> Bool? {
    guard let value = member(name) else { return nil }
    guard let flag = value.bool else { return wrong(name, value, expected: "true or false") }
    return flag
  }

  /// Milliseconds since 1970; fractions, which Xcode writes, are rounded down.
  mutating func date(_ name: String) -> Instant? {
    guard let value = member(name) else { return nil }
    guard case .number(let text) = value, let date = Instant(millisecondsText: text) else {
      return wrong(name, value, expected: "milliseconds")
    }
    return date
  }

  /// A length like `P1M`; lengths that are not known stay in the payload only.
  mutating func period(_ name: String) -> SubscriptionPeriod? {
    text(name).flatMap { SubscriptionPeriod(iso8601: $0) }
  }

  mutating func texts(_ name: String) -> [String]? {
    guard let value = member(name) else { return nil }
    guard let elements = value.array else { return wrong(name, value, expected: "an array") }
    return elements.enumerated().compactMap { index, element in
      if let text = element.string { return text }
      let place = path.member(name).element(index)
      problems.append(
        FieldProblem(path: place.description, expected: "text", found: element.kindName)
      )
      return nil
    }
  }

  /// An object member with a reader of its own.
  mutating func object<Content>(
    _ name: String,
    _ read: (inout FieldReader) -> Content?
  ) -> Content? {
    guard let value = member(name) else { return nil }
    guard value.members != nil else { return wrong(name, value, expected: "an object") }
    var reader = FieldReader(value, at: path.member(name))
    let content = read(&reader)
    problems += reader.problems
    return content
  }

  /// Notes that a member which the answer cannot do without is missing.
  mutating func missing(_ name: String, expected: String) {
    problems.append(
      FieldProblem(path: path.member(name).description, expected: expected, found: nil)
    )
  }

  private mutating func wrong<Content>(
    _ name: String,
    _ value: JSONValue,
    expected: String
  ) -> Content? {
    problems.append(
      FieldProblem(
        path: path.member(name).description,
        expected: expected,
        found: found(value)
      )
    )
    return nil
  }

  private func found(_ value: JSONValue) -> String {
    if case .number(let text) = value { text } else { value.kindName }
  }
}

extension Instant {
  /// Reads a JSON number of milliseconds; `nil` beyond what a date can be.
  ///
  /// Xcode writes fractions and, for "never", the year 1. The range is checked before anything is
  /// converted: Apple's own library traps on 1e18 (signed-data 1.4).
  package init?(millisecondsText text: String) {
    if let whole = Int64(text) {
      self.init(milliseconds: whole)
    } else {
      guard let number = Double(text), number.isFinite, number.magnitude < 1e15 else { return nil }
      self.init(milliseconds: Int64(number.rounded(.down)))
    }
    guard milliseconds.magnitude < 1_000_000_000_000_000 else { return nil }
  }
}
