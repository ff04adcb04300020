import IAPCore
import IAPPlatform
import IAPTestSupport
import Testing

/// Files of `Fixtures/chains` and `Fixtures/hostile`, and verifiers that trust their roots.
enum SignedFixtures {
  static func root(_ name: String) throws -> [UInt8] {
    try Fixture.bytes("chains/certificates/\(name).der")
  }

  static func good(_ name: String) throws -> [UInt8] { try Fixture.bytes("chains/good/\(name)") }

  /// A verifier that trusts one root of the fixtures besides Apple's.
  static func verifier(
    trusting root: String = "root",
    as signer: Signer = .custom,
    explains: Bool = false,
    expecting change: (inout Expectations) -> Void = { _ in }
  ) throws -> SignedDataVerifier {
    var expectations = Expectations()
    change(&expectations)
    let checker = OpenSSLChecker()
    let roots = TrustedRoots.apple.adding(try self.root(root), as: signer) {
      checker.digest(of: $0, by: .sha256)
    }
    return SignedDataVerifier(
      roots: roots,
      expectations: expectations,
      explains: explains,
      mathematics: checker
    )
  }

  /// The only report for one good file.
  static func report(
    _ name: String,
    trusting root: String = "root",
    as signer: Signer = .custom,
    explains: Bool = false,
    expecting change: (inout Expectations) -> Void = { _ in }
  ) throws -> VerificationReport {
    let verifier = try verifier(
      trusting: root,
      as: signer,
      explains: explains,
      expecting: change
    )
    let reports = verifier.verify(try good(name))
    #expect(reports.count == 1)
    return try #require(reports.first)
  }
}

/// One line of `Fixtures/hostile/cases.tsv`.
struct HostileCase: CustomTestStringConvertible {
  var file: String
  var root: String
  /// `nil`: verified.
  var failure: String?

  var testDescription: String { file }

  static let all: [HostileCase] = {
    let lines = (try? Fixture.text("hostile/cases.tsv").split(separator: "\n")) ?? []
    return lines.map { line in
      let cells = line.split(separator: "\t").map(String.init)
      return HostileCase(
        file: cells[0],
        root: cells[1],
        failure: cells[2] == "-" ? nil : cells[2]
      )
    }
  }()

  func report(as signer: Signer = .custom) throws -> VerificationReport {
    let verifier = try SignedFixtures.verifier(trusting: root, as: signer)
    let reports = verifier.verify(try Fixture.bytes("hostile/\(file)"))
    #expect(reports.count == 1)
    return try #require(reports.first)
  }
}
