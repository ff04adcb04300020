/// A document whose large member holds one line for each name, sorted by the names' bytes.
///
/// A name is found by halving and a value of equal width is changed in place, so that one change
/// does not cost what the whole file weighs. To everybody else it is a JSON document as any other,
/// and one that somebody laid out anew is read all the same.
package struct LineObject {
  package let file: StateFile
  private let format: DocumentFormat
  private let member: String
  /// Values are filled up with spaces on the left to this many bytes.
  private let width: Int
  private let storage: any StateStorage

  /// So many edits at most are made one by one.
  private static let singleEdits = 16

  /// A part of the file of at most so many bytes is read at once.
  private static let block = 8 << 10

  package init(
    _ file: StateFile,
    member: String,
    format: DocumentFormat,
    width: Int = 0,
    in storage: some StateStorage
  ) {
    self.file = file
    self.member = member
    self.format = format
    self.width = width
    self.storage = storage
  }

  /// One name and its value as JSON text.
  package struct Entry: Equatable, Sendable {
    package var name: String
    package var value: [UInt8]

    package init(name: String, value: [UInt8]) {
      self.name = name
      self.value = value
    }
  }

  /// Whether there is a file.
  package var exists: Bool {
    get throws(StorageFailure) { try storage.contains(file) }
  }

  /// The value of a name; `nil`: it has no line, or there is no file.
  package func value(of name: String) throws(StorageFailure) -> [UInt8]? {
    guard let size = try storage.size(of: file) else { return nil }
    if let lines = try lines(size: size) {
      switch try find(name, in: lines) {
      case .found(let place): return place.line.value
      case .absent: return nil
      case .otherLayout: break
      }
    }
    return try parsed().first { $0.name == name }?.value
  }

  /// Every entry, sorted by name; none where there is no file.
  package func entries() throws(StorageFailure) -> [Entry] {
    guard try exists else { return [] }
    let bytes = try storage.read(file)
    if bytes.starts(with: head), bytes.suffix(tail.count).elementsEqual(tail) {
      let range = head.count..<max(bytes.count - tail.count, head.count)
      if let entries = EntryLine.entries(of: bytes, in: range) { return entries }
    }
    return try parsed()
  }

  /// The changes that give names these values; none where all have them already.
  ///
  /// The entries may stand in any order. A name without a line gets one.
  package func changes(_ edits: [Entry]) throws(StorageFailure) -> [FileChange] {
    let edits = edits.map { Entry(name: $0.name, value: padded($0.value)) }
    if let size = try storage.size(of: file), edits.count <= LineObject.singleEdits,
      let lines = try lines(size: size), let changes = try overwrites(edits, in: lines)
    {
      return changes
    }
    let old = try entries()
    var merged: [String: [UInt8]] = [:]
    for entry in old { merged[entry.name] = padded(entry.value) }
    for edit in edits { merged[edit.name] = edit.value }
    let all = merged.map { Entry(name: $0.key, value: $0.value) }
    let bytes = bytes(all.sorted { EntryLine.isBefore($0.name, $1.name) })
    if try exists, try storage.read(file) == bytes { return [] }
    return [.replace(file, bytes)]
  }

  /// The document of sorted entries.
  private func bytes(_ entries: [Entry]) -> [UInt8] {
    var bytes = head
    for (index, entry) in entries.enumerated() {
      bytes += EntryLine.bytes(entry.name, entry.value, isLast: index == entries.count - 1)
    }
    return bytes + tail
  }

  private func padded(_ value: [UInt8]) -> [UInt8] {
    let value = value.drop { $0 == UInt8(ascii: " ") }
    return Array(repeating: UInt8(ascii: " "), count: max(width - value.count, 0)) + value
  }
}

// MARK: - Finding

extension LineObject {
  private enum Finding {
    case found((offset: Int, line: EntryLine))
    case absent
    case otherLayout
  }

  /// What stands before the lines.
  private var head: [UInt8] {
    Array("{\n  \"\(member)\": {\n".utf8)
  }

  /// What stands behind the lines.
  private var tail: [UInt8] {
    Array("  },\n  \"format\": \"\(format.name)\",\n  \"version\": \(format.version)\n}\n".utf8)
  }

  /// Where the lines stand; `nil` when the file does not begin and end as we write it.
  private func lines(size: Int) throws(StorageFailure) -> Range<Int>? {
    let (head, tail) = (head, tail)
    guard size >= head.count + tail.count, try storage.read(file, 0..<head.count) == head,
      try storage.read(file, size - tail.count..<size) == tail
    else { return nil }
    return head.count..<size - tail.count
  }

  private func find(_ name: String, in lines: Range<Int>) throws(StorageFailure) -> Finding {
    let search = LineSearch(storage, file)
    var (low, high) = (lines.lowerBound, lines.upperBound)
    while low < high {
      if high - low <= LineObject.block { return try scan(name, low..<high) }
      let line = try search.line(covering: low + (high - low) / 2, in: low..<high)
      guard let entry = EntryLine(line.bytes[...]) else { return .otherLayout }
      if entry.name == name { return .found((line.offset, entry)) }
      if EntryLine.isBefore(entry.name, name) {
        low = line.offset + line.bytes.count + 1
      } else {
        high = line.offset
      }
    }
    return .absent
  }

  /// Looks through a few lines, read at once.
  private func scan(_ name: String, _ range: Range<Int>) throws(StorageFailure) -> Finding {
    let bytes = try storage.read(file, range)
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      guard let entry = EntryLine(bytes[start..<end]) else { return .otherLayout }
      if entry.name == name { return .found((range.lowerBound + start, entry)) }
      start = end + 1
    }
    return .absent
  }

  /// The edits as changes in place; `nil` when one of them needs another length.
  private func overwrites(
    _ edits: [Entry],
    in lines: Range<Int>
  ) throws(StorageFailure) -> [FileChange]? {
    var changes: [FileChange] = []
    for edit in edits {
      guard case .found(let place) = try find(edit.name, in: lines),
        place.line.field.count == edit.value.count
      else { return nil }
      guard place.line.field != edit.value else { continue }
      changes.append(
        .overwrite(file, at: place.offset + place.line.fieldOffset, edit.value)
      )
    }
    return changes
  }

  /// The entries of a document in whatever layout.
  private func parsed() throws(StorageFailure) -> [Entry] {
    let bytes = try storage.read(file)
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONParser.parse(bytes)
    } catch {
      throw StorageFailure(file, .corrupt(.syntax(error)))
    }
    let members = try format.open(value, path: file.path)
    let content = JSONValue.object(members)
    if let other = members.first(where: { $0.name != member }) {
      throw shape(other.name, .unknownMember(nearest: member))
    }
    guard let found = content[member] else { throw shape(member, .missing) }
    guard let entries = found.members else {
      throw shape(member, .expected("an object", found: found.kindName))
    }
    return entries.map { Entry(name: $0.name, value: JSONWriter.bytes($0.value, layout: .line)) }
      .sorted { EntryLine.isBefore($0.name, $1.name) }
  }

  private func shape(_ path: String, _ problem: JSONShapeError.Problem) -> StorageFailure {
    StorageFailure(file, .corrupt(.shape(JSONShapeError(path: path, problem: problem))))
  }
}
