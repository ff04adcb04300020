import IAPCore
import IAPPlatform
import Testing

/// Every PKCS#7 receipt of the corpus gives what openssl and an independent ASN.1 reader say.
@Suite(.enabled(if: Corpus.signed != nil, "the corpus of signed data is not here"))
struct CorpusReceiptTests {
  private static let files =
    Corpus.files("receipts/sandbox") + Corpus.files("receipts/xcode")
    + Corpus.files("thirdparty-generated").filter { $0.hasSuffix(".der") }

  @Test func `There are 19 receipts with a verdict`() {
    #expect(Self.files.count == 19)
  }

  @Test(arguments: files)
  func `A receipt says what an independent reader finds in it`(file: String) throws {
    let expected = try Corpus.expected(file)

    let report = try verify(file)

    let found = try #require(report.payload).without("otherAttributes").sortedMembers
    #expect(JSONWriter.text(found) == JSONWriter.text(ExpectedReceipt(expected).json.sortedMembers))
  }

  @Test(arguments: files.filter { !$0.contains("thirdparty") })
  func `A receipt is verified exactly when openssl finds a chain at its creation date`(
    file: String
  ) throws {
    let chains = try Corpus.expected(file)["openssl"]?["chain"]?.members ?? []
    let isChained = chains.contains { $0.value["at_creation_date"]?["rc"] == 0 }

    let report = try verify(file)

    #expect(report.isVerified == isChained, "\(String(describing: report.failure))")
    if !isChained { #expect(report.failure == .environmentNotAllowed(.xcode)) }
  }

  /// The certificates of that project carry no marker on the intermediate.
  ///
  /// We demand it on every root, also on a named one, so none verifies; the chain and the dates are
  /// judged before that.
  /// Attribute 0 decides nothing: receipts without a type or of another type are judged alike.
  @Test(arguments: files.filter { $0.contains("thirdparty") })
  func `A receipt of another project gets as far as openssl does and fails for its markers`(
    file: String
  ) throws {
    let chains = try Corpus.expected(file)["openssl"]?["chain"]?.members ?? []
    let isChained = chains.contains { $0.value["at_creation_date"]?["rc"] == 0 }

    let code = try verify(file).failure?.code

    if file.contains("no-signer-oid") {
      #expect(code == "noLeafMarker")
    } else if file.contains("expired-fresh") {
      #expect(code == "signedAfterCertificates")
    } else {
      #expect(code == (isChained ? "noIntermediateMarker" : "brokenChain"))
    }
  }

  @Test func `Today no genuine receipt would be valid, and openssl agrees`() throws {
    for file in Corpus.files("receipts/sandbox") {
      let chains = try Corpus.expected(file)["openssl"]?["chain"]?.members ?? []
      #expect(chains.allSatisfy { $0.value["at_now"]?["rc"] != 0 }, "\(file)")
    }
  }

  /// openssl refuses for the purpose in the certificate, which is Apple's "code signing"; the design
  /// verifies Xcode's data once its root was named, so here we differ on purpose.
  @Test func `Xcode's receipts verify when their certificate is named as a root`() throws {
    let root = try Corpus.bytes("roots/StoreKitTestCertificate.cer")
    var verified = 0
    for file in Corpus.files("receipts/xcode") {
      let report = try verify(file, extraRoots: [root])
      verified += report.isVerified ? 1 : 0
      #expect(report.isVerified == (report.signer == .custom), "\(file)")
    }
    #expect(verified == 5)
  }

  @Test func `Plain text is no receipt`() throws {
    #expect(ReceiptInput.container(in: try Corpus.bytes("receipts/negative/not_a_receipt")) == nil)
  }

  private func verify(
    _ file: String,
    extraRoots: [[UInt8]] = []
  ) throws -> VerificationReport {
    let checker = OpenSSLChecker()
    var roots = TrustedRoots.apple
    var named = extraRoots
    let chains = try Corpus.expected(file)["openssl"]?["chain"]?.members ?? []
    for chain in chains where file.hasPrefix("thirdparty") {
      named.append(try Corpus.bytes("thirdparty-generated/" + chain.name))
    }
    for root in named {
      roots = roots.adding(root, as: .custom) { checker.digest(of: $0, by: .sha256) }
    }
    let container = try #require(ReceiptInput.container(in: try Corpus.bytes(file)))
    return SignedDataVerifier(roots: roots, mathematics: checker)
      .verify(receipt: container)
  }
}

/// What the document of a receipt must be, from the attribute list of the independent reader.
private struct ExpectedReceipt {
  let json: JSONValue

  private static let names: [Int64: String] = [
    0: "receiptType", 1: "appItemId", 2: "bundleId", 3: "applicationVersion", 4: "opaqueValue",
    5: "sha1Hash", 10: "ageRating", 11: "developerId", 12: "receiptCreationDate", 15: "downloadId",
    16: "versionExternalIdentifier", 18: "originalPurchaseDate", 19: "originalApplicationVersion",
    21: "expirationDate", 1701: "quantity", 1702: "productId", 1703: "transactionId",
    1704: "purchaseDate", 1705: "originalTransactionId", 1706: "originalPurchaseDate",
    1708: "expiresDate", 1711: "webOrderLineItemId", 1712: "revocationDate",
    1713: "isTrialPeriod", 1719: "isInIntroOfferPeriod", 1721: "promotionalOfferId",
  ]

  init(_ expected: JSONValue) {
    var members = Self.members(expected["attributes"])
    let purchases = (expected["in_app"]?.array ?? []).map { purchase in
      JSONValue.object(Self.members(purchase["attributes"]))
    }
    members.append(JSONMember("inApp", .array(purchases)))
    json = JSONValue.object(members)
  }

  private static func members(_ attributes: JSONValue?) -> [JSONMember] {
    var members: [JSONMember] = []
    for attribute in attributes?.array ?? [] {
      guard let type = attribute["type"]?.integer, let value = attribute["value"] else { continue }
      if type == 1707 {
        let words: [Int64: JSONValue] = [
          0: "Non-Consumable", 1: "Consumable", 2: "Non-Renewing Subscription",
          3: "Auto-Renewable Subscription",
        ]
        if let number = value.integer, let word = words[number] {
          members.append(JSONMember("type", word))
        }
      } else if let name = names[type], let value = Self.value(value, type: type, name: name) {
        members.append(JSONMember(name, value))
      }
    }
    return members
  }

  private static func value(_ value: JSONValue, type: Int64, name: String) -> JSONValue? {
    if name.hasSuffix("Date") {
      return Instant(receiptText: value.string ?? "").map { .integer($0.milliseconds) }
    }
    switch type {
    case 1711: return value == 0 ? nil : value.integer.map { .string("\($0)") }
    case 1713, 1719: return value.integer.map { .boolean($0 != 0) }
    default: return value
    }
  }
}

extension JSONValue {
  /// The same value without the members of that name, at every level.
  fileprivate func without(_ name: String) -> JSONValue {
    switch self {
    case .array(let elements): .array(elements.map { $0.without(name) })
    case .object(let members):
      .object(
        members.filter { $0.name != name }
          .map { JSONMember($0.name, $0.value.without(name)) }
      )
    default: self
    }
  }
}
