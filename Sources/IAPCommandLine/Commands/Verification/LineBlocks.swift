internal import Foundation
package import IAPCore

/// Whole lines of a long input, some kilobytes at a time.
package struct LineBlock {
  /// Lines with their ends; the last one may have none.
  package var bytes: [UInt8]
  /// How many lines stand before it.
  package var firstLine: Int
  /// True: one line that is too long to be anything, without its content.
  package var isOverlong = false
}

/// Cuts a source into blocks of whole lines, in constant memory.
package final class LineBlocks {
  private let source: any ByteSource
  private let blockSize: Int
  private var rest: [UInt8] = []
  private var lines = 0
  private var isAtEnd = false

  /// No line of signed data is longer: a receipt of 4 MiB in base64.
  static let maximumLineBytes = 6 * 1024 * 1024

  package init(_ source: any ByteSource, blockSize: Int = 256 * 1024) {
    self.source = source
    self.blockSize = blockSize
  }

  /// The next block; `nil`: the input is at its end.
  ///
  /// `spent` is a block's bytes that nobody needs any more: their memory is used again.
  package func next(reusing spent: inout [UInt8]) throws(FileFailure) -> LineBlock? {
    while !isAtEnd {
      var block: [UInt8] = []
      swap(&block, &spent)
      block.removeAll(keepingCapacity: true)
      block += rest
      let start = block.count
      try fill(&block)
      guard block.count > start else {
        isAtEnd = true
        break
      }
      guard let last = block[start...].lastIndex(of: 0x0A) else {
        guard block.count <= Self.maximumLineBytes else { return try overlong() }
        swap(&rest, &block)
        swap(&spent, &block)
        continue
      }
      rest.removeAll(keepingCapacity: true)
      rest += block[(last + 1)...]
      block.removeLast(block.count - last - 1)
      return numbered(block)
    }
    guard !rest.isEmpty else { return nil }
    defer { rest = [] }
    return numbered(rest)
  }

  /// Appends the next bytes of the source.
  private func fill(_ block: inout [UInt8]) throws(FileFailure) {
    let start = block.count
    block.append(contentsOf: repeatElement(0, count: blockSize))
    let count = try block.withUnsafeMutableBufferPointer {
      (buffer) throws(FileFailure) -> Int in
      try source.read(into: UnsafeMutableBufferPointer(rebasing: buffer[start...]))
    }
    block.removeLast(blockSize - count)
  }

  private func numbered(_ bytes: [UInt8]) -> LineBlock {
    let block = LineBlock(bytes: bytes, firstLine: lines)
    bytes.withUnsafeBufferPointer { bytes in
      var end = bytes.lineEnd(from: 0)
      while end < bytes.count {
        lines += 1
        end = bytes.lineEnd(from: end + 1)
      }
    }
    return block
  }

  /// Passes over a line without end; what follows it is kept.
  private func overlong() throws(FileFailure) -> LineBlock {
    rest = []
    while true {
      let piece = try source.read(limit: blockSize)
      guard !piece.isEmpty else {
        isAtEnd = true
        break
      }
      if let end = piece.firstIndex(of: 0x0A) {
        rest = Array(piece[(end + 1)...])
        break
      }
    }
    lines += 1
    return LineBlock(bytes: [], firstLine: lines - 1, isOverlong: true)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Where the line that goes on at a place ends: at its 0x0A, or with everything.
  func lineEnd(from start: Int) -> Int {
    guard start < count, let base = baseAddress,
      let end = memchr(base + start, 0x0A, count - start)
    else { return count }
    return UnsafeRawPointer(end) - UnsafeRawPointer(base)
  }
}
