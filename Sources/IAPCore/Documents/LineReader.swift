/// Reads the lines of a range of a file in blocks, first to last.
struct LineReader {
  private let storage: any StateStorage
  private let file: StateFile
  private let end: Int
  /// Bytes read and not yet handed out, which start at `offset` in the file.
  private var block: [UInt8] = []
  private var used = 0
  private var offset: Int
  private var blockSize: Int

  private static let newline = UInt8(ascii: "\n")
  private static let largestBlock = 256 << 10

  /// The range starts and ends at line boundaries; `block` is how much is read first.
  init(
    _ storage: any StateStorage,
    _ file: StateFile,
    from start: Int,
    to end: Int,
    block: Int = 4 << 10
  ) {
    self.storage = storage
    self.file = file
    self.end = end
    offset = start
    blockSize = block
  }

  /// The next line; `nil` after the last one.
  mutating func next() throws(StorageFailure) -> JSONLines.Line? {
    var searched = used
    while true {
      if let found = block[searched...].firstIndex(of: LineReader.newline) {
        let line = JSONLines.Line(offset: offset + used, bytes: Array(block[used..<found]))
        used = found + 1
        return line
      }
      let pending = block.count - used
      guard pending <= JSONLines.maximumLine else {
        throw StorageFailure(file, .corrupt(.endlessLine(offset: offset + used)))
      }
      guard try fill() else { return nil }
      searched = pending
    }
  }

  /// Reads one more block behind the pending bytes; false at the end.
  private mutating func fill() throws(StorageFailure) -> Bool {
    offset += used
    block.removeFirst(used)
    used = 0
    let from = offset + block.count
    guard from < end else { return false }
    let bytes = try storage.read(file, from..<min(from + blockSize, end))
    guard !bytes.isEmpty else {
      throw StorageFailure(file, .corrupt(.shortened(length: from, committed: end)))
    }
    block += bytes
    blockSize = min(blockSize * 2, LineReader.largestBlock)
    return true
  }
}
