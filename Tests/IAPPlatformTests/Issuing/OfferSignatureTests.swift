import IAPCore
import IAPPlatform
import Testing

/// Promotional offer signatures, made and checked (rule O-6).
struct OfferSignatureTests {
  @Test func `rule O-6: a made signature is right for its purchase and for no other`() throws {
    let made = try signer.signature(
      product: "pro",
      offer: "back",
      appAccountToken: "7B2F4D5E-0000-4000-8000-000000000001",
      nonce: "3C9B1F00-0000-4000-8000-00000000000A",
      timestamp: noon
    )
    var later = made
    later.timestamp = noon.adding(milliseconds: 1)
    var otherNonce = made
    otherNonce.nonce = "3c9b1f00-0000-4000-8000-00000000000b"
    var otherKey = made
    otherKey.keyID = "OTHER"
    var broken = made
    broken.signature = "AAAA"
    let token = "7b2f4d5e-0000-4000-8000-000000000001"

    #expect(made.keyID == "ABCD1234")
    #expect(made.nonce == "3c9b1f00-0000-4000-8000-00000000000a")
    #expect(isValid(made, token: token))
    #expect(isValid(made, token: token.uppercased()))
    #expect(!isValid(made, token: nil))
    #expect(!isValid(made, product: "basic", token: token))
    #expect(!isValid(made, offer: "other", token: token))
    #expect([later, otherNonce, otherKey, broken].allSatisfy { !isValid($0, token: token) })
    let elsewhere = OfferSigner(bundleID: "other", keyPair: Self.keyPair, signing: signing)
    #expect(
      !elsewhere.isValid(made, product: "pro", offer: "back", appAccountToken: token)
    )
  }

  @Test func `rule O-6: a signature that the openssl command made is accepted`() throws {
    let parts = ["com.example.app", "ABCD1234", "pro", "back", "", Self.nonce, "1772366400000"]
    let key = try #require(Base64Text.bytes(standard: Self.keyPair.privateKey))

    let run = try OpenSSLCommand(
      ["dgst", "-sha256", "-keyform", "DER", "-sign", "key.der", "-hex", "message"],
      files: ["key.der": key, "message": Array(parts.joined(separator: "\u{2063}").utf8)]
    )
    let digits = (run.output.split(separator: " ").last ?? "").filter(\.isHexDigit)
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { place in
      UInt8(digits.dropFirst(place).prefix(2), radix: 16)
    }

    let signature = OfferSignature(
      keyID: "ABCD1234",
      nonce: Self.nonce,
      timestamp: noon,
      signature: Base64Text.standard(bytes)
    )
    #expect(isValid(signature, token: nil))
  }

  @Test(arguments: ["", "AAAA", "not base64"])
  func `A key that was left blank or broken cannot sign and accepts nothing`(key: String) throws {
    let signer = OfferSigner(
      bundleID: "com.example.app",
      keyPair: OffersKeyPair(id: "ABCD1234", privateKey: key),
      signing: signing
    )

    #expect(throws: SigningFailure.unusableOfferKey(keyID: "ABCD1234")) {
      try signer.signature(
        product: "pro",
        offer: "back",
        appAccountToken: nil,
        nonce: Self.nonce,
        timestamp: noon
      )
    }
    let right = try self.signer.signature(
      product: "pro",
      offer: "back",
      appAccountToken: nil,
      nonce: Self.nonce,
      timestamp: noon
    )
    #expect(!signer.isValid(right, product: "pro", offer: "back", appAccountToken: nil))
  }

  private let noon = Instant(milliseconds: 1_772_366_400_000)
  private let signing = OpenSSLOfferSigning()

  private var signer: OfferSigner {
    OfferSigner(bundleID: "com.example.app", keyPair: Self.keyPair, signing: signing)
  }

  private func isValid(
    _ signature: OfferSignature,
    product: ProductID = "pro",
    offer: OfferID = "back",
    token: String?
  ) -> Bool {
    signer.isValid(signature, product: product, offer: offer, appAccountToken: token)
  }

  private static let nonce = "3c9b1f00-0000-4000-8000-00000000000a"

  /// Made for this test with `openssl genpkey`.
  static let keyPair = OffersKeyPair(
    id: "ABCD1234",
    privateKey: "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg2n6GUTBoW26wAs"
      + "+s1/VgPCNNXg4d9WQnyG4ulw+xd0ChRANCAASqtO1NtlZLmrGirHRqcapXDX59"
      + "Uo0r5HlAtEz8LKyMedRBalgvjvg3Dc3bLXYzy7WMTzJwXtLFmAUds8sGI7vN"
  )
}
