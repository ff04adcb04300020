/// Reads members of verifyReceipt's answers, where numbers may be texts and the other way round.
struct AnswerReader {
  let value: JSONValue
  let path: JSONPath
  /// Members that cannot be read.
  private(set) var problems: [FieldProblem] = []
  /// Members that are read as absent because they make no sense, and dates that disagree.
  private(set) var warnings: [VerificationWarning] = []

  init(_ value: JSONValue, at path: JSONPath = .root) {
    self.value = value
    self.path = path
  }

  func member(_ name: String) -> JSONValue? {
    guard let value = value[name], !value.isNull else { return nil }
    return value
  }

  /// Text; a number is taken as its digits, so that no id is ever rounded (case I07).
  mutating func text(_ name: String) -> String? {
    switch member(name) {
    case .string(let text): return text
    case .number(let digits): return digits
    case nil: return nil
    case let value?: return wrong(name, expected: "text", found: value.kindName)
    }
  }

  /// Text that says something; "" is the same as absent.
  mutating func filledText(_ name: String) -> String? {
    text(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  mutating func integer(_ name: String) -> Int64? {
    guard let text = filledText(name) else { return nil }
    guard let number = Int64(text) else {
      return wrong(name, expected: "a whole number", found: text)
    }
    return number
  }

  mutating func flag(_ name: String) -> Bool? {
    switch member(name) {
    case .boolean(let flag): return flag
    case .string("true"), .string("1"), .number("1"): return true
    case .string("false"), .string("0"), .number("0"), .string(""): return false
    case nil: return nil
    case let value?: return wrong(name, expected: "true or false", found: value.kindName)
    }
  }

  /// A date from whichever of its three forms is there; milliseconds are the truth.
  ///
  /// "" is no date, and is a problem as any other text is: read as absent it would mean "never
  /// expires" (cases I06, I08).
  mutating func date(_ name: String) -> Instant? { date(name, emptyIsAbsent: false) }

  private mutating func date(_ name: String, emptyIsAbsent: Bool) -> Instant? {
    let names = ["\(name)_ms", name, "\(name)_pst"]
    var result: Instant?
    for (index, form) in names.enumerated() {
      guard let text = text(form) else { continue }
      guard let date = AnswerDate.read(text) else {
        let found = text.isEmpty ? "\"\"" : text
        // Xcode and hand-made data: another form may still be readable.
        let isLast = !names.dropFirst(index + 1).contains { member($0) != nil }
        if result == nil, isLast, !(text.isEmpty && emptyIsAbsent) {
          return wrong(form, expected: "a date", found: found)
        }
        ignore(form, found: found)
        continue
      }
      guard let found = result else {
        result = date
        continue
      }
      if found.inWholeSeconds != date.inWholeSeconds {
        warnings.append(.datesDisagree(path: path.member(form).description))
      }
    }
    return result
  }

  /// The date of a cancellation: null, "" and 0 are none (case B08).
  mutating func cancellation(_ name: String) -> Instant? {
    guard let date = date(name, emptyIsAbsent: true) else { return nil }
    guard date.milliseconds != 0 else {
      ignore(name, found: "0")
      return nil
    }
    return date
  }

  /// The problem that leaves a whole record unreadable.
  mutating func require<Content>(_ name: String, _ content: Content?) -> Content? {
    if content == nil, !problems.contains(where: { $0.path.hasPrefix(place(name)) }) {
      _ = wrong(name, expected: "a value", found: nil) as Content?
    }
    return content
  }

  /// Notes that a member is missing which another one speaks of.
  mutating func miss(_ name: String) { warnings.append(.missingField(path: place(name))) }

  private func place(_ name: String) -> String { path.member(name).description }

  private mutating func ignore(_ name: String, found: String) {
    warnings.append(
      .ignoredField(FieldProblem(path: place(name), expected: "a date", found: found))
    )
  }

  private mutating func wrong<Content>(
    _ name: String,
    expected: String,
    found: String?
  ) -> Content? {
    problems.append(FieldProblem(path: place(name), expected: expected, found: found))
    return nil
  }
}
