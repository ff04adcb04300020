/// Moves through the bytes of a JSON text in its usual form, eight at a time inside texts; any answer
/// of `nil` or false means "not the usual form".
struct ScanCursor {
  /// A value as it stands: its kind, and the number that it is, 1 for true.
  struct Value {
    var kind = TransactionScanner.ValueKind.absent
    var number: Int64 = 0
  }

  private let base: UnsafePointer<UInt8>
  private let count: Int
  private(set) var position = 0

  private static let quote = UInt8(ascii: "\"")

  /// The bytes stay where they are as long as the cursor is used.
  init(_ base: UnsafePointer<UInt8>, count: Int) {
    self.base = base
    self.count = count
  }

  var isAtEnd: Bool { position == count }

  @inline(__always)
  mutating func skipSpace() {
    while position < count {
      let byte = base[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position += 1
    }
  }

  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    guard position < count, base[position] == byte else { return false }
    position += 1
    return true
  }

  /// Passes over a text of printable ASCII without escapes, its quotes included.
  @inline(__always)
  mutating func text() -> Bool {
    guard take(Self.quote) else { return false }
    while position + 8 <= count {
      let word = UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self)
      let marks = Self.marks(UInt64(littleEndian: word))
      guard marks == 0 else {
        position += marks.trailingZeroBitCount >> 3
        return take(Self.quote)
      }
      position += 8
    }
    while position < count {
      let byte = base[position]
      guard byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\\"), byte != Self.quote else {
        return take(Self.quote)
      }
      position += 1
    }
    return false
  }

  /// The high bit of each byte that ends a text or is none of its usual form.
  ///
  /// The lowest mark is always right; above it a borrow may set marks too many.
  @inline(__always)
  private static func marks(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    let quotes = word ^ (ones &* UInt64(quote))
    let slashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let deletes = word ^ (ones &* 0x7F)
    let marks =
      (quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes | (deletes &- ones) & ~deletes
      | (word &- (ones &* 0x20)) & ~word | word
    return marks & highs
  }

  @inline(__always)
  mutating func value() -> Value? {
    guard position < count else { return nil }
    switch base[position] {
    case Self.quote: return text() ? Value(kind: .text) : nil
    case UInt8(ascii: "t"): return word("true") ? Value(kind: .flag, number: 1) : nil
    case UInt8(ascii: "f"): return word("false") ? Value(kind: .flag, number: 0) : nil
    case UInt8(ascii: "n"): return word("null") ? Value() : nil
    default: return integer()
    }
  }

  private mutating func word(_ word: StaticString) -> Bool {
    guard count - position >= word.utf8CodeUnitCount else { return false }
    for offset in 0..<word.utf8CodeUnitCount
    where base[position + offset] != word.utf8Start[offset] { return false }
    position += word.utf8CodeUnitCount
    return true
  }

  /// At most 18 digits in the one way to write a whole number.
  @inline(__always)
  private mutating func integer() -> Value? {
    let isNegative = take(UInt8(ascii: "-"))
    let first = position
    var number: Int64 = 0
    while position < count, base[position] &- 0x30 < 10 {
      number = number &* 10 &+ Int64(base[position] &- 0x30)
      position += 1
    }
    let digits = position - first
    guard (1...18).contains(digits), digits == 1 || base[first] != 0x30 else { return nil }
    if position < count {
      let next = base[position]
      // A fraction or an exponent is for the strict reader.
      guard next != UInt8(ascii: "."), next | 0x20 != UInt8(ascii: "e") else { return nil }
    }
    return Value(kind: .integer, number: isNegative ? -number : number)
  }
}
