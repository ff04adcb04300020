import IAPTestSupport
import Testing

@testable import IAPCore

/// Strict base64url: one text for each sequence of bytes.
struct Base64URLTests {
  @Test func `Every length is read back, and only the one way of writing it`() {
    var random = SplitMix64(seed: 11)
    for length in 0..<200 {
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let text = Array(Base64Text.url(bytes).utf8)
      #expect(Base64Text.decodeURL(text) == bytes, "length \(length)")
      #expect(length == 0 || Base64Text.decodeURL(text + [UInt8(ascii: "=")]) == nil)
      // The last character's unused bits have one value only.
      let readings = (0..<UInt8(128)).filter { last in
        length > 0 && Base64Text.decodeURL(text.dropLast() + [last]) == bytes
      }
      #expect(readings.count == (length > 0 ? 1 : 0), "length \(length)")
    }
  }

  @Test(arguments: ["A", "AA==", "A+/A", "AA A", "AA\nA", "AB", "AAB", "ÄÄ", "AA.A"])
  func `What is not strict is refused`(text: String) {
    #expect(Base64Text.decodeURL(text.utf8) == nil)
  }
}

/// The fast reader of decoded transactions against the strict one.
struct TransactionScannerTests {
  private static let usual = #"""
    {"transactionId":"2000000000000001","originalTransactionId":"2000000000000001",\#
    "webOrderLineItemId":"2000000000000002","bundleId":"com.example.app","productId":"pro",\#
    "subscriptionGroupIdentifier":"21500000","purchaseDate":1767225600000,\#
    "originalPurchaseDate":1767225600000,"expiresDate":1769904000000,"quantity":1,\#
    "type":"Auto-Renewable Subscription","appAccountToken":"7e3fb204-2cf0-4e0d-8d68-93a2a1b4a2f5",\#
    "inAppOwnershipType":"PURCHASED","signedDate":1767225600000,"revocationReason":1,\#
    "revocationDate":1767225600001,"revocationType":"REFUND_PRORATED","revocationPercentage":50000,\#
    "isUpgraded":true,"offerType":2,"offerIdentifier":"half","offerDiscountType":"PAY_AS_YOU_GO",\#
    "offerPeriod":"P1M","environment":"Sandbox","storefront":"USA","storefrontId":"143441",\#
    "transactionReason":"PURCHASE","currency":"USD","price":-9990,"appTransactionId":"7",\#
    "billingPlanType":"MONTHLY","futureMember":"x","deviceVerification":null}
    """#

  private let lenient: SignedDataVerifier = {
    var expectations = Expectations()
    expectations.allowsUnsigned = true
    return SignedDataVerifier(
      roots: .apple,
      expectations: expectations,
      mathematics: NoMathematics()
    )
  }()

  private func fast(_ bytes: [UInt8]) -> Transaction? {
    let lines = LineVerifier(lenient)
    return bytes.withUnsafeBufferPointer { lines.readTransaction($0) }
  }

  private func strict(_ bytes: [UInt8]) -> Transaction? {
    lenient.verify(bytes).first?.records.transactions.first
  }

  @Test func `Every known member is read as the strict reader reads it`() throws {
    let bytes = Array(Self.usual.utf8)

    let transaction = try #require(fast(bytes))

    #expect(transaction == strict(bytes))
    #expect(transaction.price == -9990 && transaction.isUpgraded == true)
    #expect(transaction.offerPeriod == SubscriptionPeriod(1, .month))
  }

  @Test(arguments: [
    #"{"productId":"a","productId":"b","transactionId":"1","purchaseDate":1}"#,
    #"{"x":1,"x":2,"productId":"a","transactionId":"1","purchaseDate":1}"#,
    #"{"productId":"a","transactionId":"1","purchaseDate":1,}"#,
    #"{"productId":"a","transactionId":"1","purchaseDate":01}"#,
    #"{"productId":"a","transactionId":"1","purchaseDate":1}{}"#,
    #"{"productId":7,"transactionId":"1","purchaseDate":1}"#,
    #"{"productId":"a","transactionId":"1","purchaseDate":"1"}"#,
    #"{"notificationType":"TEST","productId":"a","transactionId":"1","purchaseDate":1}"#,
    #"{"productId":"a","transactionId":"1","purchaseDate":1000000000000000000}"#,
  ])
  func `What the strict reader refuses or reads otherwise is left to it`(text: String) {
    #expect(fast(Array(text.utf8)) == nil)
  }

  @Test func `Every byte is judged alike wherever it stands in a text`() {
    for count in 0..<20 {
      for place in 0..<max(count, 1) {
        for byte in 0...UInt8.max {
          var text = [UInt8](repeating: UInt8(ascii: "a"), count: count)
          if count > 0 { text[place] = byte }
          let bytes =
            Array(#"{"transactionId":"1","purchaseDate":1,"productId":""#.utf8) + text
            + Array(#"x"}"#.utf8)
          let isUsual = (0x20..<0x7F).contains(byte) && byte != 0x22 && byte != 0x5C
          let found = fast(bytes)?.productID.rawValue
          let expected = String(decoding: text, as: UTF8.self) + "x"
          #expect(
            found == (isUsual || count == 0 ? expected : nil),
            "byte \(byte) at \(place) of \(count)"
          )
        }
      }
    }
  }

  @Test func `A text is the line's own, whatever the line before said`() throws {
    let lines = LineVerifier(lenient)
    let products = [
      "pro_monthly", "pro_yearly!", "p", "pro_monthly", "", String(repeating: "x", count: 70),
    ]

    for product in products + products {
      let text = #"{"transactionId":"\#(product)1","purchaseDate":1,"productId":"\#(product)"}"#
      let read = Array(text.utf8).withUnsafeBufferPointer { lines.readTransaction($0) }
      #expect(read?.productID.rawValue == product)
      #expect(read?.id.rawValue == product + "1")
    }
  }

  @Test func `The members of the fast reader stand in the order of documents`() {
    let names = TransactionMember.allCases.map { String(decoding: $0.name, as: UTF8.self) }

    #expect(names == names.sorted { $0.isBefore($1) })
  }

  @Test func `Whatever byte is changed, both readers agree where the fast one answers`() {
    var random = SplitMix64(seed: 5)
    let usual = Array(Self.usual.utf8)
    let alphabet = Array(#"{}[]:,"\0123456789.eE+-tfnul aZ"#.utf8) + [0x00, 0x1F, 0x80, 0xFF]
    var answered = 0
    for seed in 0..<4000 {
      var bytes = usual
      for _ in 0...Int(random.next() % 2) {
        let place = Int(random.next() % UInt64(bytes.count))
        bytes[place] = alphabet[Int(random.next() % UInt64(alphabet.count))]
      }
      guard let transaction = fast(bytes) else { continue }
      answered += 1
      #expect(transaction == strict(bytes), "seed \(seed)")
    }
    #expect(answered > 500)
  }
}

/// Unsigned data needs no mathematics: whoever asks for some has found a fault.
private struct NoMathematics: SignatureVerifying {
  func digest(of bytes: [UInt8], by algorithm: DigestAlgorithm) -> [UInt8] { [] }

  func certificate(_ der: [UInt8]) throws(SignatureFailure) -> CertificateFacts {
    throw .unreadable
  }

  func chain(
    from leaf: [UInt8],
    through pool: [[UInt8]],
    to root: [UInt8],
    at time: Instant,
    strictly: Bool
  ) throws(SignatureFailure) -> [[UInt8]] { throw .unreadable }

  func es256(by certificate: [UInt8], prefix: [UInt8]) throws(SignatureFailure)
    -> any ES256Checking
  { throw .unreadable }

  func isRSASignature(
    _ signature: [UInt8],
    over bytes: [UInt8],
    digest: DigestAlgorithm,
    by certificate: [UInt8]
  ) -> Bool { false }

  func container(_ bytes: [UInt8]) throws(SignatureFailure) -> SignedContainer { throw .unreadable }

  func isAttributeSignature(in container: [UInt8], by certificate: [UInt8]) -> Bool { false }
}
