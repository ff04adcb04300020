import IAPCore
import IAPPlatform
import Testing

/// Every JSON Web Signature of the corpus gives what independent tools say.
@Suite(.enabled(if: Corpus.signed != nil, "the corpus of signed data is not here"))
struct CorpusSignedTextTests {
  private static let files =
    Corpus.files("jws")
    + Corpus.files("thirdparty-generated").filter { $0.hasSuffix(".jws") }

  @Test func `There are 16 signed texts with a verdict`() {
    #expect(Self.files.count == 16)
  }

  @Test(arguments: files)
  func `A signed text has the payload that independent tools read`(file: String) throws {
    let expected = try Corpus.expected(file)

    let report = verify(try Corpus.bytes(file), expected: expected)

    let payload = try #require(report.payload)
    #expect(payload.sortedMembers == expected["payload"]?.sortedMembers)
  }

  @Test(arguments: files)
  func `A signed text is verified exactly when independent tools verify it`(file: String) throws {
    let expected = try Corpus.expected(file)
    // Apple's library without key identifiers, as under --trust-root.
    let verdict = expected["apple_python"]?["same_without_X509_STRICT"]?["status"]?.string

    let report = verify(try Corpus.bytes(file), expected: expected)

    if report.environment?.isLocal == true {
      // Apple's library does not check Xcode's signatures at all; we say so.
      #expect(report.failure == .environmentNotAllowed(.xcode))
    } else if let root = try otherRoot(in: expected) {
      // Apple's library never looks at the third certificate; it must be the trusted root.
      #expect(report.failure == .untrustedRoot(sha256: root))
    } else {
      #expect(report.isVerified == (verdict == "OK"), "\(String(describing: report.failure))")
    }
  }

  /// The third certificate's hash where it is not the file's root.
  private func otherRoot(in expected: JSONValue) throws -> String? {
    guard let root = expected["root"]?.string,
      let third = expected["x5c"]?[2]?["sha256"]?.string?.uppercased()
    else { return nil }
    // Apple's own root is known by its hash; its file is not part of the corpus.
    guard let der = try? Corpus.bytes(root) else { return nil }
    let hash = OpenSSLChecker().digest(of: der, by: .sha256)
    return third == hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16).uppercased() }.joined()
      ? nil : third
  }

  private func verify(_ text: [UInt8], expected: JSONValue) -> VerificationReport {
    let checker = OpenSSLChecker()
    var roots = TrustedRoots.apple
    if let root = expected["root"]?.string, let der = try? Corpus.bytes(root) {
      roots = roots.adding(der, as: .custom) { checker.digest(of: $0, by: .sha256) }
    }
    return SignedDataVerifier(roots: roots, mathematics: checker).verify(signedText: text)
  }
}

extension JSONValue {
  /// The same value with the members of every object in one order.
  var sortedMembers: JSONValue {
    switch self {
    case .array(let elements): .array(elements.map(\.sortedMembers))
    case .object(let members):
      .object(
        members.map { JSONMember($0.name, $0.value.sortedMembers) }
          .sorted { $0.name.isBefore($1.name) }
      )
    default: self
    }
  }
}
