import IAPCore
import IAPPlatform
import IAPTestSupport
import Testing

/// The developer's signed word about introductory offers (rule O-2), made as Apple's library makes it.
struct IntroductorySignatureTests {
  private static let keyPair = OfferSignatureTests.keyPair
  private static let payload = """
    {"aud":"introductory-offer-eligibility","bid":"com.example.app","iat":1772366400,\
    "iss":"57246542-96fe-1a63-e053-0824d011072a","nonce":"3c9b1f00-0000-4000-8000-00000000000a",\
    "productId":"pro_monthly","allowIntroductoryOffer":true,"transactionId":"7000001000000000"}
    """

  private func signed(_ payload: String, kid: String = "ABCD1234") throws -> String {
    let header = #"{"alg":"ES256","kid":"\#(kid)","typ":"JWT"}"#
    let text = Base64Text.url(Array(header.utf8)) + "." + Base64Text.url(Array(payload.utf8))
    let key = try #require(Base64Text.bytes(standard: Self.keyPair.privateKey))
    let der = try #require(
      try OpenSSLOfferSigning().sign(Array(text.utf8), privateKey: key)
    )
    return text + "." + Base64Text.url(Self.raw(der))
  }

  /// The two numbers of a DER signature, 32 bytes each.
  private static func raw(_ der: [UInt8]) -> [UInt8] {
    var place = 2
    var numbers: [UInt8] = []
    for _ in 0..<2 {
      let length = Int(der[place + 1])
      let digits = der[(place + 2)..<(place + 2 + length)].drop { $0 == 0 }
      numbers += [UInt8](repeating: 0, count: 32 - digits.count) + digits
      place += 2 + length
    }
    return numbers
  }

  private func claims(_ text: String, product: ProductID = "pro_monthly") -> IntroductoryClaims? {
    IntroductoryClaims(
      compactJWS: text,
      bundleID: "com.example.app",
      product: product,
      keyPair: Self.keyPair,
      signing: OpenSSLOfferSigning()
    )
  }

  @Test func `rule O-2: a signed word holds for its app and product, and for no other`() throws {
    let text = try signed(Self.payload)

    #expect(
      claims(text) == IntroductoryClaims(isAllowed: true, transactionID: "7000001000000000")
    )
    #expect(claims(text, product: "pro_yearly") == nil)
    #expect(claims(try signed(Self.payload, kid: "OTHER")) == nil)
    for (right, wrong) in [
      ("com.example.app", "com.example.other"), ("introductory-offer-eligibility", "promotional"),
      ("\"allowIntroductoryOffer\":true", "\"allowIntroductoryOffer\":1"),
    ] {
      #expect(claims(try signed(Self.payload.replacing(right, with: wrong))) == nil, "\(wrong)")
    }
  }

  @Test func `rule O-2: changed anywhere, the word holds no more`() throws {
    let text = try signed(Self.payload)
    let parts = text.split(separator: ".").map(String.init)
    let forged = Base64Text.url(Array(Self.payload.replacing("true", with: "false").utf8))

    #expect(claims([parts[0], forged, parts[2]].joined(separator: ".")) == nil)
    #expect(claims(parts[0] + "." + parts[1]) == nil)
    #expect(claims(text + ".AAAA") == nil)
    #expect(claims(parts[0] + "." + parts[1] + ".AAAA") == nil)
    #expect(claims("") == nil)
    let unsigned = Base64Text.url(Array(#"{"alg":"none"}"#.utf8)) + "." + parts[1] + "."
    #expect(claims(unsigned) == nil)
  }

  @Test func `rule O-2: the store grants the trial again on a word about this customer`() throws {
    var session = try Session.sample()
    try session.buy("pro_monthly") { $0.noIntro = true }
    try session.perform(.cancel(SubscriptionOperand(subscription: "pro_monthly")), by: .standard)
    try session.advance("P2M")
    // The sample shop has no key, so that nobody asks for a signature.
    let word = try signed(Self.payload)
    let other = try signed(Self.payload.replacing("7000001000000000", with: "7000009000000000"))
    let denied = try signed(Self.payload.replacing("true", with: "false"))

    let wrong = try session.buy("pro_monthly") { $0.introSignature = other }
    let full = try session.buy("pro_monthly") { $0.introSignature = denied }
    try session.perform(.cancel(SubscriptionOperand(subscription: "pro_monthly")), by: .standard)
    try session.advance("P2M")
    let first = try session.buy("pro_monthly") { $0.introSignature = word }
    try session.perform(.cancel(SubscriptionOperand(subscription: "pro_monthly")), by: .standard)
    try session.advance("P2M")
    let again = try session.buy("pro_monthly") { $0.introSignature = word }

    #expect(wrong?.code == "invalidOfferSignature")
    #expect(full?.transaction?.price == 9990)
    #expect(first?.transaction?.offerType == .introductory)
    #expect(again?.transaction?.offerType == .introductory)
  }
}
