/// One line of a `LineObject`: `    "ada": 1767225600000,` without its end.
struct EntryLine {
  let name: String
  /// Where the value's field begins, in bytes from the start of the line.
  let fieldOffset: Int
  /// The value with the spaces that fill it up on the left.
  let field: [UInt8]

  var value: [UInt8] { Array(field.drop { $0 == UInt8(ascii: " ") }) }

  private static let opening = Array("    \"".utf8)
  private static let separator = Array("\": ".utf8)

  /// Answers `nil` for a line in another layout, or with a name that has escapes.
  init?(_ line: ArraySlice<UInt8>) {
    guard line.starts(with: EntryLine.opening) else { return nil }
    let rest = line.dropFirst(EntryLine.opening.count)
    guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    let name = rest[..<end]
    guard !name.contains(UInt8(ascii: "\\")), rest[end...].starts(with: EntryLine.separator),
      let text = String(validating: name, as: UTF8.self)
    else { return nil }
    var field = rest[end...].dropFirst(EntryLine.separator.count)
    if field.last == UInt8(ascii: ",") { field.removeLast() }
    guard field.contains(where: { $0 != UInt8(ascii: " ") }) else { return nil }
    self.name = text
    self.field = Array(field)
    fieldOffset = field.startIndex - line.startIndex
  }

  /// All entries of a range of lines; `nil` when one has another layout or order.
  static func entries(of bytes: [UInt8], in range: Range<Int>) -> [LineObject.Entry]? {
    var entries: [LineObject.Entry] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let rest = bytes[start..<range.upperBound]
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      let isLast = end + 1 == range.upperBound
      guard let line = EntryLine(bytes[start..<end]),
        (bytes[end - 1] == UInt8(ascii: ",")) != isLast,
        entries.last.map({ isBefore($0.name, line.name) }) ?? true
      else { return nil }
      entries.append(LineObject.Entry(name: line.name, value: line.value))
      start = end + 1
    }
    return entries
  }

  /// A line with its end.
  static func bytes(_ name: String, _ field: [UInt8], isLast: Bool) -> [UInt8] {
    let name = JSONWriter.bytes(.string(name), layout: .line)
    return Array("    ".utf8) + name + Array(": ".utf8) + field
      + Array((isLast ? "\n" : ",\n").utf8)
  }

  /// The order of the lines.
  static func isBefore(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
