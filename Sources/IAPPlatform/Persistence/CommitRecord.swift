import IAPCore

/// The content of `commit.json`: a command's changes, or where they stand in the side file.
struct CommitRecord: Equatable {
  /// Small text changes, in order; empty when they stand in the side file.
  var changes: [FileChange] = []
  /// The length of `commit.data` in bytes; `nil`: there is none.
  var dataLength: Int?

  static let format = DocumentFormat("iap.commit")
  static let path = "commit.json"
  static let newPath = "commit.json.new"
  static let dataPath = "commit.data"
  static let replacePath = "replace.new"

  /// More content than this goes into the side file, in bytes.
  static let inlineLimit = 256 << 10

  /// Whether the changes fit into `commit.json`: few bytes, and all of them text.
  static func fitsInline(_ changes: [FileChange]) -> Bool {
    var total = 0
    for change in changes {
      total += change.content.count
      if total > inlineLimit { return false }
    }
    return changes.allSatisfy { String(validating: $0.content, as: UTF8.self) != nil }
  }

  func bytes() -> [UInt8] {
    var members = CommitRecord.format.header
    if let dataLength {
      members.append(JSONMember("data", .object(["length": .integer(dataLength)])))
    }
    members.append(JSONMember("changes", .array(changes.map(\.json))))
    return JSONWriter.bytes(.object(members)) + [UInt8(ascii: "\n")]
  }

  init(changes: [FileChange] = [], dataLength: Int? = nil) {
    self.changes = changes
    self.dataLength = dataLength
  }

  init(_ bytes: [UInt8]) throws(StorageFailure) {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONParser.parse(bytes)
    } catch {
      throw StorageFailure(CommitRecord.path, .corrupt(.syntax(error)))
    }
    let content = JSONValue.object(
      try CommitRecord.format.open(value, path: CommitRecord.path)
    )
    do throws(JSONShapeError) {
      guard let elements = content["changes"]?.array else {
        throw JSONShapeError(path: "changes", problem: .missing)
      }
      for (index, element) in elements.enumerated() {
        let path = JSONPath.root.member("changes").element(index)
        changes.append(try FileChange(json: element, at: path))
      }
      dataLength = content["data"]?["length"]?.integer.map(Int.init)
    } catch {
      throw StorageFailure(CommitRecord.path, .corrupt(.shape(error)))
    }
  }
}

extension FileChange {
  /// What the change does and where, without its content.
  var head: [JSONMember] {
    switch self {
    case .replace(let file, _): [JSONMember("replace", .string(file.path))]
    case .append(let file, at: let offset, _):
      [JSONMember("append", .string(file.path)), JSONMember("at", .integer(offset))]
    case .overwrite(let file, at: let offset, _):
      [JSONMember("overwrite", .string(file.path)), JSONMember("at", .integer(offset))]
    case .remove(let file): [JSONMember("remove", .string(file.path))]
    case .removeFolder(let folder): [JSONMember("removeFolder", .string(folder.path))]
    }
  }

  /// The change as it stands in `commit.json`; its content must be text.
  var json: JSONValue {
    switch self {
    case .remove, .removeFolder: .object(head)
    default:
      .object(head + [JSONMember("content", .string(String(decoding: content, as: UTF8.self)))])
    }
  }

  /// Reads a change as `json` writes it.
  init(json: JSONValue, at path: JSONPath) throws(JSONShapeError) {
    let isRemoval = json["remove"] != nil || json["removeFolder"] != nil
    guard let content = json["content"]?.string ?? (isRemoval ? "" : nil) else {
      throw JSONShapeError(path: path.member("content").description, problem: .missing)
    }
    self = try FileChange(head: json, content: Array(content.utf8), at: path)
  }

  /// Reads a change whose content stands elsewhere.
  init(head: JSONValue, content: [UInt8], at path: JSONPath) throws(JSONShapeError) {
    let offset = head["at"]?.integer.map(Int.init) ?? 0
    guard offset >= 0 else {
      throw JSONShapeError(path: path.member("at").description, problem: .invalidValue("\(offset)"))
    }
    if let text = head["removeFolder"]?.string {
      guard let folder = StateFolder(path: text) else {
        throw JSONShapeError(path: path.description, problem: .invalidValue(text))
      }
      self = .removeFolder(folder)
      return
    }
    func file(_ word: String) throws(JSONShapeError) -> StateFile? {
      guard let text = head[word]?.string else { return nil }
      if let file = StateFile(path: text) { return file }
      throw JSONShapeError(path: path.member(word).description, problem: .invalidValue(text))
    }
    if let file = try file("replace") {
      self = .replace(file, content)
    } else if let file = try file("append") {
      self = .append(file, at: offset, content)
    } else if let file = try file("overwrite") {
      self = .overwrite(file, at: offset, content)
    } else if let file = try file("remove") {
      self = .remove(file)
    } else {
      throw JSONShapeError(path: path.description, problem: .missing)
    }
  }
}
