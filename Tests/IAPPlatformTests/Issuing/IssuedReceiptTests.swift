import IAPCore
import IAPPlatform
import Testing

/// The PKCS#7 container of a receipt, judged by the `openssl` command and by the checking side.
struct IssuedReceiptTests {
  @Test func `The openssl command verifies a receipt and hands out its payload`() throws {
    let bench = try IssuingBench()
    let receipt = try bench.issuer().receipt(IssuingBench.receipt)
    let root = OpenSSLCommand.pem(try bench.keyring.trustedRoots())

    let run = try OpenSSLCommand(
      [
        "cms", "-verify", "-binary", "-x509_strict", "-inform", "DER", "-in", "receipt",
        "-CAfile", "root.pem", "-attime", "1772366400", "-out", "payload",
      ],
      files: ["receipt": receipt, "root.pem": root]
    )

    #expect(run.output == "CMS Verification successful\n")
  }

  @Test func `The container is made as genuine ones are`() throws {
    let bench = try IssuingBench()
    let receipt = try bench.issuer().receipt(IssuingBench.receipt)
    let container = try OpenSSLChecker().container(receipt)

    #expect(container.length == receipt.count)
    #expect(container.type == SignedContainer.signedData)
    #expect(container.contentType == SignedContainer.data)
    #expect(container.certificates.count == 3)
    let signer = try #require(container.signers.first)
    #expect(container.signers.count == 1)
    #expect(signer.digest == .sha256)
    #expect(signer.signedAttributes == nil)
    #expect(signer.signature.count == 256)
    #expect(signer.certificateIndexes.count == 1)
    let payload = try #require(container.content)
    let leaf = container.certificates[signer.certificateIndexes[0]]
    #expect(
      OpenSSLChecker().isRSASignature(signer.signature, over: payload, digest: .sha256, by: leaf)
    )
    #expect(try OpenSSLChecker().certificate(leaf).key == .rsa(bits: 2048))
    let expected = IssuingBench.receipt.payload(app: bench.app, sha1: bench.keyring.sha1)
    #expect(payload == expected)
  }

  @Test func `The receipt signer is made once, at the first receipt`() throws {
    let bench = try IssuingBench()
    #expect(try !bench.storage.contains(.key("receipt.pem")))

    let first = try OpenSSLChecker().container(bench.issuer().receipt(IssuingBench.receipt))
    let second = try OpenSSLChecker().container(bench.issuer().receipt(IssuingBench.receipt))

    #expect(first == second)
    let roles = try bench.keyring.describeKeys().map(\.role)
    #expect(roles == [.leaf, .intermediate, .root, .receipt])
  }

  @Test func `An Xcode store writes open lengths and one certificate`() throws {
    let bench = try IssuingBench(.xcode)
    let receipt = try bench.issuer().receipt(IssuingBench.receipt)
    let container = try OpenSSLChecker().container(receipt)

    #expect(receipt.prefix(2) == [0x30, 0x80])
    #expect(container.length == receipt.count)
    #expect(container.certificates.count == 1)
    #expect(try bench.keyring.trustedRoots().last == container.certificates[0])
    let signer = try #require(container.signers.first)
    #expect(
      OpenSSLChecker().isRSASignature(
        signer.signature,
        over: try #require(container.content),
        digest: .sha256,
        by: container.certificates[0]
      )
    )
  }
}
