import Foundation
import IAPCore
import IAPPlatform
import IAPTestSupport
import Testing

/// Whatever is done to valid data, it is never verified, and nothing traps.
struct MutationTests {
  @Test(.timeLimit(.minutes(5)))
  func `A signed text with any one bit flipped is never verified`() throws {
    let text = try SignedFixtures.good("small.jws")
    let verifier = try SignedFixtures.verifier(trusting: "small-root")
    #expect(verifier.verify(signedText: text).isVerified)

    var survivors: [String] = []
    for index in text.indices {
      for bit in 0..<8 {
        var changed = text
        changed[index] ^= 1 << UInt8(bit)
        let reports = verifier.verify(changed)
        if reports.contains(where: \.isVerified) { survivors.append("byte \(index), bit \(bit)") }
      }
    }
    #expect(survivors == [])
  }

  /// Every bit of the bytes that are not inside a certificate, one bit of each byte of those.
  ///
  /// Each certificate is signed as a whole; `IAP_EVERY_BIT=1` flips all of its bits as well.
  @Test(arguments: ["receipt.der", "receipt-signed-attributes.der"])
  func `A receipt with any one bit flipped is never verified`(name: String) throws {
    let container = try SignedFixtures.good(name)
    let verifier = try SignedFixtures.verifier(trusting: "receipt-root")
    #expect(verifier.verify(receipt: container).isVerified)
    let certificates = try ["receipt-leaf", "receipt-intermediate", "receipt-root"].map {
      try #require(container.firstRange(of: try SignedFixtures.root($0)))
    }
    let isThorough = ProcessInfo.processInfo.environment["IAP_EVERY_BIT"] == "1"

    var survivors: [String] = []
    for index in container.indices {
      let isCertified = certificates.contains { $0.contains(index) }
      for bit in 0..<8 where isThorough || !isCertified || bit == index % 8 {
        var changed = container
        changed[index] ^= 1 << UInt8(bit)
        if verifier.verify(receipt: changed).isVerified {
          survivors.append("byte \(index), bit \(bit)")
        }
      }
    }
    #expect(survivors == [])
  }

  /// Indefinite lengths can be written in several ways; whatever still verifies says the same.
  @Test func `A receipt of indefinite length with any byte changed says the same or is refused`()
    throws
  {
    let container = try SignedFixtures.good("receipt-indefinite.der")
    let verifier = try SignedFixtures.verifier(trusting: "receipt-root")
    let whole = verifier.verify(receipt: container)
    #expect(whole.isVerified)

    for index in container.indices {
      var changed = container
      changed[index] ^= 0x55
      let report = verifier.verify(receipt: changed)
      #expect(!report.isVerified || report == whole, "byte \(index)")
    }
  }

  @Test(arguments: [
    "transaction.jws", "receipt.der", "receipt-indefinite.der", "receipt.b64", "xcode.jws",
  ])
  func `Data cut at any byte is never verified`(name: String) throws {
    let bytes = try SignedFixtures.good(name)
    let root = name == "xcode.jws" ? "xcode" : name.hasPrefix("receipt") ? "receipt-root" : "root"
    let verifier = try SignedFixtures.verifier(trusting: root)

    // The two padding characters at the end of base64 may be missing.
    let optional = name.hasSuffix(".b64") ? bytes.suffix(2).count { $0 == UInt8(ascii: "=") } : 0
    for length in 0..<(bytes.count - optional) {
      let reports = verifier.verify(Array(bytes[..<length]))
      #expect(reports.filter(\.isVerified).isEmpty, "cut at \(length)")
    }
  }

  @Test func `A signed text with any two certificates exchanged is never verified`() throws {
    let text = String(decoding: try SignedFixtures.good("transaction.jws"), as: UTF8.self)
    let parts = text.split(separator: ".")
    let header = try JSONParser.parse(try #require(Base64Text.decodeURL(parts[0].utf8)))
    let certificates = try #require(header["x5c"]?.array)
    let verifier = try SignedFixtures.verifier()

    for left in 0..<3 {
      for right in 0..<3 where right != left {
        var order = certificates
        order.swapAt(left, right)
        let changed = JSONValue.object(["alg": "ES256", "x5c": .array(order)])
        let start = Base64Text.url(JSONWriter.bytes(changed, layout: .line))
        let report = verifier.verify(signedText: "\(start).\(parts[1]).\(parts[2])")
        #expect(!report.isVerified && !report.isAuthentic)
      }
    }
  }

  @Test func `A receipt with any two certificates exchanged says the same or is refused`() throws {
    let container = try SignedFixtures.good("receipt.der")
    let names = ["receipt-leaf", "receipt-intermediate", "receipt-root"]
    let verifier = try SignedFixtures.verifier(trusting: "receipt-root")
    let whole = verifier.verify(receipt: container)

    for left in names {
      for right in names where right != left {
        let a = try SignedFixtures.root(left)
        let b = try SignedFixtures.root(right)
        // In a bag the order means nothing; in another place of the text a certificate is foreign.
        let changed = container.exchanging(a, b)
        #expect(changed.count == container.count)
        let report = verifier.verify(receipt: changed)
        #expect(!report.isVerified || report.records == whole.records)
      }
    }
  }

  @Test func `Random bytes are never verified`() throws {
    var random = SplitMix64(seed: 7)
    let verifier = try SignedFixtures.verifier()
    for seed in 0..<500 {
      let length = Int(random.next() % 300)
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      #expect(verifier.verify(bytes).filter(\.isVerified).isEmpty, "seed \(seed)")
    }
  }
}

extension [UInt8] {
  /// The same bytes with the first place of one part holding the other, and the other way round.
  fileprivate func exchanging(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
    guard let first = firstRange(of: a), let second = firstRange(of: b) else { return self }
    let (low, high) = first.lowerBound < second.lowerBound ? (first, second) : (second, first)
    return Array(self[..<low.lowerBound]) + self[high] + self[low.upperBound..<high.lowerBound]
      + self[low] + self[high.upperBound...]
  }
}
