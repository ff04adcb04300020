import IAPCore

extension LongReport {
  /// The document in pieces: the same bytes as if it had been put together.
  func writeDocument(_ write: ([UInt8]) -> Void) {
    let frame = JSONWriter.bytes(frame) + [0x0A]
    let empty = Array("\n  \"\(listName)\": []".utf8)
    guard let place = frame.firstRange(of: empty)?.upperBound else {
      preconditionFailure("'\(listName)' is an empty list of the frame")
    }
    write(Array(frame[..<(place - 1)]))
    var isFirst = true
    visitElements { element in
      write(Array((isFirst ? "\n    " : ",\n    ").utf8))
      write(JSONWriter.bytes(element, indent: 2))
      isFirst = false
    }
    if !isFirst { write(Array("\n  ".utf8)) }
    write(Array(frame[(place - 1)...]))
  }

  /// The text line by line.
  func writeLines(_ write: (StyledText) -> Void) {
    var layout = TableLayout(columns)
    var isEmpty = true
    visitRows { row in
      layout.measure(row)
      isEmpty = false
    }
    for line in heading { write(line) }
    guard !isEmpty else { return write(emptyText) }
    write(layout.titles)
    visitRows { write(layout.line($0)) }
  }
}

/// Gathers small pieces of output, so that each needs no call of the system.
struct OutputPieces {
  private let output: Output
  private var bytes: [UInt8] = []

  private static let size = 64 << 10

  init(_ output: Output) {
    self.output = output
  }

  mutating func write(_ piece: [UInt8]) {
    bytes += piece
    if bytes.count >= Self.size { flush() }
  }

  mutating func flush() {
    if !bytes.isEmpty { output.write(bytes) }
    bytes.removeAll(keepingCapacity: true)
  }
}
