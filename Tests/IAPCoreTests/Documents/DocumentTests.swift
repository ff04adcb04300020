import IAPCore
import Testing

/// A document invented for these tests, in its third version.
private struct Shelf: Codable, Equatable, Sendable {
  var books: [String]
  var owner: String?
}

private let shelf = Document<Shelf>(
  "iap.shelf",
  steps: [
    DocumentStep { members throws(JSONShapeError) in
      guard let index = members.firstIndex(where: { $0.name == "titles" }) else {
        throw JSONShapeError(path: "titles", problem: .missing)
      }
      var lifted = members
      lifted[index].name = "books"
      return lifted
    },
    DocumentStep { members throws(JSONShapeError) in members.filter { $0.name != "colour" } },
  ]
)

private func read(_ text: String) throws(StorageFailure) -> Shelf {
  try shelf.read(Array(text.utf8), path: "shelf.json")
}

struct DocumentTests {
  @Test func `A document is one flat object with format and version beside its data`() throws {
    let bytes = shelf.bytes(Shelf(books: ["Emma"], owner: nil))

    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        {
          "books": [
            "Emma"
          ],
          "format": "iap.shelf",
          "version": 3
        }

        """
    )
    #expect(try shelf.read(bytes, path: "shelf.json") == Shelf(books: ["Emma"], owner: nil))
  }

  @Test func `Older versions are lifted step by step`() throws {
    let expected = Shelf(books: ["Emma"], owner: "Ada")

    let first = try read(
      #"{"format":"iap.shelf","version":1,"titles":["Emma"],"colour":"red","owner":"Ada"}"#
    )
    let second = try read(
      #"{"format":"iap.shelf","version":2,"books":["Emma"],"colour":"red","owner":"Ada"}"#
    )

    #expect(first == expected)
    #expect(second == expected)
  }

  @Test func `A step that does not find what it lifts calls the file corrupt`() {
    let missing = JSONShapeError(path: "titles", problem: .missing)
    #expect(throws: StorageFailure("shelf.json", .corrupt(.shape(missing)))) {
      try read(#"{"format":"iap.shelf","version":1}"#)
    }
  }

  @Test func `A newer version is refused by name and number, whatever else it holds`() {
    #expect(
      throws: StorageFailure("shelf.json", .newer(format: "iap.shelf", version: 4, known: 3))
    ) {
      try read(#"{"format":"iap.shelf","version":4,"rooms":{"a":[]}}"#)
    }
  }

  @Test(arguments: [
    (#"{"format":"iap.queue","version":1}"#, "iap.queue"),
    (#"{"version":1}"#, nil),
    (#"{"format":7,"version":1}"#, "7"),
    (#"{"format":"iap.queue","version":99}"#, "iap.queue"),
  ])
  func `Another format is named`(text: String, found: String?) {
    let problem = StorageFailure.Corruption.format(found: found, expected: "iap.shelf")
    #expect(throws: StorageFailure("shelf.json", .corrupt(problem))) { try read(text) }
  }

  @Test(arguments: ["0", "-1", "1.5", "\"3\"", "null", "99999999999999999999"])
  func `A version that nobody wrote is shown as found`(version: String) {
    #expect(throws: StorageFailure("shelf.json", .corrupt(.version(version)))) {
      try read(#"{"format":"iap.shelf","version":"# + version + "}")
    }
  }

  @Test func `Members that are not known are refused by name`() {
    let unknown = JSONShapeError(path: "owners", problem: .unknownMember(nearest: nil))
    #expect(throws: StorageFailure("shelf.json", .corrupt(.shape(unknown)))) {
      try read(#"{"format":"iap.shelf","version":3,"books":[],"owners":[]}"#)
    }
  }

  @Test func `Cut anywhere, a document is corrupt and never read in part`() {
    let bytes = shelf.bytes(Shelf(books: ["Emma", "Persuasion"], owner: "Ada")).dropLast()
    for length in 0..<bytes.count {
      let failure = #expect(throws: StorageFailure.self) {
        try shelf.read(Array(bytes.prefix(length)), path: "shelf.json")
      }
      guard case .corrupt(.syntax) = failure?.problem else {
        Issue.record("cut at \(length): \(String(describing: failure))")
        return
      }
    }
  }

  @Test func `A missing file is not a corrupt one`() {
    #expect(throws: StorageFailure(StateFile.store, .missing)) {
      try shelf.read(.store, from: MemoryStorage())
    }
  }
}
