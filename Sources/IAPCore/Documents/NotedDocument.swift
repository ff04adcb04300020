/// A document with a note beside its content: what the content's own type knows nothing of.
///
/// `account.json` notes how long the account's files of lines are, `store.json` where the journal
/// ends. Both are committed together with what they note.
struct NotedDocument<Content: Codable & Sendable, Note: Codable & Sendable>: Sendable {
  private let document: Document<Content>
  /// The member that holds the note.
  private let member: String

  init(_ name: String, note member: String) {
    document = Document(name)
    self.member = member
  }

  /// The members beside the header, the note among them.
  func members(_ bytes: [UInt8], path: String) throws(StorageFailure) -> [JSONMember] {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONParser.parse(bytes)
    } catch {
      throw StorageFailure(path, .corrupt(.syntax(error)))
    }
    return try document.format.open(value, path: path)
  }

  /// Reads content and note; `path` is what an error calls the document.
  func read(
    _ bytes: [UInt8],
    path: String
  ) throws(StorageFailure) -> (content: Content, note: Note) {
    let members = try members(bytes, path: path)
    let content = JSONValue.object(members.filter { $0.name != member })
    do throws(JSONShapeError) {
      return (
        try JSONValueDecoder.decode(Content.self, from: content), try note(in: members)
      )
    } catch {
      throw StorageFailure(path, .corrupt(.shape(error)))
    }
  }

  /// Reads the document from a storage; throws `missing` when the file is not there.
  func read(
    _ file: StateFile,
    from storage: some StateStorage
  ) throws(StorageFailure) -> (content: Content, note: Note) {
    try read(try storage.read(file), path: file.path)
  }

  /// Reads the note only.
  func note(_ bytes: [UInt8], path: String) throws(StorageFailure) -> Note {
    let members = try members(bytes, path: path)
    do throws(JSONShapeError) {
      return try note(in: members)
    } catch {
      throw StorageFailure(path, .corrupt(.shape(error)))
    }
  }

  /// Content and note in the canonical form, with a newline at the end.
  func bytes(_ content: Content, note: Note) -> [UInt8] {
    document.bytes(content, besides: [JSONMember(member, JSONValueEncoder.encode(note))])
  }

  private func note(in members: [JSONMember]) throws(JSONShapeError) -> Note {
    let path = JSONPath.root.member(member)
    guard let found = members.first(where: { $0.name == member }) else {
      throw JSONShapeError(path: path.description, problem: .missing)
    }
    return try JSONValueDecoder.decode(Note.self, from: found.value, at: path)
  }
}
