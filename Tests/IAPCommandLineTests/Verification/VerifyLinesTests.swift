import IAPCommandLine
import IAPCore
import IAPPlatform
import IAPTestSupport
import Testing

/// `iap verify --lines`: one input a line, one result a line, in order, whatever is in the lines.
struct VerifyLinesTests {
  private static let files =
    ["good", "hostile"].flatMap { folder in
      (try? Fixture.names(
        in: folder == "good" ? "chains/good" : "hostile",
        suffix: ".jws"
      )) ?? []
    }

  private func world(_ lines: [[UInt8]]) throws -> World {
    let world = World()
    world.files.contents["root.der"] = try Fixture.bytes("chains/certificates/root.der")
    world.files.contents["lines"] = Array(lines.joined(separator: [0x0A]))
    return world
  }

  /// Texts on one line each: what is in the middle of a file must not change how it is read.
  private func texts() throws -> [[UInt8]] {
    try Self.files.map { try Fixture.bytes($0).filter { $0 != 0x0A && $0 != 0x0D } }
  }

  @Test func `Each line has the result that it would have as a file`() throws {
    let texts = try texts()
    // Twice, so that the second time headers are known.
    let world = try world(texts + texts)

    let outcome = world.run("verify", "lines", "--lines", "--json", "--trust-root", "root.der")

    let results = try outcome.output.split(separator: "\n").map { try JSONParser.parse(String($0)) }
    #expect(results.count == texts.count * 2)
    for (index, text) in (texts + texts).enumerated() {
      world.files.contents["one"] = text
      let one = world.run("verify", "one", "--json", "--trust-root", "root.der")
      let expected = try JSONParser.parse(one.output)
      // What stands in one document beside the answer is on stderr for all lines together.
      let answer = JSONValue.object((expected.members ?? []).filter { $0.name != "error" })
      #expect(results[index].sorted == answer.sorted, "line \(index + 1)")
    }
    #expect(outcome.exit == .invalid)
  }

  @Test func `The fast way is taken, and never where the slow one refuses`() throws {
    let checker = OpenSSLChecker()
    let roots = TrustedRoots.apple.adding(
      try Fixture.bytes("chains/certificates/root.der"),
      as: .custom
    ) { checker.digest(of: $0, by: .sha256) }
    let verifier = SignedDataVerifier(roots: roots, mathematics: checker)
    let lines = LineVerifier(verifier)
    let good = try Fixture.bytes("chains/good/transaction.jws")
    _ = verifier.verify(signedText: good)

    var quick: [String] = []
    for file in Self.files {
      // The fast way knows the header of the text before only.
      _ = verifier.verify(signedText: good)
      let text = try Fixture.bytes(file)
      let found = text.withUnsafeBufferPointer { lines.verifyQuickly($0) != nil }
      guard found else { continue }
      quick.append(file)
      #expect(verifier.verify(signedText: text).isVerified, "\(file)")
    }
    #expect(quick.contains("chains/good/transaction.jws"))
  }

