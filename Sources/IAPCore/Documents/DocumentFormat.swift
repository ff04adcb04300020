/// What one kind of document is called, its version today, and how older ones are lifted.
package struct DocumentFormat: Sendable {
  /// The word in the file, `iap.queue`.
  package var name: String
  /// The steps in order: the first lifts version 1 to 2.
  package var steps: [DocumentStep]

  /// The version that is written, one more than there are steps.
  package var version: Int { steps.count + 1 }

  package init(_ name: String, steps: [DocumentStep] = []) {
    self.name = name
    self.steps = steps
  }
}

/// Changes the members of one version of a document into those of the next.
///
/// A step that was released never changes.
package struct DocumentStep: Sendable {
  package var lift: @Sendable ([JSONMember]) throws(JSONShapeError) -> [JSONMember]

  package init(_ lift: @escaping @Sendable ([JSONMember]) throws(JSONShapeError) -> [JSONMember]) {
    self.lift = lift
  }
}

extension DocumentFormat {
  /// Checks format and version, lifts older versions, and answers the members beside the header.
  ///
  /// The header is judged before anything else, so that a newer file is never called corrupt.
  package func open(_ value: JSONValue, path: String) throws(StorageFailure) -> [JSONMember] {
    guard case .object(var members) = value else {
      let shape = JSONShapeError(path: "", problem: .expected("an object", found: value.kindName))
      throw StorageFailure(path, .corrupt(.shape(shape)))
    }
    let found = try versionFound(in: value, path: path)
    members.removeAll { $0.name == "format" || $0.name == "version" }
    do throws(JSONShapeError) {
      for step in steps[(found - 1)...] { members = try step.lift(members) }
    } catch {
      throw StorageFailure(path, .corrupt(.shape(error)))
    }
    return members
  }

  private func versionFound(in value: JSONValue, path: String) throws(StorageFailure) -> Int {
    guard let format = value["format"]?.string, format == name else {
      let found = value["format"].map { $0.string ?? JSONWriter.text($0, layout: .line) }
      throw StorageFailure(path, .corrupt(.format(found: found, expected: name)))
    }
    guard case .number(let text)? = value["version"], let number = Int(text), number >= 1 else {
      let text = value["version"].map { JSONWriter.text($0, layout: .line) } ?? "none"
      throw StorageFailure(path, .corrupt(.version(text)))
    }
    guard number <= version else {
      throw StorageFailure(path, .newer(format: name, version: number, known: version))
    }
    return number
  }

  /// The header's members, to stand beside the data.
  package var header: [JSONMember] {
    [JSONMember("format", .string(name)), JSONMember("version", .integer(version))]
  }

  /// The header as the first line of a file of lines, with its end.
  package var headerLine: [UInt8] {
    JSONWriter.bytes(.object(header), layout: .line) + [UInt8(ascii: "\n")]
  }
}
