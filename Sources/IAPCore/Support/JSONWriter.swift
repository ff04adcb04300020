/// Writes JSON in the project's one canonical form.
///
/// Members are sorted by name (by Unicode scalar), slashes and non-ASCII text stay as they are.
package struct JSONWriter {
  /// For people and files, indented by two spaces; or everything on one line without spaces.
  package enum Layout: Sendable {
    case document
    case line
  }

  private let layout: Layout
  private let sortsMembers: Bool
  private var output: [UInt8] = []

  private init(layout: Layout, sortsMembers: Bool) {
    self.layout = layout
    self.sortsMembers = sortsMembers
  }

  /// The value as UTF-8 bytes without a trailing newline.
  ///
  /// `indent`: how deep in a document the value stands; its first line is not indented.
  package static func bytes(
    _ value: JSONValue,
    layout: Layout = .document,
    sortsMembers: Bool = true,
    indent: Int = 0
  ) -> [UInt8] {
    var writer = JSONWriter(layout: layout, sortsMembers: sortsMembers)
    writer.write(value, indent: indent)
    return writer.output
  }

  package static func text(
    _ value: JSONValue,
    layout: Layout = .document,
    sortsMembers: Bool = true
  ) -> String {
    String(decoding: bytes(value, layout: layout, sortsMembers: sortsMembers), as: UTF8.self)
  }

  private mutating func write(_ value: JSONValue, indent: Int) {
    switch value {
    case .null: append("null")
    case .boolean(let flag): append(flag ? "true" : "false")
    case .number(let text): append(text)
    case .string(let text): writeString(text)
    case .array(let elements):
      writeContainer("[", "]", count: elements.count, indent: indent) { writer, index in
        writer.write(elements[index], indent: indent + 1)
      }
    case .object(let members): writeObject(members, indent: indent)
    }
  }

  private mutating func writeObject(_ members: [JSONMember], indent: Int) {
    let sorted = sortsMembers ? members.sorted { $0.name.isBefore($1.name) } : members
    writeContainer("{", "}", count: sorted.count, indent: indent) { writer, index in
      writer.writeString(sorted[index].name)
      writer.append(writer.layout == .document ? ": " : ":")
      writer.write(sorted[index].value, indent: indent + 1)
    }
  }

  private mutating func writeContainer(
    _ opening: String,
    _ closing: String,
    count: Int,
    indent: Int,
    element: (inout JSONWriter, Int) -> Void
  ) {
    append(opening)
    for index in 0..<count {
      if index > 0 { append(",") }
      breakLine(indent: indent + 1)
      element(&self, index)
    }
    if count > 0 { breakLine(indent: indent) }
    append(closing)
  }

  private mutating func breakLine(indent: Int) {
    guard layout == .document else { return }
    output.append(0x0A)
    output.append(contentsOf: repeatElement(0x20, count: indent * 2))
  }

  private mutating func writeString(_ text: String) {
    output.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case 0x0A: append("\\n")
      case 0x0D: append("\\r")
      case 0x09: append("\\t")
      case 0..<0x20, 0x7F: appendEscape(byte)
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  private mutating func appendEscape(_ byte: UInt8) {
    let digits = String(byte, radix: 16)
    append("\\u00" + (digits.count == 1 ? "0" : "") + digits)
  }

  private mutating func append(_ text: String) {
    output.append(contentsOf: text.utf8)
  }
}

extension String {
  /// Order by Unicode scalar value: the same on every system and in every locale.
  package func isBefore(_ other: String) -> Bool {
    // UTF-8 sorts as the scalars do that it stands for.
    withOctets { own in other.withOctets { own.lexicographicallyPrecedes($0) } }
  }
}
