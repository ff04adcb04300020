import IAPCore
import Testing

struct JSONLinesTests {
  private let format = DocumentFormat("iap.test")

  private func lines(_ storage: MemoryStorage) -> JSONLines {
    JSONLines(.journal, format: format, in: storage)
  }

  private func filled(_ count: Int, width: Int = 3) throws -> MemoryStorage {
    let storage = MemoryStorage()
    for number in 0..<count {
      let pad = String(repeating: "x", count: (number * 7919) % (width + 1))
      let value: JSONValue = ["id": .integer(number * 2), "pad": .string(pad)]
      try storage.commit([try lines(storage).change(appending: [value])])
    }
    return storage
  }

  private func id(_ lines: JSONLines, _ line: JSONLines.Line) throws(StorageFailure) -> Int {
    Int(try lines.value(of: line)["id"]?.integer ?? -1)
  }

  @Test func `The header stands once, as the first line`() throws {
    let storage = try filled(2, width: 0)
    #expect(
      String(decoding: try storage.read(.journal), as: UTF8.self) == """
        {"format":"iap.test","version":1}
        {"id":0,"pad":""}
        {"id":2,"pad":""}

        """
    )
  }

  @Test(arguments: [0, 1, 2, 500])
  func `Forwards and backwards give the same lines`(count: Int) throws {
    let lines = lines(try filled(count, width: 900))
    var forwards: [JSONLines.Line] = []
    var backwards: [JSONLines.Line] = []

    try lines.visit { line in
      forwards.append(line)
      return .more
    }
    try lines.visitBackwards { line in
      backwards.append(line)
      return .more
    }

    #expect(forwards.count == count)
    #expect(backwards == forwards.reversed())
  }

  @Test func `Every id is found by halving, and no other`() throws {
    for count in [0, 1, 2, 3, 64, 257] {
      let lines = lines(try filled(count, width: 2000))
      for wanted in -1...count * 2 {
        let found = try lines.find { line throws(StorageFailure) in try id(lines, line) - wanted }
        let isThere = wanted >= 0 && wanted % 2 == 0 && wanted < count * 2
        #expect(try found.map { try id(lines, $0) } == (isThere ? wanted : nil))
      }
    }
  }

  @Test func `A visitor can stop, and go on from where a line stands`() throws {
    let lines = lines(try filled(10))
    var seen: [Int] = []
    var place = 0
    try lines.visit { line throws(StorageFailure) in
      seen.append(try id(lines, line))
      place = line.offset
      return seen.count == 4 ? .stop : .more
    }
    try lines.visit(from: place) { line throws(StorageFailure) in
      seen.append(try id(lines, line))
      return .more
    }
    #expect(seen == [0, 2, 4, 6, 6, 8, 10, 12, 14, 16, 18])
  }

  @Test func `A torn last line is not seen from either side`() throws {
    let whole = try filled(3)
    let torn = MemoryStorage(files: [
      .journal: try whole.read(.journal) + Array(#"{"id":6,"pa"#.utf8)
    ])
    var count = 0
    try lines(torn).visitBackwards { _ in
      count += 1
      return .more
    }
    #expect(count == 3)
    let next = try lines(torn).change(appending: [["id": 6]])
    #expect(next == (try lines(whole).change(appending: [["id": 6]])))
  }

  @Test func `A wrong line is named by its place`() throws {
    let storage = try filled(1, width: 0)
    let offset = try #require(try storage.size(of: .journal))
    try storage.commit([.append(.journal, at: offset, Array("{oops}\n".utf8))])
    let lines = lines(storage)

    let failure = #expect(throws: StorageFailure.self) {
      try lines.visit { line throws(StorageFailure) in
        _ = try lines.value(of: line)
        return .more
      }
    }

    guard case .corrupt(.line(offset, .syntax)) = failure?.problem else {
      Issue.record("found \(String(describing: failure))")
      return
    }
  }

  @Test func `Lines of another format or a newer version are refused`() throws {
    let other = DocumentFormat("iap.other")
    let newer = MemoryStorage(files: [
      .journal: Array("{\"format\":\"iap.test\",\"version\":2}\n".utf8)
    ])
    let foreign = MemoryStorage(files: [.journal: other.headerLine])

    #expect(
      throws: StorageFailure(.journal, .newer(format: "iap.test", version: 2, known: 1))
    ) { try lines(newer).checkHeader() }
    #expect(
      throws: StorageFailure(
        .journal,
        .corrupt(.format(found: "iap.other", expected: "iap.test"))
      )
    ) { try lines(foreign).checkHeader() }
  }
}
