package import IAPCore

extension JSONSyntaxError {
  /// What is wrong, without the place.
  package var words: String {
    switch problem {
    case .empty: "nothing but white space"
    case .byteOrderMark: "a byte order mark, which JSON does not allow"
    case .invalidUTF8: "bytes that are not UTF-8"
    case .unexpectedByte: "a character that cannot stand here"
    case .unexpectedEnd: "ends too early"
    case .invalidNumber: "a number that is none"
    case .invalidEscape: "an escape that is none"
    case .controlCharacter: "a control character inside a text"
    case .duplicateMember: "the member '\(member ?? "")' twice in one object"
    case .tooDeep: "nested too deep"
    case .trailingBytes: "more after the end of the value"
    }
  }

  /// `3:14: ends too early`, as compilers point at a place.
  package var placed: String { "\(line):\(column): \(words)" }
}

extension JSONShapeError {
  /// `steps[3].purchase.quantity: expected a whole number, found text`.
  package var placed: String { path.isEmpty ? words : "\(path): \(words)" }

  /// What is wrong, without the place.
  var words: String {
    switch problem {
    case .expected(let expected, let found): "expected \(expected), found \(found)"
    case .missing: "is missing"
    case .unknownMember(let nearest):
      "is not known" + (nearest.map { ", did you mean '\($0)'" } ?? "")
    case .invalidValue(let text): text
    }
  }
}
