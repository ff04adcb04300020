/// A PEM file: named DER blocks one after the other.
///
/// The store's key files have this form so that `openssl` reads them as they are.
package struct PEMBundle: Equatable, Sendable {
  package struct Block: Equatable, Sendable {
    /// `CERTIFICATE`, `EC PRIVATE KEY`, `RSA PRIVATE KEY`.
    package var label: String
    package var bytes: [UInt8]

    package init(_ label: String, _ bytes: [UInt8]) {
      self.label = label
      self.bytes = bytes
    }
  }

  package var blocks: [Block]

  package init(_ blocks: [Block]) {
    self.blocks = blocks
  }

  /// Reads a file of blocks; text between blocks is skipped, `nil` for a block that is broken.
  package init?(reading file: [UInt8]) {
    var blocks: [Block] = []
    var open: (label: String, body: [UInt8])?
    for line in file.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      if let label = Self.label(of: line, "-----BEGIN ") {
        guard open == nil else { return nil }
        open = (label, [])
      } else if let label = Self.label(of: line, "-----END ") {
        guard let block = open, block.label == label,
          let bytes = Base64Text.bytes(standard: block.body)
        else { return nil }
        blocks.append(Block(label, bytes))
        open = nil
      } else {
        open?.body += line
      }
    }
    guard open == nil else { return nil }
    self.blocks = blocks
  }

  /// The file's text: lines of 64 digits.
  package var text: String {
    blocks.map { block in
      let digits = Array(Base64Text.standard(block.bytes).utf8)
      let lines = stride(from: 0, to: digits.count, by: 64).map { start in
        String(decoding: digits[start..<min(start + 64, digits.count)], as: UTF8.self) + "\n"
      }
      return "-----BEGIN \(block.label)-----\n\(lines.joined())-----END \(block.label)-----\n"
    }
    .joined()
  }

  /// The contents of all blocks of one kind, in the file's order.
  package func all(_ label: String) -> [[UInt8]] {
    blocks.filter { $0.label == label }.map(\.bytes)
  }

  private static func label(of line: ArraySlice<UInt8>, _ opening: String) -> String? {
    let closing = "-----"
    guard line.starts(with: opening.utf8), line.count > opening.utf8.count + closing.utf8.count,
      line.suffix(closing.utf8.count).elementsEqual(closing.utf8)
    else { return nil }
    let label = line.dropFirst(opening.utf8.count).dropLast(closing.utf8.count)
    return String(decoding: label, as: UTF8.self)
  }
}
