/// Reads decoded transactions byte by byte, many times faster than through a tree of values.
///
/// It takes the usual form only: known members of the usual kinds, texts without escapes, whole
/// numbers, unknown members with plain values. Everything else, faulty or merely rare, it hands back
/// (`false`) for the strict reader to judge, so that both always agree.
///
/// Members stay slices of the bytes; nothing is allocated for a transaction.
final class TransactionScanner {
  enum ValueKind: UInt8 {
    case absent
    case text
    case integer
    case flag
  }

  /// Where one member stands.
  struct Value {
    var kind = ValueKind.absent
    /// The name with its quotes.
    fileprivate var nameStart: Int32 = 0
    fileprivate var nameEnd: Int32 = 0
    /// The value as it stands, a text with its quotes.
    fileprivate var start: Int32 = 0
    fileprivate var end: Int32 = 0
    /// The number, or 1 for true.
    var number: Int64 = 0

    /// The content of a text, without its quotes.
    var content: Range<Int> { Int(start) + 1..<Int(end) - 1 }
    fileprivate var name: Range<Int> { Int(nameStart) + 1..<Int(nameEnd) - 1 }
  }

  private let names = TransactionNames()
  private let values = UnsafeMutablePointer<Value>.allocate(
    capacity: TransactionMember.allCases.count
  )
  private let unknown = UnsafeMutablePointer<Value>.allocate(capacity: maximumUnknownNames)
  /// One bit for each known member that was met, in the order of their names.
  private var seen: UInt64 = 0
  private var unknownCount = 0

  private static let maximumUnknownNames = 16

  deinit {
    values.deallocate()
    unknown.deallocate()
  }

  subscript(member: TransactionMember) -> Value {
    seen & 1 << UInt64(member.rawValue) == 0 ? Value() : values[member.rawValue]
  }

  /// Reads one object that fills the bytes, white space around it aside.
  func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    (seen, unknownCount) = (0, 0)
    guard let base = bytes.baseAddress, bytes.count < Int(Int32.max) else { return false }
    var cursor = ScanCursor(base, count: bytes.count)
    var seen: UInt64 = 0
    cursor.skipSpace()
    guard cursor.take(UInt8(ascii: "{")) else { return false }
    // An empty object is no transaction.
    repeat {
      cursor.skipSpace()
      var value = Value()
      value.nameStart = Int32(truncatingIfNeeded: cursor.position)
      guard cursor.text() else { return false }
      value.nameEnd = Int32(truncatingIfNeeded: cursor.position)
      cursor.skipSpace()
      guard cursor.take(UInt8(ascii: ":")) else { return false }
      cursor.skipSpace()
      value.start = Int32(truncatingIfNeeded: cursor.position)
      guard let found = cursor.value() else { return false }
      value.end = Int32(truncatingIfNeeded: cursor.position)
      (value.kind, value.number) = (found.kind, found.number)
      guard keep(value, base, &seen) else { return false }
      cursor.skipSpace()
    } while cursor.take(UInt8(ascii: ","))
    guard cursor.take(UInt8(ascii: "}")) else { return false }
    cursor.skipSpace()
    self.seen = seen
    return cursor.isAtEnd
  }

  @inline(__always)
  private func keep(_ value: Value, _ base: UnsafePointer<UInt8>, _ seen: inout UInt64) -> Bool {
    let count = Int(value.nameEnd - value.nameStart) - 2
    guard let (member, kind) = names.find(base + Int(value.nameStart) + 1, count: count) else {
      return keepUnknown(value, base)
    }
    let bit = UInt64(1) << UInt64(truncatingIfNeeded: member)
    // `null` is the same as absent; another kind than Apple's is for the strict reader to report.
    guard seen & bit == 0, value.kind == .absent || value.kind == kind else { return false }
    seen |= bit
    values[member] = value
    return true
  }

  /// Members that are not known keep their place among the names, so that none stands twice.
  private func keepUnknown(_ value: Value, _ base: UnsafePointer<UInt8>) -> Bool {
    let name = Self.bytes(value.name, base)
    guard unknownCount < Self.maximumUnknownNames,
      !(0..<unknownCount).contains(where: {
        Self.bytes(unknown[$0].name, base).elementsEqual(name)
      }),
      // A notification is another kind of payload.
      !name.starts(with: Self.notification)
    else { return false }
    unknown[unknownCount] = value
    unknownCount += 1
    return true
  }

  private static let notification = Array("notification".utf8)

  private static func bytes(
    _ range: Range<Int>,
    _ base: UnsafePointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
  }

  /// Appends the object that was scanned last as `JSONWriter` writes it on one line: its members
  /// in the order of their names, without white space.
  ///
  /// `bytes`: the same that were scanned.
  func write(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    guard let base = bytes.baseAddress else { return }
    func isBefore(_ one: Value, _ other: Value) -> Bool {
      Self.bytes(one.name, base).lexicographicallyPrecedes(Self.bytes(other.name, base))
    }
    var others = UnsafeBufferPointer(start: unknown, count: unknownCount)
      .sorted(by: isBefore)[...]
    var mark = UInt8(ascii: "{")
    var rest = seen
    while rest != 0 {
      let value = values[rest.trailingZeroBitCount]
      rest &= rest &- 1
      while let other = others.first, isBefore(other, value) {
        Self.append(others.removeFirst(), base, after: &mark, to: &output)
      }
      Self.append(value, base, after: &mark, to: &output)
    }
    for other in others { Self.append(other, base, after: &mark, to: &output) }
    output.append(UInt8(ascii: "}"))
  }

  private static func append(
    _ value: Value,
    _ base: UnsafePointer<UInt8>,
    after mark: inout UInt8,
    to output: inout [UInt8]
  ) {
    output.append(mark)
    mark = UInt8(ascii: ",")
    // Where nothing but the colon stands between name and value, both are copied at once.
    if value.start == value.nameEnd + 1 {
      output += bytes(Int(value.nameStart)..<Int(value.end), base)
    } else {
      output += bytes(Int(value.nameStart)..<Int(value.nameEnd), base)
      output.append(UInt8(ascii: ":"))
      output += bytes(Int(value.start)..<Int(value.end), base)
    }
  }
}

