import IAPCore
import IAPPlatform
import Testing

/// Each tampering breaks one thing and leaves the rest as it was.
struct TamperingTests {
  @Test(arguments: [StoreEnvironment.sandbox, .xcode])
  func `A tampered signature differs from the right one in one bit`(
    environment: StoreEnvironment
  ) throws {
    let bench = try IssuingBench(environment)
    let jws = try bench.issuer(.signature)
      .transaction(IssuingBench.transaction, signedDate: IssuingBench.noon)

    #expect(try !isSigned(jws))
    #expect(try isSigned(jws, flipping: 1))
    let receipt = try OpenSSLChecker().container(
      bench.issuer(.signature).receipt(IssuingBench.receipt)
    )
    #expect(!isSigned(receipt, flipping: 0))
    #expect(isSigned(receipt, flipping: 1))
  }

  @Test func `A tampered chain ends at the right root, with a leaf signed by another key`() throws {
    let bench = try IssuingBench()
    let jws = try bench.issuer(.chain)
      .transaction(IssuingBench.transaction, signedDate: IssuingBench.noon)
    let chain = try IssuingBench.chain(of: jws)

    #expect(try chain.dropFirst() == bench.keyring.certificates(defect: nil).dropFirst())
    #expect(try isSigned(jws))
    // 7: certificate signature failure.
    #expect(try verdict(on: chain) == SignatureFailure.noChain(reason: 7, depth: 0))
  }

  @Test func `A tampered expiry is a leaf that ended before the clock begins`() throws {
    let bench = try IssuingBench()
    let jws = try bench.issuer(.expiry)
      .transaction(IssuingBench.transaction, signedDate: IssuingBench.noon)
    let chain = try IssuingBench.chain(of: jws)

    #expect(try isSigned(jws))
    // 10: certificate has expired.
    #expect(try verdict(on: chain) == SignatureFailure.noChain(reason: 10, depth: 0))
  }

  @Test(arguments: [Tampering.chain, .expiry])
  func `A receipt's chain is broken in the same way`(tampering: Tampering) throws {
    let bench = try IssuingBench()
    let container = try OpenSSLChecker().container(
      bench.issuer(tampering).receipt(IssuingBench.receipt)
    )
    let right = try OpenSSLChecker().container(bench.issuer().receipt(IssuingBench.receipt))

    #expect(isSigned(container, flipping: 0))
    #expect(container.content == right.content)
    let signer = try #require(container.signers.first)
    let leaf = container.certificates[signer.certificateIndexes[0]]
    let others = container.certificates.filter { $0 != leaf }
    #expect(Set(others).isSubset(of: Set(right.certificates)))
    let chain = try [leaf] + bench.keyring.certificates(defect: nil).dropFirst()
    let reason = tampering == .chain ? 7 : 10
    #expect(try verdict(on: chain) == SignatureFailure.noChain(reason: reason, depth: 0))
  }

  @Test(arguments: [Tampering.chain, .expiry])
  func `A tampered Xcode certificate has the same key but is not the trusted one`(
    tampering: Tampering
  ) throws {
    let bench = try IssuingBench(.xcode)
    let jws = try bench.issuer(tampering)
      .transaction(IssuingBench.transaction, signedDate: IssuingBench.noon)

    #expect(try isSigned(jws))
    #expect(try IssuingBench.chain(of: jws) != bench.keyring.trustedRoots())
  }

  @Test func `A tampered bundle id is wrong in all parts and rightly signed`() throws {
    let bench = try IssuingBench(.production, appAppleID: 7)
    let issuer = try bench.issuer(.bundleID)
    var notification = ServerNotification(
      type: .subscribed,
      subtype: .initialBuy,
      uuid: "u",
      signedDate: IssuingBench.noon
    )
    notification.data = NotificationData(environment: .production, bundleID: "com.example.app")
    notification.data?.transaction = IssuingBench.transaction

    let outer = try issuer.notification(notification)
    let data = try #require(IssuingBench.parts(of: outer).payload["data"])
    let inner = try #require(data["signedTransactionInfo"]?.string)

    #expect(try isSigned(outer) && isSigned(inner))
    #expect(data["bundleId"] == "com.example.app.tampered")
    #expect(data["environment"] == "Production" && data["appAppleId"] == 7)
    let payload = try IssuingBench.parts(of: inner).payload
    #expect(payload["bundleId"] == "com.example.app.tampered")
  }

  @Test(arguments: [
    (StoreEnvironment.sandbox, "Production"), (.production, "Sandbox"), (.xcode, "LocalTesting"),
  ])
  func `A tampered environment is another one and rightly signed`(
    environment: StoreEnvironment,
    found: String
  ) throws {
    let bench = try IssuingBench(environment)
    let jws = try bench.issuer(.environment)
      .transaction(IssuingBench.transaction, signedDate: IssuingBench.noon)

    let parts = try IssuingBench.parts(of: jws)
    #expect(try isSigned(jws))
    #expect(parts.payload["environment"] == .string(found))
    #expect((parts.header["kid"] != nil) == (environment == .xcode))
  }

  private func isSigned(_ jws: String, flipping bit: UInt8 = 0) throws -> Bool {
    var parts = try IssuingBench.parts(of: jws)
    parts.signature[63] ^= bit
    let leaf = try #require(try IssuingBench.chain(of: jws).first)
    let checker = try OpenSSLChecker().es256(by: leaf, prefix: [])
    return parts.signature.withUnsafeBytes { signature in
      parts.message.withUnsafeBytes { checker.isSignature(signature, over: $0) }
    }
  }

  private func isSigned(_ container: SignedContainer, flipping bit: UInt8) -> Bool {
    guard var signer = container.signers.first, let content = container.content else {
      return false
    }
    signer.signature[255] ^= bit
    return OpenSSLChecker().isRSASignature(
      signer.signature,
      over: content,
      digest: .sha256,
      by: container.certificates[signer.certificateIndexes[0]]
    )
  }

  private func verdict(on chain: [[UInt8]]) throws -> SignatureFailure? {
    do {
      _ = try OpenSSLChecker().chain(
        from: chain[0],
        through: [chain[1]],
        to: chain[2],
        at: IssuingBench.noon,
        strictly: true
      )
      return nil
    } catch {
      return error
    }
  }
}
