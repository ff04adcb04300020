import IAPCore
import Testing

struct LineObjectTests {
  private let format = DocumentFormat("iap.test")

  private func object(_ storage: MemoryStorage, width: Int = 4) -> LineObject {
    LineObject(.due, member: "names", format: format, width: width, in: storage)
  }

  private func entry(_ name: String, _ value: Int) -> LineObject.Entry {
    LineObject.Entry(name: name, value: Array("\(value)".utf8))
  }

  private func text(_ storage: MemoryStorage) throws -> String {
    String(decoding: try storage.read(.due), as: UTF8.self)
  }

  @Test func `The document is JSON as any other, one line for each name`() throws {
    let storage = MemoryStorage()
    try storage.commit(try object(storage).changes([entry("b", 2), entry("a", 1), entry("B", 3)]))
    #expect(
      try text(storage) == """
        {
          "names": {
            "B":    3,
            "a":    1,
            "b":    2
          },
          "format": "iap.test",
          "version": 1
        }

        """
    )
    let names: JSONValue = ["B": 3, "a": 1, "b": 2]
    #expect(try JSONParser.parse(try storage.read(.due))["names"] == names)
  }

  @Test func `A value of equal width is changed in place, the same value not at all`() throws {
    let storage = MemoryStorage()
    try storage.commit(try object(storage).changes([entry("a", 1), entry("b", 2)]))
    let changes = try object(storage).changes([entry("b", 9999), entry("a", 1)])
    #expect(changes == [.overwrite(.due, at: 39, Array("9999".utf8))])
    try storage.commit(changes)
    #expect(try object(storage).entries() == [entry("a", 1), entry("b", 9999)])
    #expect(try object(storage).changes([entry("b", 9999)]) == [])
  }

  @Test func `A new name and a wider value write the file anew`() throws {
    let storage = MemoryStorage()
    try storage.commit(try object(storage).changes([entry("b", 2)]))
    try storage.commit(try object(storage).changes([entry("a", 1), entry("b", 3)]))
    try storage.commit(try object(storage).changes([entry("b", 123_456)]))
    #expect(try object(storage).entries() == [entry("a", 1), entry("b", 123_456)])
    #expect(try object(storage).value(of: "a") == Array("1".utf8))
  }

  @Test func `Edits in any order give the same as a dictionary`() throws {
    for seed in 0..<40 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      let storage = MemoryStorage()
      var model: [String: Int] = [:]
      for step in 0..<12 {
        var edits: [String: Int] = [:]
        for _ in 0..<Int.random(in: 0...20, using: &generator) {
          let name = "n\(Int.random(in: 0..<40, using: &generator))"
          edits[name] = Int.random(in: 0..<20_000, using: &generator)
        }
        model.merge(edits) { $1 }
        let entries = edits.sorted { $0.key < $1.key }.map { entry($0.key, $0.value) }
        try storage.commit(try object(storage).changes(entries))
        let sorted = model.sorted { $0.key.isBefore($1.key) }.map { entry($0.key, $0.value) }
        #expect(try object(storage).entries() == sorted, "seed \(seed), step \(step)")
        for number in 0..<41 {
          let value = try object(storage).value(of: "n\(number)")
          #expect(value == model["n\(number)"].map { Array("\($0)".utf8) })
        }
      }
    }
  }

  @Test func `Many edits or few, the bytes are the same`() throws {
    let few = MemoryStorage()
    let many = MemoryStorage()
    let entries = (0..<50).map { entry("n\($0)", $0) }
    for entry in entries { try few.commit(try object(few).changes([entry])) }
    try many.commit(try object(many).changes(entries))
    #expect(try text(few) == text(many))
  }

  @Test(arguments: [
    #"{"names":{"b":2,"a":1},"format":"iap.test","version":1}"#,
    "{\n  \"version\": 1,\n  \"format\": \"iap.test\",\n  \"names\": {\"\\u0061\": 1, \"b\": 2}}",
    "{\n  \"names\": {\n    \"b\": 2,\n    \"a\": 1\n  },\n  \"format\": \"iap.test\",\n  \"version\": 1\n}\n",
  ])
  func `A document that somebody laid out anew is read all the same`(text: String) throws {
    let storage = MemoryStorage(files: [.due: Array(text.utf8)])
    #expect(try object(storage).entries() == [entry("a", 1), entry("b", 2)])
    try storage.commit(try object(storage).changes([entry("c", 3)]))
    #expect(try object(storage).entries() == [entry("a", 1), entry("b", 2), entry("c", 3)])
    #expect(try self.text(storage).contains("\n    \"c\":    3\n"))
  }

  @Test func `A newer, foreign or broken document is named for what it is`() throws {
    func failure(_ text: String) -> StorageFailure.Problem? {
      let storage = MemoryStorage(files: [.due: Array(text.utf8)])
      do {
        _ = try object(storage).value(of: "a")
        return nil
      } catch {
        return error.problem
      }
    }
    #expect(
      failure(#"{"names":{},"format":"iap.test","version":2}"#)
        == .newer(format: "iap.test", version: 2, known: 1)
    )
    #expect(
      failure(#"{"names":{},"format":"iap.other","version":1}"#)
        == .corrupt(.format(found: "iap.other", expected: "iap.test"))
    )
    let unknown = JSONShapeError(path: "x", problem: .unknownMember(nearest: "names"))
    #expect(
      failure(#"{"names":{},"x":1,"format":"iap.test","version":1}"#) == .corrupt(.shape(unknown))
    )
    guard case .corrupt(.syntax) = failure("{\n  \"names\": {\n") else {
      Issue.record("a cut file is not corrupt")
      return
    }
  }

  @Test func `No file has no entries, and an empty list makes an empty one`() throws {
    let storage = MemoryStorage()
    #expect(try object(storage).entries() == [])
    #expect(try object(storage).value(of: "a") == nil)
    try storage.commit(try object(storage).changes([]))
    #expect(try object(storage).entries() == [])
    #expect(try object(storage).value(of: "a") == nil)
    #expect(try storage.contains(.due))
  }
}