  @Test func `A line has the same bytes whichever way it went`() throws {
    let good = try Fixture.bytes("chains/good/transaction.jws")
    let world = try world(Array(repeating: good, count: 3))

    let outcome = world.run("verify", "lines", "--lines", "--json", "--trust-root", "root.der")

    // The first one goes the slow way, which makes the header known.
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 3 && Set(lines).count == 1)
    for line in lines {
      #expect(JSONWriter.text(try JSONParser.parse(line), layout: .line) == line)
    }
  }

  @Test func `The scanner writes an object as the writer does, in whatever order it stands`() throws
  {
    let checker = OpenSSLChecker()
    let lines = LineVerifier(SignedDataVerifier(roots: .apple, mathematics: checker))
    let texts = [
      #"{ "type" : "a b", "bundleId":"x" , "bundle":1,"price" : -5, "isUpgraded":true,"a":null}"#,
      #"{"a":1,"b":2}"#, #"{"offerType":1,"offerTypes":"2","offer":3}"#,
      #"{"zzzz":"1","type":"2","typ":3, "aaaa" :true,"price":4,"transactionId": "5","m":null}"#,
    ]

    for text in texts {
      let written = lines.canonical(Array(text.utf8))
      let expected = JSONWriter.text(try JSONParser.parse(text), layout: .line)
      #expect(written.map { String(decoding: $0, as: UTF8.self) } == expected)
    }
  }

  @Test func `Lines are explained step by step when that is asked for`() throws {
    let good = try Fixture.bytes("chains/good/transaction.jws")
    let world = try world([good, good])
    let words = ["verify", "lines", "--lines", "--explain", "--trust-root", "root.der"]

    let json = world.run(words + ["--json"])
    let text = world.run(words)

    for line in json.output.split(separator: "\n") {
      #expect(try JSONParser.parse(String(line))["steps"]?.array?.isEmpty == false)
    }
    let heads = text.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(heads.count == 2 && heads.allSatisfy { $0.contains("of pro_monthly") })
    #expect(heads.map(\.first) == ["1", "2"])
    #expect(text.output.contains("signature"))
  }

  @Test func `A line that cannot answer the question is named`() throws {
    let world = try world([try Fixture.bytes("chains/good/renewal-info.jws")])

    let outcome = world.run(
      "verify",
      "lines",
      "--lines",
      "--trust-root",
      "root.der",
      "--product",
      "pro_monthly"
    )

    #expect(outcome.exit == .cannotTell)
    #expect(!outcome.errors.contains("refused"))
    #expect(outcome.errors.contains("1 of 1 lines without an answer, first line 1: what was given"))
  }

  @Test func `An app is named in the result of a line, or nothing is said of it`() throws {
    let good = try Fixture.bytes("chains/good/transaction.jws")
    let world = try world([good, good])
    func answers(_ words: String...) throws -> [JSONValue?] {
      let outcome = world.run(
        ["verify", "lines", "--lines", "--json", "--trust-root", "root.der"] + words
      )
      return try outcome.output.split(separator: "\n")
        .map { try JSONParser.parse(String($0))["forThisApp"] }
    }

    // The second line goes the fast way.
    #expect(try answers() == [nil, nil])
    #expect(try answers("--bundle-id", "com.example.app") == [true, true])
    #expect(try answers("--app-apple-id", "5") == [nil, nil])
  }

  @Test func `A line that is too long is said to be longer than that`() throws {
    let world = World()
    world.files.contents["lines"] = [UInt8](repeating: 0x61, count: 10_000_000)

    let outcome = world.run("verify", "lines", "--lines")

    #expect(outcome.exit == .invalid)
    #expect(outcome.errors.contains("the line has more than the 6291456 bytes that a genuine"))
  }

  @Test func `A missing file among several hides none of the lines`() throws {
    let world = try world([try Fixture.bytes("chains/good/transaction.jws"), Array("no".utf8)])

    let outcome = world.run("verify", "--lines", "gone", "lines", "--trust-root", "root.der")

    #expect(outcome.output.hasPrefix("1: verified: a transaction"))
    #expect(outcome.errors.contains("no file 'gone'"))
    #expect(outcome.errors.contains("1 of 2 lines refused, first 'lines:2': "))
    #expect(outcome.exit == .notFound)
  }

  @Test func `A bad line stops nothing, and the first one is named`() throws {
    let good = try Fixture.bytes("chains/good/transaction.jws")
    let world = try world([good, Array("nonsense".utf8), good, [], good])

    let outcome = world.run("verify", "--lines", "lines", "--trust-root", "root.der", "--json")

    let results = try outcome.output.split(separator: "\n").map { try JSONParser.parse(String($0)) }
    #expect(results.map { $0["verified"]?.bool } == [true, false, true, false, true])
    #expect(results.map { $0["failure"]?.string } == [nil, "notRecognized", nil, "empty", nil])
    let error = try JSONParser.parse(outcome.errors)["error"]
    #expect(error?["code"] == "notRecognized")
    #expect(error?["message"]?.string?.hasPrefix("2 of 5 lines refused, first line 2: ") == true)
    #expect(outcome.exit == .invalid)
  }

  @Test func `Standard input, an empty one too, is read line by line`() throws {
    let world = try world([])
    world.input = try Fixture.bytes("chains/good/transaction.jws") + [0x0A]
    let one = world.run("verify", "-", "--lines", "--trust-root", "root.der")
    world.input = []
    let none = world.run("verify", "-", "--lines", "--trust-root", "root.der")

    #expect(
      one.output
        == "1: verified: a transaction, signed by a root that was named; "
        + "transaction 2000000000000001 of pro_monthly\n"
    )
    #expect(one.exit == .success)
    #expect(none.output == "" && none.exit == .invalid)
  }

  @Test func `A question is asked of each line`() throws {
    let lines = [
      #"{"transactionId":"1","productId":"a","purchaseDate":1,"signedDate":1767225600000}"#,
      #"{"transactionId":"2","productId":"b","purchaseDate":1,"signedDate":1767225600000}"#,
    ]
    let world = try world(lines.map { Array($0.utf8) })

    let outcome = world.run(
      "verify",
      "lines",
      "--lines",
      "--json",
      "--allow-unsigned",
      "--product",
      "a"
    )

    let results = try outcome.output.split(separator: "\n").map { try JSONParser.parse(String($0)) }
    #expect(results.map { $0["check"]?["result"]?.string } == ["purchased", "notPurchased"])
    #expect(outcome.exit == .no)
  }

  @Test func `Lines of any length are cut at their ends, whatever the pieces read`() throws {
    var random = SplitMix64(seed: 3)
    for seed in 0..<200 {
      let lines = (0..<Int(random.next() % 8)).map { _ in
        [UInt8](repeating: UInt8(ascii: "a"), count: Int(random.next() % 40))
      }
      let bytes = Array(lines.joined(separator: [0x0A])) + (lines.isEmpty ? [] : [0x0A])
      let blocks = LineBlocks(MemorySource(bytes), blockSize: 1 + Int(random.next() % 50))
      var found: [[UInt8]] = []
      var spent: [UInt8] = []
      while let block = try blocks.next(reusing: &spent) {
        #expect(block.firstLine == found.count, "seed \(seed)")
        block.forEachLine { found.append(Array($0)) }
        spent = block.bytes
      }
      #expect(found == lines, "seed \(seed)")
    }
  }
}

extension JSONValue {
  /// The same value with the members of every object in one order.
  fileprivate var sorted: JSONValue {
    switch self {
    case .array(let elements): .array(elements.map(\.sorted))
    case .object(let members):
      .object(
        members.map { JSONMember($0.name, $0.value.sorted) }.sorted { $0.name.isBefore($1.name) }
      )
    default: self
    }
  }
}
