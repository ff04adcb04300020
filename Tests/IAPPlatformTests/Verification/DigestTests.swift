import IAPCore
import IAPPlatform
import Testing

/// Digests, by the examples of their standards.
struct DigestTests {
  private func text(_ message: [UInt8], _ algorithm: DigestAlgorithm) -> String {
    OpenSSLChecker().digest(of: message, by: algorithm).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  @Test func `SHA-256 answers as FIPS 180 says, for nothing, a word and a million letters`() {
    #expect(
      text([], .sha256) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )
    #expect(
      text(Array("abc".utf8), .sha256)
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )
    #expect(
      text(Array(repeating: UInt8(ascii: "a"), count: 1_000_000), .sha256)
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    )
  }

  @Test func `SHA-1 and SHA-384 answer as FIPS 180 says`() {
    #expect(text(Array("abc".utf8), .sha1) == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(
      text(Array("abc".utf8), .sha384)
        == "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
        + "8086072ba1e7cc2358baeca134c825a7"
    )
  }
}
