/// A file of JSON lines that only grows: a header line, then one value a line.
///
/// A last line without its end was never committed and is not seen. Reading goes in blocks, so
/// memory does not follow the file's size.
package struct JSONLines {
  package let file: StateFile
  package let format: DocumentFormat
  /// At least so many bytes are there; 0: nothing is known to have been committed.
  private let committed: Int
  private let storage: any StateStorage

  /// Lines longer than this are refused, in bytes.
  package static let maximumLine = 4 << 20

  /// `committed` is how long the file is known to be, in bytes: one that is shorter is damaged.
  package init(
    _ file: StateFile,
    format: DocumentFormat,
    in storage: some StateStorage,
    committed: Int = 0
  ) {
    self.file = file
    self.committed = committed
    self.format = format
    self.storage = storage
  }

  /// One line without its end, and where it stands in bytes from the start of the file.
  package struct Line: Equatable, Sendable {
    package var offset: Int
    package var bytes: [UInt8]

    package init(offset: Int, bytes: [UInt8]) {
      self.offset = offset
      self.bytes = bytes
    }
  }

  /// What a visitor of lines wants next.
  package enum Continuation: Sendable {
    case more
    case stop
  }

  /// The length in bytes; 0 when there is no file, and need not be one.
  ///
  /// Throws `missing` and `shortened` where what was committed is not there any more. It costs the
  /// same whatever the length.
  package var length: Int {
    get throws(StorageFailure) {
      let found = try storage.size(of: file)
      guard committed > 0 else { return found ?? 0 }
      guard let found else { throw StorageFailure(file, .missing) }
      guard found >= committed else {
        throw StorageFailure(file, .corrupt(.shortened(length: found, committed: committed)))
      }
      return found
    }
  }

  /// The change that adds values at the end, each as one line; the header first in a new file.
  package func change(appending values: [JSONValue]) throws(StorageFailure) -> FileChange {
    let length = try length
    var bytes = length == 0 ? format.headerLine : []
    for value in values { bytes += JSONLines.line(value) }
    return .append(file, at: length, bytes)
  }

  /// A value as a line with its end.
  package static func line(_ value: JSONValue) -> [UInt8] {
    JSONWriter.bytes(value, layout: .line) + [UInt8(ascii: "\n")]
  }

  /// Checks the header line; a file without a committed line has nothing to check.
  package func checkHeader() throws(StorageFailure) {
    _ = try headerLength()
  }

  /// Where the first value stands; 0 for an empty or missing file.
  func headerLength() throws(StorageFailure) -> Int {
    let length = try length
    guard length > 0 else { return 0 }
    var reader = LineReader(storage, file, from: 0, to: length)
    guard let header = try reader.next() else { return 0 }
    guard try format.open(try value(of: header), path: file.path).isEmpty else {
      let shape = JSONShapeError(path: "", problem: .invalidValue("more than a header"))
      throw StorageFailure(file, .corrupt(.line(offset: 0, .shape(shape))))
    }
    return header.bytes.count + 1
  }

  /// Visits the values' lines from the first on, or from a line that stands at `offset`.
  package func visit(
    from offset: Int? = nil,
    _ visit: (Line) throws(StorageFailure) -> Continuation
  ) throws(StorageFailure) {
    let start = try headerLength()
    var reader = LineReader(storage, file, from: max(offset ?? start, start), to: try length)
    while let line = try reader.next() {
      if try visit(line) == .stop { return }
    }
  }

  /// Visits the values' lines from the last to the first.
  package func visitBackwards(
    _ visit: (Line) throws(StorageFailure) -> Continuation
  ) throws(StorageFailure) {
    let start = try headerLength()
    var reader = BackwardLineReader(storage, file, from: start, to: try length)
    while let line = try reader.next() {
      if try visit(line) == .stop { return }
    }
  }

  /// The line whose key equals a given one, in a file whose lines are sorted by key.
  ///
  /// `order` answers how the key of a line stands to the wanted key: below zero, zero, above zero.
  package func find(
    _ order: (Line) throws(StorageFailure) -> Int
  ) throws(StorageFailure) -> Line? {
    let search = LineSearch(storage, file)
    var low = try headerLength()
    var high = try length
    while low < high {
      let line = try search.line(covering: low + (high - low) / 2, in: low..<high)
      let order = try order(line)
      if order == 0 { return line }
      if order < 0 { low = line.offset + line.bytes.count + 1 } else { high = line.offset }
    }
    return nil
  }

  /// A line's JSON value; a wrong one is named by its offset.
  package func value(of line: Line) throws(StorageFailure) -> JSONValue {
    do throws(JSONSyntaxError) {
      return try JSONParser.parse(line.bytes)
    } catch {
      throw StorageFailure(file, .corrupt(.line(offset: line.offset, .syntax(error))))
    }
  }

  /// A line's content as a type.
  package func decode<Content: Decodable>(
    _ type: Content.Type = Content.self,
    _ line: Line
  ) throws(StorageFailure) -> Content {
    let value = try value(of: line)
    do throws(JSONShapeError) {
      return try JSONValueDecoder.decode(type, from: value)
    } catch {
      throw StorageFailure(file, .corrupt(.line(offset: line.offset, .shape(error))))
    }
  }
}
