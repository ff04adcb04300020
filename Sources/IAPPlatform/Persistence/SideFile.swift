import IAPCore

/// Writes `commit.data`: the changes of a commit that is too large for `commit.json`.
///
/// Each change is one line of JSON that ends with the length of its content, then the content.
struct SideFileWriter {
  private let files: any FileLayer
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private(set) var length = 0

  private static let flushSize = 1 << 20

  /// Begins an empty side file; no commit may be pending.
  init(_ files: any FileLayer) throws(StorageFailure) {
    self.files = files
    // The record that named an earlier side file must be gone for good before its bytes change.
    try files.syncFolder("")
    let purpose = WritePurpose(truncates: true, isSecret: true)
    descriptor = try files.open(CommitRecord.dataPath, purpose)
  }

  mutating func add(_ change: FileChange) throws(StorageFailure) {
    let content = change.content
    let head = JSONValue.object(change.head + [JSONMember("length", .integer(content.count))])
    buffer += JSONLines.line(head)
    buffer += content
    if buffer.count >= SideFileWriter.flushSize { try flush() }
  }

  /// Makes the side file durable; answers its length in bytes.
  mutating func finish() throws(StorageFailure) -> Int {
    try flush()
    try files.sync(descriptor)
    files.close(descriptor)
    // Its name must be durable before the record that needs it can be.
    try files.syncFolder("")
    return length
  }

  /// Gives the side file up.
  func abandon() {
    files.close(descriptor)
  }

  private mutating func flush() throws(StorageFailure) {
    try files.write(descriptor, buffer, at: length)
    length += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }
}

/// Reads the changes of `commit.data` one by one, in blocks.
struct SideFileReader {
  private let files: any FileLayer
  private let length: Int
  private var block: [UInt8] = []
  private var used = 0
  private var place = 0

  private static let blockSize = 1 << 20

  init(_ files: any FileLayer, length: Int) {
    self.files = files
    self.length = length
  }

  /// The next change; `nil` after the last one.
  mutating func next() throws(StorageFailure) -> FileChange? {
    if used == block.count, place == length { return nil }
    let offset = place - (block.count - used)
    let head = try head(at: offset)
    guard let count = head["length"]?.integer, count >= 0 else {
      throw corrupt(offset, JSONShapeError(path: "length", problem: .missing))
    }
    let content = try take(Int(count))
    do throws(JSONShapeError) {
      return try FileChange(head: head, content: content, at: .root)
    } catch {
      throw corrupt(offset, error)
    }
  }

  private mutating func head(at offset: Int) throws(StorageFailure) -> JSONValue {
    let line = try line()
    do throws(JSONSyntaxError) {
      return try JSONParser.parse(line)
    } catch {
      let problem = StorageFailure.LineProblem.syntax(error)
      throw StorageFailure(CommitRecord.dataPath, .corrupt(.line(offset: offset, problem)))
    }
  }

  private func corrupt(_ offset: Int, _ error: JSONShapeError) -> StorageFailure {
    StorageFailure(CommitRecord.dataPath, .corrupt(.line(offset: offset, .shape(error))))
  }

  private mutating func line() throws(StorageFailure) -> [UInt8] {
    while true {
      if let end = block[used...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(block[used..<end])
        used = end + 1
        return line
      }
      try fill()
    }
  }

  private mutating func take(_ count: Int) throws(StorageFailure) -> [UInt8] {
    while block.count - used < count { try fill() }
    defer { used += count }
    return Array(block[used..<used + count])
  }

  private mutating func fill() throws(StorageFailure) {
    block.removeFirst(used)
    used = 0
    let end = min(place + SideFileReader.blockSize, length)
    let more = place < end ? try files.read(CommitRecord.dataPath, place..<end) : []
    guard !more.isEmpty else {
      let lost = StorageFailure.Corruption.shortened(length: place, committed: length)
      throw StorageFailure(CommitRecord.dataPath, .corrupt(lost))
    }
    block += more
    place += more.count
  }
}
