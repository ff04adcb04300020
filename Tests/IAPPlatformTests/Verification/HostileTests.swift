import IAPCore
import IAPPlatform
import IAPTestSupport
import Testing

/// Everything that somebody made up, changed or broke: refused, each for its own reason.
struct HostileTests {
  @Test func `There are as many hostile cases as the script makes`() throws {
    #expect(HostileCase.all.count == 133)
    let files =
      try Fixture.names(in: "hostile", suffix: ".jws")
      + Fixture.names(in: "hostile", suffix: ".der")
    #expect(Set(files) == Set(HostileCase.all.map { "hostile/" + $0.file }))
  }

  @Test(arguments: HostileCase.all)
  func `A hostile file is refused for its own reason and no other`(hostile: HostileCase) throws {
    let report = try hostile.report()

    #expect(report.failure?.code == hostile.failure)
    #expect(report.isVerified == (hostile.failure == nil))
    #expect(report.isAuthentic || report.signer == .none)
    if hostile.failure != nil { #expect(report.records == PurchaseRecords()) }
  }

  @Test(arguments: HostileCase.all)
  func `The store's own root is no more lenient than a named one`(hostile: HostileCase) throws {
    let report = try hostile.report(as: .store)

    #expect(report.isVerified == (hostile.failure == nil))
  }

  @Test(arguments: HostileCase.all)
  func `Without a named root nothing of it is Apple's`(hostile: HostileCase) throws {
    let verifier = SignedDataVerifier(roots: .apple, mathematics: OpenSSLChecker())

    let reports = verifier.verify(try Fixture.bytes("hostile/\(hostile.file)"))

    #expect(reports.allSatisfy { !$0.isVerified && !$0.isAuthentic && $0.signer == .none })
  }

  @Test(arguments: AttackRow.all)
  func `Each known attack and each difference between Apple's libraries has its answer`(
    row: AttackRow
  ) throws {
    for (file, failure) in row.cases {
      let hostile = try #require(HostileCase.all.first { $0.file == file }, "\(file)")
      #expect(hostile.failure == failure, "\(file)")
      #expect(try hostile.report().failure?.code == failure, "\(file)")
    }
  }
}

/// One row of signed-data section 4, or of "accept/reject differences" in 1.4, and what we answer.
struct AttackRow: CustomTestStringConvertible {
  var testDescription: String
  /// Files and failure codes; `nil`: verified.
  var cases: [(String, String?)]

  init(_ name: String, _ cases: [(String, String?)]) {
    testDescription = name
    self.cases = cases
  }

  static let all = history + appStore + differences

  private static let history = [
    AttackRow(
      "CVE-2015-9235, CVE-2016-10555: alg none, RS256 to HS256",
      [
        ("alg-none.jws", "wrongAlgorithm"), ("alg-none-unsigned.jws", "emptyPart"),
        ("alg-hs256-with-public-key.jws", "wrongAlgorithm"), ("alg-rs256.jws", "wrongAlgorithm"),
      ]
    ),
    AttackRow("CVE-2018-0114: key taken from jwk", [("jwk-instead-of-x5c.jws", "noCertificates")]),
    AttackRow(
      "CVE-2020-0601, CVE-2022-0778: explicit curve parameters",
      [("explicit-curve.jws", "brokenChain"), ("xcode-explicit-curve.jws", "wrongKey")]
    ),
    AttackRow("CVE-2022-21449: r = s = 0", [("signature-zero.jws", "wrongSignature")]),
    AttackRow(
      "CVE-2022-23529 and others, GHSA-869p: HMAC without a secret",
      [("alg-hs256-with-public-key.jws", "wrongAlgorithm")]
    ),
    AttackRow(
      "CVE-2021-3450: strictness must not switch off the check for authorities",
      [("intermediate-no-authority.jws", "brokenChain")]
    ),
    AttackRow(
      "CVE-2023-0216, CVE-2023-0401, CVE-2026-45447: hostile containers go through CMS only",
      [
        ("receipt-enveloped.der", "notSignedData"), ("receipt-cut.der", "invalidContainer"),
        ("receipt-two-signers.der", "wrongSignerCount"),
      ]
    ),
    AttackRow("OpenSSL accepts bytes after a container", [("receipt-twice.der", "trailingBytes")]),
    AttackRow("OpenSSL accepts any digest", [("receipt-md5.der", "weakDigest")]),
    AttackRow(
      "OpenSSL knows nothing of Apple's markers",
      [
        ("receipt-leaf-no-marker.der", "noLeafMarker"),
        ("receipt-intermediate-no-marker.der", "noIntermediateMarker"),
      ]
    ),
  ]

