/// Finds lines by a place inside them, for searches by halving.
struct LineSearch {
  private let storage: any StateStorage
  private let file: StateFile

  /// What is read first: most lines are shorter.
  private static let block = 1 << 10

  init(_ storage: any StateStorage, _ file: StateFile) {
    self.storage = storage
    self.file = file
  }

  /// The line in which the byte at `place` stands; the range begins and ends with whole lines.
  func line(covering place: Int, in range: Range<Int>) throws(StorageFailure) -> JSONLines.Line {
    let start = try startOfLine(before: place, notBefore: range.lowerBound)
    var reader = LineReader(
      storage,
      file,
      from: start,
      to: range.upperBound,
      block: LineSearch.block
    )
    if let line = try reader.next() { return line }
    let length = try storage.size(of: file) ?? 0
    let lost = StorageFailure.Corruption.shortened(length: length, committed: range.upperBound)
    throw StorageFailure(file, .corrupt(lost))
  }

  private func startOfLine(before place: Int, notBefore start: Int) throws(StorageFailure) -> Int {
    var end = place
    var size = LineSearch.block
    while end > start {
      let from = max(end - size, start)
      let bytes = try storage.read(file, from..<end)
      if let found = bytes.lastIndex(of: UInt8(ascii: "\n")) { return from + found + 1 }
      guard place - from <= JSONLines.maximumLine else {
        throw StorageFailure(file, .corrupt(.endlessLine(offset: from)))
      }
      end = from
      size *= 2
    }
    return start
  }
}