/// The names that the scanner knows, laid out so that one look and one comparison find each.
private final class TransactionNames {
  private struct Slot {
    var member = 0
    /// 0: no name falls here.
    var count = 0
    var kind = TransactionScanner.ValueKind.absent
  }

  private static let longest = 32
  private let slots = UnsafeMutablePointer<Slot>.allocate(capacity: TransactionMember.slots)
  private let texts = UnsafeMutablePointer<UInt8>.allocate(
    capacity: TransactionMember.slots * longest
  )

  init() {
    slots.initialize(repeating: Slot(), count: TransactionMember.slots)
    texts.initialize(repeating: 0, count: TransactionMember.slots * Self.longest)
    for member in TransactionMember.allCases {
      let name = member.name
      let slot = name.withUnsafeBufferPointer { base in
        base.baseAddress.map { TransactionMember.slot($0, count: base.count) } ?? 0
      }
      precondition(
        slots[slot].count == 0 && name.count <= Self.longest,
        "the constants of the hash are chosen for these names"
      )
      slots[slot] = Slot(member: member.rawValue, count: name.count, kind: member.kind)
      for (index, byte) in name.enumerated() { texts[slot * Self.longest + index] = byte }
    }
  }

  deinit {
    slots.deallocate()
    texts.deallocate()
  }

  @inline(__always)
  func find(
    _ name: UnsafePointer<UInt8>,
    count: Int
  ) -> (member: Int, kind: TransactionScanner.ValueKind)? {
    guard count >= 4 else { return nil }
    let slot = TransactionMember.slot(name, count: count)
    guard slots[slot].count == count,
      UnsafeRawPointer(name).holdsSame(as: texts + slot * Self.longest, count: count)
    else { return nil }
    return (slots[slot].member, slots[slot].kind)
  }
}

extension UnsafeRawPointer {
  /// Whether so many bytes here and there are the same; at least four, compared eight at a time.
  @inline(__always)
  func holdsSame(as other: UnsafeRawPointer, count: Int) -> Bool {
    guard count >= 8 else {
      return loadUnaligned(as: UInt32.self) == other.loadUnaligned(as: UInt32.self)
        && loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
          == other.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
    }
    var place = 0
    while place + 8 <= count {
      guard
        loadUnaligned(fromByteOffset: place, as: UInt64.self)
          == other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      else { return false }
      place += 8
    }
    return loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      == other.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
  }
}