  private static let appStore = [
    AttackRow(
      "names compared instead of signatures",
      [
        ("evil-leaf-good-intermediate.jws", "brokenChain"),
        ("good-leaf-evil-intermediate.jws", "brokenChain"),
      ]
    ),
    AttackRow(
      "any developer certificate signs",
      [
        ("developer-leaf.jws", "noLeafMarker"),
        ("developer-leaf-as-intermediate.jws", "brokenChain"),
        ("leaf-no-marker.jws", "noLeafMarker"),
        ("intermediate-no-marker.jws", "noIntermediateMarker"),
      ]
    ),
    AttackRow(
      "off by one in the walk over x5c",
      [
        ("x5c-empty.jws", "wrongCertificateCount"), ("x5c-one.jws", "wrongCertificateCount"),
        ("x5c-two.jws", "wrongCertificateCount"), ("x5c-four.jws", "wrongCertificateCount"),
      ]
    ),
    AttackRow(
      "only the fingerprint of the third certificate compared",
      [("evil-chain-good-root.jws", "brokenChain")]
    ),
    AttackRow(
      "signing date out of range",
      [
        ("date-1e18.jws", "signingDateOutOfRange"), ("date-1e400.jws", "signingDateOutOfRange"),
        ("date-negative.jws", "signingDateOutOfRange"),
      ]
    ),
    AttackRow(
      "attribute 0 chooses the policy",
      [("receipt-xcode-type-no-marker.der", "noLeafMarker")]
    ),
    AttackRow(
      "the other of two signatures for one text verifies too",
      [("signature-high-s.jws", nil)]
    ),
    AttackRow("five hundred certificates", [("x5c-500.jws", "wrongCertificateCount")]),
    AttackRow("nesting without end", [("payload-deep.jws", "invalidPayload")]),
  ]

  private static let differences = [
    AttackRow("ES384 by a P-384 leaf", [("alg-es384-p384-leaf.jws", "wrongAlgorithm")]),
    AttackRow(
      "crit, b64 false",
      [("crit.jws", "criticalHeader"), ("crit-b64-false.jws", "criticalHeader")]
    ),
    AttackRow("unknown critical extension", [("unknown-critical-extension.jws", "brokenChain")]),
    AttackRow("signedDate as text", [("date-text.jws", "malformedField")]),
    AttackRow(
      "bytes after a certificate",
      [
        ("leaf-trailing-bytes.jws", "trailingCertificateBytes"),
        ("root-trailing-bytes.jws", "trailingCertificateBytes"),
      ]
    ),
    AttackRow(
      "x5c in base64url or with line breaks",
      [
        ("certificates-base64url.jws", "invalidCertificate"),
        ("certificate-line-breaks.jws", "invalidCertificate"),
      ]
    ),
    AttackRow(
      "third entry garbage or another root",
      [("root-garbage.jws", "invalidCertificate"), ("other-root.jws", "untrustedRoot")]
    ),
    AttackRow(
      "leaf signed with ecdsa-with-SHA1",
      [("leaf-signed-with-sha1.jws", "weakCertificateSignature")]
    ),
    AttackRow("leaf not for signatures", [("leaf-not-for-signing.jws", "wrongKeyUsage")]),
    AttackRow("null members", [("payload-null-members.jws", nil)]),
    AttackRow(
      "members twice",
      [
        ("payload-member-twice.jws", "invalidPayload"),
        ("payload-member-twice-inside.jws", "invalidPayload"),
        ("header-member-twice.jws", "invalidHeader"),
      ]
    ),
    AttackRow("two values in the payload", [("payload-two-values.jws", "invalidPayload")]),
    AttackRow("invalid UTF-8", [("payload-not-utf8.jws", "invalidPayload")]),
    AttackRow("exp, nbf, iat, aud, sub", [("payload-jwt-claims.jws", nil)]),
    AttackRow("number for a text", [("payload-number-for-text.jws", "malformedField")]),
    AttackRow(
      "transaction handed to the renewal verifier: the kind is detected",
      [("notification-inner-kinds-swapped.jws", "innerPart")]
    ),
    AttackRow(
      "none of Apple's libraries looks inside notifications",
      [
        ("notification-inner-evil.jws", "innerPart"),
        ("notification-inner-other-app.jws", "partsDisagree"),
        ("notification-inner-other-environment.jws", "partsDisagree"),
        ("notification-inner-other-subscription.jws", "partsDisagree"),
      ]
    ),
    AttackRow(
      "Xcode's data is never verified by itself",
      [("xcode-unnamed.jws", "environmentNotAllowed")]
    ),
  ]
}
