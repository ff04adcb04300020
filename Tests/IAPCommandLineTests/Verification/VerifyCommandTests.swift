import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

/// `iap verify` as a script sees it: documents, exit statuses, what is said where.
struct VerifyCommandTests {
  private func world(_ files: String...) throws -> World {
    let world = World()
    for file in files {
      let name = file.split(separator: "/").last.map(String.init) ?? file
      world.files.contents[name] = try Fixture.bytes(file)
    }
    for root in ["root", "receipt-root", "xcode"] {
      world.files.contents["\(root).cer"] = try Fixture.bytes("chains/certificates/\(root).der")
    }
    return world
  }

  @Test func `A verified transaction is shown as a document, with success`() throws {
    let world = try world("chains/good/transaction.jws")

    let outcome = world.run(
      "verify",
      "transaction.jws",
      "--trust-root",
      "root.cer",
      "--bundle-id",
      "com.example.app",
      "--environment",
      "Sandbox",
      "--json"
    )

    let document = try JSONParser.parse(outcome.output)
    #expect(
      document.members?.map(\.name) == [
        "authentic", "environment", "forThisApp", "kind", "payload", "signedBy", "verified",
        "warnings",
      ]
    )
    #expect(document["kind"] == "transaction" && document["verified"] == true)
    #expect(document["signedBy"] == "custom" && document["environment"] == "Sandbox")
    #expect(document["payload"]?["transactionId"] == "2000000000000001")
    #expect(document["warnings"] == ["revocation not checked: there is no network here"])
    #expect(outcome.errors == "" && outcome.exit == .success)
  }

  @Test func `A refused one is shown as well, and the error stands on stderr`() throws {
    let world = try world("chains/good/transaction.jws")

    let outcome = world.run("verify", "transaction.jws", "--json")

    let document = try JSONParser.parse(outcome.output)
    let error = try JSONParser.parse(outcome.errors)["error"]
    #expect(document["verified"] == false && document["signedBy"] == "none")
    #expect(document["failure"] == "untrustedRoot" && error?["code"] == "untrustedRoot")
    #expect(document["payload"]?["transactionId"] == "2000000000000001")
    #expect(error?["exitCode"] == 5 && outcome.exit == .invalid)
  }

  @Test func `Text for people starts with the verdict and talks on stderr`() throws {
    let world = try world("chains/good/transaction.jws")

    let outcome = world.run("verify", "transaction.jws", "--trust-root", "root.cer")

    #expect(
      outcome.output == """
        verified: a transaction, signed by a root that was named
          environment  Sandbox
          app          com.example.app
          product      pro_monthly
          transaction  2000000000000001
          purchased    2026-01-01 00:00 UTC
          expires      2026-02-01 00:00 UTC
          signed       2026-01-01 00:00 UTC

        """
    )
    #expect(outcome.errors.contains("iap: warning: bundle id not checked"))
    #expect(outcome.exit == .success)
  }

  @Test func `Every step is listed on demand, those not reached too`() throws {
    let world = try world("hostile/own-root.jws")

    let text = world.run("verify", "own-root.jws", "--explain")
    let json = world.run("verify", "own-root.jws", "--explain", "--json")

    #expect(text.output.contains("not reached"))
    let steps = try #require(try JSONParser.parse(json.output)["steps"]?.array)
    #expect(steps.count == VerificationStepName.signedText.count)
    #expect(steps.contains { $0["step"] == "root" && $0["outcome"] == "failed" })
  }

  @Test(arguments: ["[]", "[[]]"])
  func `An input that holds nothing is no yes`(text: String) throws {
    let world = try world("chains/good/transaction.jws")
    world.input = Array(text.utf8)
    let one = world.run("verify", "-", "--trust-root", "root.cer")
    world.input = Array(text.utf8)
    let asked = world.run("verify", "-", "--product", "pro_monthly")
    world.input = []
    let lines = world.run("verify", "--lines", "-", "--trust-root", "root.cer")

    for outcome in [one, asked, lines] {
      #expect(outcome.exit == .invalid, "\(outcome.errors)")
      #expect(outcome.errors.contains("there is nothing to verify in the input"))
    }
  }

  @Test
  func `The steps tell times as people and scripts read them, and no subscription is made up`()
    throws
  {
    let world = try world("chains/good/transaction.jws")

    let outcome = world.run("verify", "transaction.jws", "--trust-root", "root.cer", "--explain")

    #expect(outcome.output.contains("signingDate       passed   2026-01-01T00:00:00Z\n"))
    #expect(outcome.output.contains("validity          passed   20"))
    #expect(!outcome.output.contains("  subscription "))
  }

  @Test func `A root may be PEM, and what is no certificate is refused`() throws {
    let world = try world("chains/good/receipt.b64")
    let der = try Fixture.bytes("chains/certificates/receipt-root.der")
    world.files["root.pem"] = PEMBundle([.init("CERTIFICATE", der)]).text
    world.files["none.pem"] = "hello"

    let pem = world.run("verify", "receipt.b64", "--trust-root", "root.pem")
    let none = world.run("verify", "receipt.b64", "--trust-root", "none.pem", "--json")

    #expect(pem.exit == .success)
    #expect(none.exit == .invalid && none.output == none.errors)
    #expect(none.errors.contains("invalidRoot"))
  }

  @Test func `Several inputs are several results, with the worst exit status`() throws {
    let world = try world("chains/good/transaction.jws", "hostile/payload-changed.jws")

    let outcome = world.run(
      "verify",
      "transaction.jws",
      "payload-changed.jws",
      "--trust-root",
      "root.cer",
      "--json"
    )

    let results = try #require(try JSONParser.parse(outcome.output)["results"]?.array)
    #expect(results.map { $0["file"]?.string } == ["transaction.jws", "payload-changed.jws"])
    #expect(results.map { $0["failure"]?.string } == [nil, "wrongSignature"])
    #expect(outcome.exit == .invalid)
    #expect(outcome.errors.contains("1 of 2 inputs refused"))
  }

  @Test func `An array and an answer of Apple's server are several inputs in one file`() throws {
    let world = try world()
    let text = try Fixture.text("chains/good/transaction.jws")
    let info = try Fixture.text("chains/good/renewal-info.jws")
    world.files["array.json"] = #"["\#(text)",{"signedPayload":"\#(text)"}]"#
    world.files["history.json"] =
      #"{"revision":"1","hasMore":false,"signedTransactions":["\#(text)"]}"#
    world.files["statuses.json"] = #"""
      {"environment":"Sandbox","bundleId":"com.example.app","data":[{"subscriptionGroupIdentifier":"1",
      "lastTransactions":[{"status":1,"originalTransactionId":"2000000000000001",
      "signedTransactionInfo":"\#(text)","signedRenewalInfo":"\#(info)"}]}]}
      """#

    func kinds(_ file: String) throws -> [String?] {
      let output = world.run("verify", file, "--trust-root", "root.cer", "--json").output
      let document = try JSONParser.parse(output)
      return (document["results"]?.array ?? [document]).map { $0["kind"]?.string }
    }

    #expect(try kinds("array.json") == ["transaction", "transaction"])
    #expect(try kinds("history.json") == ["transaction"])
    #expect(try kinds("statuses.json") == ["transaction", "renewalInfo"])
  }

  @Test func `A receipt in each of its text forms is the same receipt`() throws {
    let world = try world("chains/good/receipt.b64")
    let base64 = try Fixture.text("chains/good/receipt.b64")
    let lines = stride(from: 0, to: base64.utf8.count, by: 76).map { start in
      String(
        decoding: Array(base64.utf8)[start..<min(start + 76, base64.utf8.count)],
        as: UTF8.self
      )
    }
    let url = base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    let forms = [
      "lines": lines.joined(separator: "\r\n") + "\r\n", "url": url,
      "blanks": base64.replacing("+", with: " "), "percent": base64.replacing("+", with: "%2B"),
      "body": #"{"receipt-data":"\#(base64)","password":"secret"}"#,
    ]
    #expect(base64.contains("+"))
    let expected = world.run(
      "verify",
      "receipt.b64",
      "--trust-root",
      "receipt-root.cer",
      "--json"
    )

    for (name, text) in forms.sorted(by: { $0.key < $1.key }) {
      world.files[name] = text
      let outcome = world.run("verify", name, "--trust-root", "receipt-root.cer", "--json")
      #expect(outcome == expected, "\(name)")
    }
    #expect(expected.exit == .success)
  }

  @Test func `A missing file is not found, and the others are answered all the same`() throws {
    let world = try world("chains/good/transaction.jws")
    let words = ["--json", "--trust-root", "root.cer"]

    let alone = world.run(["verify", "nothing.jws"] + words)
    let both = world.run(["verify", "nothing.jws", "transaction.jws"] + words)

    #expect(alone.exit == .notFound && alone.output == alone.errors)
    let results = try #require(try JSONParser.parse(both.output)["results"]?.array)
    #expect(results.map { $0["file"]?.string } == ["nothing.jws", "transaction.jws"])
    #expect(results.map { $0["failure"]?.string } == ["fileNotFound", nil])
    #expect(results.map { $0["verified"]?.bool } == [false, true])
    #expect(both.exit == .notFound)
    #expect(both.errors.contains("1 of 2 inputs refused, first: no file 'nothing.jws'"))
  }

  @Test func `Several products are one question, which any of them answers`() throws {
    let world = try world("chains/good/transaction.jws", "chains/good/receipt.der")
    func ask(_ words: String...) -> World.Outcome {
      world.run(["verify", "transaction.jws", "--trust-root", "root.cer"] + words)
    }

    let any = ask("--product", "lifetime", "--product", "pro_monthly")
    let none = ask("--product", "lifetime", "--product", "gems")
    let one = ask("--product", "gems")
    let two = ask("receipt.der", "--trust-root", "receipt-root.cer", "--product", "gems")

    #expect(
      any.output.contains("purchased pro_monthly until 2026-02-01 00:00 UTC (asked for any of")
    )
    #expect(
      any.output.contains("(asked for any of lifetime, pro_monthly)\n") && any.exit == .success
    )
    #expect(none.output.contains("\nnotPurchased any of gems, lifetime\n") && none.exit == .no)
    #expect(one.output.contains("\nnotPurchased gems\n  as of 2026-01-01 00:00 UTC, the time at"))
    #expect(two.output.contains("all inputs together: notPurchased gems\n") && two.exit == .no)
  }

  @Test func `What can hold no purchase answers no question about one`() throws {
    let files = ["renewal-info", "app-transaction", "realtime-request", "notification-test"]
    for file in files {
      let world = try world("chains/good/\(file).jws")

      let outcome = world.run(
        ["verify", "\(file).jws", "--trust-root", "root.cer", "--product", "gems", "--json"]
      )

      let document = try JSONParser.parse(outcome.output)
      #expect(document["verified"] == true && document["check"] == nil, "\(file)")
      #expect(document["error"]?["code"] == "noPurchases" && outcome.exit == .cannotTell, "\(file)")
    }
  }

  @Test func `A realtime request can be demanded`() throws {
    let world = try world("chains/good/realtime-request.jws", "chains/good/transaction.jws")
    let words = ["--kind", "realtime-request", "--trust-root", "root.cer"]

    #expect(world.run(["verify", "realtime-request.jws"] + words).exit == .success)
    #expect(world.run(["verify", "transaction.jws"] + words).errors.contains("a realtime request"))
  }

  @Test(arguments: [
    #"["JWS",[]]"#, #"[[],"JWS"]"#, #"[["JWS"],[[],[]]]"#, #"["JWS",{"transactions":[]}]"#,
  ])
  func `A part that holds nothing is named beside those that hold something`(text: String) throws {
    let jws = String(decoding: try Fixture.bytes("chains/good/transaction.jws"), as: UTF8.self)
    let world = try world()
    world.files["list"] = text.replacing("JWS", with: jws)
    let words = ["list", "--trust-root", "root.cer", "--json"]

    let file = world.run(["verify"] + words)
    let line = world.run(["verify", "--lines"] + words)
    let access = world.run(["entitlements", "--from"] + words)

    for outcome in [file, line] {
      let results = try #require(try JSONParser.parse(outcome.output)["results"]?.array)
      #expect(results.filter { $0["verified"] == true }.count == 1)
      #expect(results.compactMap { $0["failure"]?.string } == ["empty"])
    }
    #expect(file.errors.contains("1 of 2 inputs refused, first: the input is empty"))
    for outcome in [file, line, access] { #expect(outcome.exit == .invalid) }
  }

  @Test func `A list that is empty inside an answer of Apple's server is no missing part`() throws {
    let jws = String(decoding: try Fixture.bytes("chains/good/transaction.jws"), as: UTF8.self)
    let world = try world()
    world.files["answer"] = #"{"signedTransactions":["\#(jws)"],"notificationHistory":[]}"#

    let outcome = world.run("verify", "answer", "--trust-root", "root.cer", "--json")

    #expect(try JSONParser.parse(outcome.output)["verified"] == true)
    #expect(outcome.exit == .success)
  }

  @Test(arguments: [
    #"{"status":0,"receipt":{"bundle_id":"x"}}"#, #"{"transactionId":"1","productId":"a"}"#,
    "[]", "a.b.c", "MIIT", "\n{}",
  ])
  func `A byte order mark is called what it is, before whatever it stands`(text: String) throws {
    let world = try world()
    world.files.contents["marked"] = [0xEF, 0xBB, 0xBF] + Array(text.utf8)

    let outcome = world.run("verify", "marked", "--allow-unsigned", "--json")
    let line = world.run("verify", "marked", "--allow-unsigned", "--lines", "--json")
    let access = world.run("entitlements", "--from", "marked", "--allow-unsigned")

    #expect(try JSONParser.parse(outcome.output)["failure"] == "byteOrderMark")
    #expect(line.output.contains(#""failure":"byteOrderMark""#))
    #expect(access.errors.contains("begins with a byte order mark"))
    for outcome in [outcome, line, access] { #expect(outcome.exit == .invalid) }
  }

  @Test(arguments: ["{}", " { } ", "[{}]", "e30=", #"{"a":{}}"#])
  func `Braces with nothing in them are nothing that can be recognised`(text: String) throws {
    let world = try world()
    world.files["braces"] = text

    let outcome = world.run("verify", "braces", "--json")

    let document = try JSONParser.parse(outcome.output)
    #expect(document["failure"] == "notRecognized" && document["kind"] == "unknown")
    #expect(outcome.exit == .invalid)
  }

  @Test func `case G09: another account's purchase is a no, to verify as to entitlements`() throws {
    let world = try world("chains/good/transaction.jws")
    let words = [
      "transaction.jws", "--trust-root", "root.cer", "--app-account-token",
      "7e3fb204-2cf0-4e0d-8d68-93a2a1b4a2f5", "--json",
    ]

    let data = world.run(["verify"] + words)
    let lines = world.run(["verify", "--lines"] + words)
    let access = world.run(
      ["entitlements", "--require", "pro_monthly", "--as-of", "2026-01-02", "--from"] + words
    )

    #expect(try JSONParser.parse(data.output)["failure"] == "wrongAppAccountToken")
    #expect(try JSONParser.parse(data.output)["verified"] == false)
    #expect(lines.output.contains(#""failure":"wrongAppAccountToken""#))
    for outcome in [data, lines, access] {
      #expect(outcome.exit == .no, "\(outcome.errors)")
      #expect(!outcome.errors.contains(#""error""#))
    }
  }

  @Test func `Signed and unsigned lines give what the same inputs give in an array`() throws {
    let world = try world()
    let signed = String(decoding: try Fixture.bytes("chains/good/transaction.jws"), as: UTF8.self)
    let shared = #""purchaseDate":1767225600000,"signedDate":1777225600000,"environment":"Sandbox""#
    let inputs = [
      #"{"transactionId":"2000000000000001","productId":"pro_monthly","expiresDate":1769000000000,\#(shared)}"#,
      "\"\(signed)\"",
      #"{"transactionId":"7","productId":"lifetime","bundleId":"com.other.app",\#(shared)}"#,
    ]
    world.files["array"] = "[" + inputs.joined(separator: ",") + "]"
    world.files["lines"] = inputs.joined(separator: "\n")
    let words = ["--trust-root", "root.cer", "--allow-unsigned", "--json", "--from"]

    let array = world.run(["entitlements"] + words + ["array"])
    let lines = world.run(["entitlements", "--lines"] + words + ["lines"])

    let (one, other) = try (JSONParser.parse(array.output), JSONParser.parse(lines.output))
    #expect(one["entitlements"] == other["entitlements"])
    #expect(one["asOfDate"] == 1_767_225_600_000 && other["asOfDate"] == 1_767_225_600_000)
    let warnings = [one, other].map { Set($0["warnings"]?.array?.compactMap(\.string) ?? []) }
    #expect(warnings[0] == warnings[1])
    for words in ["2000000000000001", "com.other.app"] {
      #expect(warnings[1].contains { $0.contains(words) }, "\(warnings[1])")
    }
    #expect(array.exit == .success && lines.exit == .success)
  }

  @Test func `An empty input and an empty array are told apart`() throws {
    let world = try world()
    world.files["empty"] = ""
    world.files["array"] = "[]"

    let empty = world.run("verify", "empty", "--json")
    let array = world.run("verify", "array", "--json")

    #expect(try JSONParser.parse(empty.output)["failure"] == "empty")
    #expect(empty.exit == .invalid)
    #expect(try JSONParser.parse(array.output)["error"]?["code"] == "nothingGiven")
    #expect(array.exit == .invalid)
  }

  @Test func `A purchase is asked about in signed data of any kind`() throws {
    let world = try world(
      "chains/good/transaction.jws",
      "chains/good/notification.jws",
      "chains/good/receipt.der"
    )

    func check(_ file: String, _ root: String, _ words: String...) throws -> JSONValue? {
      let outcome = world.run(
        ["verify", file, "--trust-root", root, "--product", "pro_monthly", "--json"] + words
      )
      return try JSONParser.parse(outcome.output)["check"]
    }
    let purchased: JSONValue = [
      "asOfDate": 1_767_225_600_000, "clock": "signed",
      "entitledUntilDate": 1_769_904_000_000,
      "expiresDate": 1_769_904_000_000, "productId": "pro_monthly", "result": "purchased",
      "transactionIds": ["2000000000000001"],
    ]

    #expect(try check("transaction.jws", "root.cer") == purchased)
    #expect(try check("notification.jws", "root.cer") == purchased)
    #expect(try check("receipt.der", "receipt-root.cer")?["result"] == "purchased")
    #expect(
      try check("transaction.jws", "root.cer", "--as-of", "2026-02-01")?["result"] == "expired"
    )
  }

  @Test func `Whether it is for this app is said only where an app was asked for`() throws {
    let world = try world("chains/good/transaction.jws", "chains/good/renewal-info.jws")
    func answer(_ file: String, _ words: String...) throws -> JSONValue {
      let outcome = world.run(["verify", file, "--trust-root", "root.cer", "--json"] + words)
      return try JSONParser.parse(outcome.output)
    }

    let unasked = try answer("transaction.jws")
    let asked = try answer("transaction.jws", "--bundle-id", "com.example.app")
    let renewal = try answer("renewal-info.jws", "--bundle-id", "com.example.app")

    #expect(unasked["verified"] == true && unasked["forThisApp"] == nil)
    #expect(asked["verified"] == true && asked["forThisApp"] == true)
    #expect(renewal["verified"] == true && renewal["forThisApp"] == nil)
    let warning = JSONValue.string("bundle id not checked: the data does not name one")
    #expect(renewal["warnings"]?.array?.contains(warning) == true)
    #expect(asked["warnings"]?.array?.contains(warning) == false)
  }

  @Test func `A length does not make an ended subscription last`() throws {
    let world = try world("chains/good/transaction.jws")
    func ask(_ words: String...) -> World.Outcome {
      world.run(
        [
          "verify", "transaction.jws", "--trust-root", "root.cer", "--product", "pro_monthly",
          "--duration", "P1Y", "--as-of", "2026-06-01",
        ] + words
      )
    }

    let plain = ask()
    let named = ask("--type", "non-renewing")

    #expect(plain.exit == .no && plain.output.contains("expired pro_monthly at 2026-02-01"))
    #expect(named.exit == .no)
    #expect(named.errors.contains("the data has pro_monthly as Auto-Renewable Subscription"))
  }

  @Test func `What is refused answers no question`() throws {
    let world = try world("chains/good/transaction.jws", "chains/good/decoded.json")

    for words in [["transaction.jws"], ["decoded.json"]] {
      let outcome = world.run(["verify", "--product", "lifetime", "--json"] + words)
      #expect(try JSONParser.parse(outcome.output)["check"] == nil)
      #expect(outcome.exit == .invalid)
    }
  }

  @Test func `Unsigned data is shown, refused, and answers only when that is allowed`() throws {
    let world = try world("chains/good/decoded.json")

    let refused = world.run("verify", "decoded.json", "--json")
    let allowed = world.run("verify", "decoded.json", "--allow-unsigned", "--json")

    let document = try JSONParser.parse(refused.output)
    #expect(document["failure"] == "unsigned" && document["payload"]?["productId"] == "lifetime")
    #expect(refused.exit == .invalid)
    let other = try JSONParser.parse(allowed.output)
    #expect(other["verified"] == false && other["failure"] == nil && allowed.exit == .success)
    #expect(other["warnings"]?[0]?.string?.hasPrefix("unsigned") == true)
  }

  @Test func `Demanded online checks cannot be told, which is another exit status`() throws {
    let world = try world("chains/good/transaction.jws")

    let outcome = world.run("verify", "transaction.jws", "--trust-root", "root.cer", "--online")

    #expect(outcome.exit == .cannotTell)
  }

  @Test func `A device that is none is a usage error`() throws {
    let world = try world("chains/good/transaction.jws")

    #expect(world.run("verify", "transaction.jws", "--device-id", "xyz").exit == .usage)
  }

  @Test func `With --for-store the store's own root is trusted, and its app expected`() throws {
    let storage = MemoryStorage()
    let session = try Session.create(
      SessionConfiguration(),
      from: .sample,
      in: storage,
      services: .signed(in: storage)
    )
    let keyring = try #require(session.services.keyring)
    let app = IssuedApp(bundleID: "com.example.app", appAppleID: nil, environment: .sandbox)
    let issuer = try SignedDataIssuer(app: app, signing: keyring)
    let text = try issuer.transaction(
      Transaction(
        id: "2000000000000001",
        originalID: "2000000000000001",
        productID: "lifetime",
        purchaseDate: session.now
      ),
      signedDate: session.now
    )
    let world = World()
    world.stores.storages["/shop/.iap"] = storage
    world.files["/shop/.iap/config.json"] = "{}"
    world.files["issued.jws"] = text

    let unnamed = world.run("verify", "issued.jws", "--json")
    let named = world.run("verify", "issued.jws", "--for-store", "--json")

    #expect(try JSONParser.parse(unnamed.output)["failure"] == "untrustedRoot")
    let document = try JSONParser.parse(named.output)
    #expect(document["verified"] == true && document["signedBy"] == "store")
    #expect(named.exit == .success)
  }

  @Test func `Without a store --for-store says so`() {
    let outcome = World().run("verify", "x", "--for-store", "--json")

    #expect(outcome.exit == .notFound && outcome.errors.contains("noStore"))
  }
}