struct DueFileTests {
  @Test func `An account has a line from its creation, null while nothing is due`() throws {
    let storage = MemoryStorage()
    let date = Instant(milliseconds: 1_769_904_000_000)
    try storage.commit(
      try DueFile(in: storage).changes(["default": nil, "ada": date], isNew: true)
    )

    let changes = try DueFile(in: storage).changes(["default": date])

    #expect(changes == [.overwrite(.due, at: 59, Array("1769904000000".utf8))])
    try storage.commit(changes)
    try storage.commit(try DueFile(in: storage).changes(["ada": nil]))
    #expect(try DueFile(in: storage).dates() == ["default": date])
    #expect(try DueFile(in: storage).date(of: "default") == date)
    #expect(try DueFile(in: storage).date(of: "ada") == nil)
  }

  @Test func `Accounts named as the header's members are accounts`() throws {
    let storage = MemoryStorage()
    let date = Instant(milliseconds: 1)
    try storage.commit(
      try DueFile(in: storage).changes(
        ["format": date, "version": date, "accounts": nil],
        isNew: true
      )
    )
    #expect(try DueFile(in: storage).dates() == ["format": date, "version": date])
  }

  @Test func `A date that is none is named by its place`() throws {
    let storage = MemoryStorage()
    try storage.commit(
      try DueFile(in: storage).changes(["ada": Instant(milliseconds: 12)], isNew: true)
    )
    let text = String(decoding: try storage.read(.due), as: UTF8.self)
    let broken = text.replacing(" 12", with: "1.5")
    try storage.commit([.replace(.due, Array(broken.utf8))])
    let problem = JSONShapeError.Problem.expected("a whole number", found: "1.5")
    let shape = JSONShapeError(path: "accounts.ada", problem: problem)
    #expect(throws: StorageFailure(.due, .corrupt(.shape(shape)))) {
      try DueFile(in: storage).dates()
    }
  }
}
