import IAPCore
import IAPPlatform
import Testing

/// What the store's certificates are, judged by the `openssl` command and by the checking side.
struct IssuedChainTests {
  @Test func `The openssl command accepts the chain strictly, from 2000 to 2199`() throws {
    let bench = try IssuingBench()
    let chain = try bench.keyring.certificates(defect: nil)
    let files = [
      "leaf.pem": OpenSSLCommand.pem([chain[0]]), "pool.pem": OpenSSLCommand.pem([chain[1]]),
      "root.pem": OpenSSLCommand.pem([chain[2]]),
    ]

    for time in ["946684800", "1772366400", "7258118399"] {
      let run = try OpenSSLCommand(
        [
          "verify", "-x509_strict", "-attime", time, "-CAfile", "root.pem", "-untrusted",
          "pool.pem", "leaf.pem",
        ],
        files: files
      )
      #expect(run.output == "leaf.pem: OK\n")
    }
  }

  @Test func `Leaf and intermediate carry Apple's markers with the value NULL`() throws {
    let chain = try IssuingBench().keyring.certificates(defect: nil)
    let markers = [":1.2.840.113635.100.6.11.1", ":1.2.840.113635.100.6.2.1"]

    for (certificate, marker) in zip(chain, markers) {
      let run = try OpenSSLCommand(
        ["asn1parse", "-inform", "DER", "-in", "c.der"],
        files: ["c.der": certificate]
      )
      let lines = run.output.split(separator: "\n").map(String.init)
      let place = try #require(lines.firstIndex { $0.hasSuffix(marker) })
      #expect(lines[place + 1].hasSuffix("[HEX DUMP]:0500"))
    }
    #expect(chain.count == 3)
  }

  @Test func `What each certificate may do stands in it`() throws {
    let descriptions = try IssuingBench().keyring.describeKeys()

    #expect(descriptions.map(\.role) == [.leaf, .intermediate, .root])
    #expect(descriptions.map(\.facts.isAuthority) == [false, true, true])
    #expect(
      descriptions.map(\.facts.keyUsage) == [
        .digitalSignature, .certificateSigning, .certificateSigning,
      ]
    )
    #expect(descriptions.allSatisfy { $0.facts.key == .p256 })
    #expect(descriptions.map(\.facts.isSelfIssued) == [false, false, true])
    #expect(Set(descriptions.map(\.facts.serialNumber)).count == 3)
    #expect(descriptions.allSatisfy { $0.file == "keys/signing.pem" })
    let starts = descriptions.map(\.facts.notBefore.rfc3339)
    #expect(starts == ["2000-01-01T00:00:00Z"] + Array(repeating: "1990-01-01T00:00:00Z", count: 2))
    #expect(descriptions.allSatisfy { $0.facts.notAfter.rfc3339 == "2200-01-01T00:00:00Z" })
  }

  @Test func `The ES256 signature is the leaf's over the first two parts`() throws {
    let jws = try IssuingBench().issuer()
      .transaction(IssuingBench.transaction, signedDate: IssuingBench.noon)
    let parts = try IssuingBench.parts(of: jws)

    #expect(parts.header.members?.map(\.name) == ["alg", "x5c"])
    #expect(parts.header["alg"] == "ES256")
    #expect(try isSigned(jws))
  }

  @Test func `Making keys again keeps the keys that are there`() throws {
    let bench = try IssuingBench()
    let chain = try bench.keyring.certificates(defect: nil)

    try bench.keyring.makeKeys()

    #expect(try bench.keyring.certificates(defect: nil) == chain)
  }

  @Test func `Rotation keeps the root and nothing else`() throws {
    let bench = try IssuingBench()
    let before = try bench.keyring.certificates(defect: nil)
    _ = try bench.issuer().receipt(IssuingBench.receipt)
    let receiptFile = StateFile.key("receipt.pem")
    #expect(try bench.storage.contains(receiptFile))

    try bench.keyring.rotateKeys()

    let after = try bench.keyring.certificates(defect: nil)
    #expect(after[2] == before[2])
    #expect(after[0] != before[0] && after[1] != before[1])
    #expect(try !bench.storage.contains(receiptFile))
    #expect(try bench.keyring.trustedRoots() == [before[2]])
    let jws = try bench.issuer()
      .transaction(IssuingBench.transaction, signedDate: IssuingBench.noon)
    #expect(try IssuingBench.chain(of: jws) == after)
    #expect(try isSigned(jws))
  }

  @Test func `Another process signs with the same keys`() throws {
    let bench = try IssuingBench()
    let other = OpenSSLKeyring(storage: bench.storage, isXcode: false)

    #expect(try other.certificates(defect: nil) == bench.keyring.certificates(defect: nil))
  }

  @Test func `A store without keys, and one whose keys are broken, say so`() throws {
    let storage = MemoryStorage()
    let keyring = OpenSSLKeyring(storage: storage, isXcode: false)
    #expect(throws: SigningFailure.noKeys(file: "keys/signing.pem")) {
      try keyring.signature(of: [])
    }

    try storage.commit([.replace(.key("signing.pem"), Array("hello".utf8))])

    #expect(throws: SigningFailure.unusableKeys(file: "keys/signing.pem")) {
      try keyring.signature(of: [])
    }
  }

  @Test func `An Xcode store has one certificate that signs itself`() throws {
    let bench = try IssuingBench(.xcode)
    let jws = try bench.issuer()
      .transaction(IssuingBench.transaction, signedDate: IssuingBench.noon)
    let parts = try IssuingBench.parts(of: jws)
    let chain = try IssuingBench.chain(of: jws)

    #expect(parts.header.members?.map(\.name) == ["alg", "kid", "typ", "x5c"])
    #expect(parts.header["kid"] == "Apple_Xcode_Key" && parts.header["typ"] == "JWT")
    #expect(parts.payload["isUpgraded"] == false)
    #expect(chain.count == 1)
    #expect(try bench.keyring.trustedRoots() == chain)
    #expect(try isSigned(jws))
    let facts = try OpenSSLChecker().certificate(chain[0])
    #expect(facts.isSelfIssued && facts.isAuthority && facts.serialNumber == "01")
  }

  private func isSigned(_ jws: String) throws -> Bool {
    let parts = try IssuingBench.parts(of: jws)
    let leaf = try #require(try IssuingBench.chain(of: jws).first)
    let checker = try OpenSSLChecker().es256(by: leaf, prefix: [])
    return parts.signature.withUnsafeBytes { signature in
      parts.message.withUnsafeBytes { checker.isSignature(signature, over: $0) }
    }
  }
}
