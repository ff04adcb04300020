/// A document of one flat JSON object: `format` and `version` beside the members of its content.
///
/// The content's `Codable` type is its schema; members it does not name are refused by name.
package struct Document<Content: Codable & Sendable>: Sendable {
  package var format: DocumentFormat

  package init(_ name: String, steps: [DocumentStep] = []) {
    format = DocumentFormat(name, steps: steps)
  }

  /// Reads a document from its bytes; `path` is what an error calls it.
  package func read(_ bytes: [UInt8], path: String) throws(StorageFailure) -> Content {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONParser.parse(bytes)
    } catch {
      throw StorageFailure(path, .corrupt(.syntax(error)))
    }
    return try read(value, path: path)
  }

  /// Reads a document that is parsed already.
  package func read(_ value: JSONValue, path: String) throws(StorageFailure) -> Content {
    let members = try format.open(value, path: path)
    do throws(JSONShapeError) {
      return try JSONValueDecoder.decode(Content.self, from: .object(members))
    } catch {
      throw StorageFailure(path, .corrupt(.shape(error)))
    }
  }

  /// Reads the document from a storage; throws `missing` when the file is not there.
  package func read(
    _ file: StateFile,
    from storage: some StateStorage
  ) throws(StorageFailure) -> Content {
    try read(try storage.read(file), path: file.path)
  }

  /// The content in the canonical form, indented, with a newline at the end.
  package func bytes(_ content: Content) -> [UInt8] {
    bytes(content, besides: [])
  }

  /// The same with members that the content knows nothing of.
  func bytes(_ content: Content, besides others: [JSONMember]) -> [UInt8] {
    guard case .object(let members) = JSONValueEncoder.encode(content) else {
      preconditionFailure("\(Content.self) is no object, so it cannot stand beside a header")
    }
    return JSONWriter.bytes(.object(format.header + members + others)) + [UInt8(ascii: "\n")]
  }

  /// The change that writes the content.
  package func change(_ file: StateFile, to content: Content) -> FileChange {
    .replace(file, bytes(content))
  }
}
