/// Reads the lines of a range of a file in blocks, last to first.
///
/// The range starts and ends at line boundaries.
struct BackwardLineReader {
  private let storage: any StateStorage
  private let file: StateFile
  private let start: Int
  /// Bytes read and not yet handed out: the file's from `offset` on.
  private var block: [UInt8] = []
  private var offset: Int
  private var blockSize = 4 << 10

  private static let newline = UInt8(ascii: "\n")
  private static let largestBlock = 256 << 10

  init(_ storage: any StateStorage, _ file: StateFile, from start: Int, to end: Int) {
    self.storage = storage
    self.file = file
    self.start = start
    offset = end
  }

  /// The line before the ones handed out; `nil` when the range is used up.
  mutating func next() throws(StorageFailure) -> JSONLines.Line? {
    while true {
      if !block.isEmpty {
        let content = block.dropLast()
        if let found = content.lastIndex(of: BackwardLineReader.newline) {
          return take(from: found + 1)
        }
        if offset == start { return take(from: 0) }
      }
      guard block.count <= JSONLines.maximumLine else {
        throw StorageFailure(file, .corrupt(.endlessLine(offset: offset)))
      }
      guard try fill() else { return nil }
    }
  }

  private mutating func take(from index: Int) -> JSONLines.Line {
    let line = JSONLines.Line(offset: offset + index, bytes: Array(block[index...].dropLast()))
    block.removeSubrange(index...)
    return line
  }

  private mutating func fill() throws(StorageFailure) -> Bool {
    guard offset > start else { return false }
    let from = max(offset - blockSize, start)
    block = try storage.read(file, from..<offset) + block
    offset = from
    blockSize = min(blockSize * 2, BackwardLineReader.largestBlock)
    return true
  }
}
