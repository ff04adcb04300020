/// Reads decoded transactions byte by byte, many times faster than through a tree of values.
///
/// It takes the usual form only: known members of the usual kinds, texts without escapes, whole
/// numbers, unknown members with plain values. Everything else, faulty or merely rare, it hands back
/// (`false`) for the strict reader to judge, so that both always agree.
final class TransactionScanner {
  enum ValueKind: UInt8 {
    case absent
    case text
    case integer
    case flag
  }

  /// Where one member's value stands.
  struct Value {
    var kind = ValueKind.absent
    /// The content of a text without its quotes; the digits of a number.
    var start: Int32 = 0
    var end: Int32 = 0
    /// The number, or 1 for true.
    var number: Int64 = 0
  }

  /// Where one member stands, the quotes of texts included.
  private struct Member {
    var name: Range<Int>
    var value: Range<Int>
  }

  private(set) var values = [Value](repeating: Value(), count: TransactionMember.allCases.count)
  private var seen: UInt64 = 0
  private var unknownNames: [Range<Int>] = []
  private var members: [Member] = []

  private static let maximumUnknownNames = 16

  subscript(member: TransactionMember) -> Value { values[member.rawValue] }

  /// Reads one object that fills the bytes, white space around it aside.
  func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    reset()
    var cursor = Cursor(bytes: bytes)
    cursor.skipSpace()
    guard cursor.take("{") else { return false }
    cursor.skipSpace()
    // An empty object is no transaction.
    repeat {
      cursor.skipSpace()
      guard let name = cursor.text() else { return false }
      cursor.skipSpace()
      guard cursor.take(":") else { return false }
      cursor.skipSpace()
      let start = cursor.position
      guard read(name, &cursor) else { return false }
      members.append(
        Member(name: name.lowerBound - 1..<name.upperBound + 1, value: start..<cursor.position)
      )
      cursor.skipSpace()
    } while cursor.take(",")
    guard cursor.take("}") else { return false }
    cursor.skipSpace()
    return cursor.isAtEnd
  }

  private func reset() {
    for index in values.indices { values[index].kind = .absent }
    seen = 0
    unknownNames.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
  }

  /// Appends the object that was scanned last as `JSONWriter` writes it on one line: its members
  /// in the order of their names, without white space.
  ///
  /// `bytes`: the same that were scanned.
  func write(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    // Without the closing quote: the shorter of two names comes first.
    func isBefore(_ one: Member, _ other: Member) -> Bool {
      bytes[one.name].dropLast().lexicographicallyPrecedes(bytes[other.name].dropLast())
    }
    let isInOrder = zip(members, members.dropFirst()).allSatisfy { isBefore($0, $1) }
    let sorted = isInOrder ? members : members.sorted(by: isBefore)
    for (index, member) in sorted.enumerated() {
      output.append(UInt8(ascii: index == 0 ? "{" : ","))
      output += bytes[member.name]
      output.append(UInt8(ascii: ":"))
      output += bytes[member.value]
    }
    output.append(UInt8(ascii: "}"))
  }

  private func read(_ name: Range<Int>, _ cursor: inout Cursor) -> Bool {
    guard let member = Self.member(UnsafeBufferPointer(rebasing: cursor.bytes[name])) else {
      return readUnknown(name, &cursor)
    }
    let bit = UInt64(1) << UInt64(member)
    guard seen & bit == 0 else { return false }
    seen |= bit
    guard let value = cursor.value() else { return false }
    // `null` is the same as absent; another kind than Apple's is for the strict reader to report.
    guard value.kind == .absent || value.kind == Self.kinds[member] else { return false }
    values[member] = value
    return true
  }

  private static let kinds = TransactionMember.allCases.map(\.kind)

  /// Members that are not known keep their place among the names, so that none stands twice.
  private func readUnknown(_ name: Range<Int>, _ cursor: inout Cursor) -> Bool {
    let bytes = cursor.bytes
    guard unknownNames.count < Self.maximumUnknownNames,
      !unknownNames.contains(where: { bytes[$0].elementsEqual(bytes[name]) }),
      // A notification is another kind of payload.
      !bytes[name].starts(with: Self.notification)
    else { return false }
    unknownNames.append(name)
    return cursor.value() != nil
  }

  private static let notification = Array("notification".utf8)

  private static func member(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
    guard name.count >= 4 else { return nil }
    let entry = TransactionMember.table[TransactionMember.slot(name)]
    guard entry.name.count == name.count, entry.name.elementsEqual(name) else { return nil }
    return entry.member
  }

  /// Moves through the bytes; any answer of `nil` or false means "not the usual form".
  private struct Cursor {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    mutating func skipSpace() {
      while position < bytes.count {
        let byte = bytes[position]
        guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
        position += 1
      }
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
      position += 1
      return true
    }

    /// The content of a text of printable ASCII without escapes.
    mutating func text() -> Range<Int>? {
      guard take("\"") else { return nil }
      let start = position
      while position < bytes.count {
        let byte = bytes[position]
        if byte == UInt8(ascii: "\"") {
          position += 1
          return start..<position - 1
        }
        guard byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\\") else { return nil }
        position += 1
      }
      return nil
    }

    mutating func value() -> Value? {
      guard position < bytes.count else { return nil }
      switch bytes[position] {
      case UInt8(ascii: "\""):
        guard let range = text() else { return nil }
        return Value(
          kind: .text,
          start: Int32(truncatingIfNeeded: range.lowerBound),
          end: Int32(truncatingIfNeeded: range.upperBound)
        )
      case UInt8(ascii: "t"): return word("true") ? Value(kind: .flag, number: 1) : nil
      case UInt8(ascii: "f"): return word("false") ? Value(kind: .flag, number: 0) : nil
      case UInt8(ascii: "n"): return word("null") ? Value() : nil
      default: return integer()
      }
    }

    private mutating func word(_ word: StaticString) -> Bool {
      guard bytes.count - position >= word.utf8CodeUnitCount else { return false }
      for offset in 0..<word.utf8CodeUnitCount
      where bytes[position + offset] != word.utf8Start[offset] { return false }
      position += word.utf8CodeUnitCount
      return true
    }

    /// At most 18 digits in the one way to write a whole number.
    private mutating func integer() -> Value? {
      let start = position
      let isNegative = take("-")
      let first = position
      var number: Int64 = 0
      while position < bytes.count, bytes[position] &- 0x30 < 10 {
        number = number &* 10 &+ Int64(bytes[position] &- 0x30)
        position += 1
      }
      let count = position - first
      guard (1...18).contains(count), count == 1 || bytes[first] != 0x30 else { return nil }
      if position < bytes.count {
        let next = bytes[position]
        // A fraction or an exponent is for the strict reader.
        guard next != UInt8(ascii: "."), next | 0x20 != UInt8(ascii: "e") else { return nil }
      }
      return Value(
        kind: .integer,
        start: Int32(truncatingIfNeeded: start),
        end: Int32(truncatingIfNeeded: position),
        number: isNegative ? -number : number
      )
    }
  }
}
