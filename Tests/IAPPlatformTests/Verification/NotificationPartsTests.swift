import IAPCore
import IAPPlatform
import Testing

/// What stands inside a notification agrees with it, or the notification is refused (signed-data 1.2,
/// step 16); and an expectation is compared wherever the data says something of it.
struct NotificationPartsTests {
  private static let transaction = #"""
    {"transactionId":"2","originalTransactionId":"1","productId":"pro","bundleId":"com.example.app",
    "purchaseDate":1772366400000,"expiresDate":1775044800000,"signedDate":1772366400000,
    "type":"Auto-Renewable Subscription","environment":"Sandbox"}
    """#
  private static let renewal = #"""
    {"originalTransactionId":"1","productId":"pro","autoRenewProductId":"pro","autoRenewStatus":1,
    "signedDate":1772366400000,"environment":"Sandbox"}
    """#
  private static let appTransaction = #"""
    {"receiptType":"Sandbox","bundleId":"com.example.app","appAppleId":7,
    "receiptCreationDate":1772366400000,"originalApplicationVersion":"1"}
    """#

  /// Members with other values; `nil` takes the member out.
  private typealias Change = [String: JSONValue?]

  private let bench: IssuingBench

  init() throws { bench = try IssuingBench() }

  private func sign(_ text: String, _ change: Change = [:]) throws -> JSONValue {
    .string(try bench.issuer().sign(try JSONParser.parse(text).changed(change)))
  }

  private func notification(
    outer: Change = [:],
    transaction: Change = [:],
    renewal: Change? = [:],
    whole: Change = [:]
  ) throws -> String {
    let data: Change = [
      "bundleId": .string("com.example.app"), "environment": .string("Sandbox"),
      "appAppleId": .integer(7),
      "signedTransactionInfo": try sign(Self.transaction, transaction),
      "signedRenewalInfo": try renewal.map { try sign(Self.renewal, $0) },
    ]
    let payload: Change = [
      "notificationType": .string("DID_RENEW"), "notificationUUID": .string("u"),
      "signedDate": .integer(1_772_366_400_000),
      "data": JSONValue.object([]).changed(data).changed(outer),
    ]
    return try bench.issuer().sign(JSONValue.object([]).changed(payload).changed(whole))
  }

  private func report(
    _ text: String,
    expecting change: (inout Expectations) -> Void = { _ in }
  ) throws -> VerificationReport {
    let usual = try bench.verifier()
    var expectations = usual.expectations
    change(&expectations)
    return SignedDataVerifier(
      roots: usual.roots,
      expectations: expectations,
      mathematics: OpenSSLChecker()
    ).verify(signedText: text)
  }

  private func disagreement(_ report: VerificationReport) -> String? {
    guard case .partsDisagree(let member, _, _)? = report.failure else { return nil }
    return member
  }

  @Test func `Parts that agree are verified, and give their purchase`() throws {
    let report = try report(notification())

    #expect(report.isVerified && report.isForThisApp == true)
    #expect(report.records.transactions.map(\.id) == ["2"])
    #expect(report.warnings == [.revocationNotChecked])
  }

  @Test func `An inner part that names no app or environment does not agree`() throws {
    let noApp = try report(notification(transaction: ["bundleId": nil]))
    let noEnvironment = try report(notification(transaction: ["environment": nil]))
    let noRenewalEnvironment = try report(notification(renewal: ["environment": nil]))
    let noOuter = try report(notification(outer: ["environment": nil])) {
      $0.environment = nil
    }

    #expect(disagreement(noApp) == "bundleId")
    #expect(disagreement(noEnvironment) == "environment")
    #expect(disagreement(noRenewalEnvironment) == "environment")
    #expect(disagreement(noOuter) == "environment")
    for report in [noApp, noEnvironment, noRenewalEnvironment, noOuter] {
      #expect(!report.isVerified && report.records == PurchaseRecords())
    }
  }

  @Test func `A transaction without an original one is its own subscription`() throws {
    let other = try report(notification(transaction: ["originalTransactionId": nil]))
    let own = try report(
      notification(
        transaction: ["originalTransactionId": nil, "transactionId": .string("1")]
      )
    )

    #expect(disagreement(other) == "originalTransactionId")
    #expect(own.isVerified)
  }

  @Test func `The app's number is compared wherever it stands`() throws {
    let text = try notification()
    let appData = try notification(
      whole: [
        "notificationType": .string("RESCIND_CONSENT"), "data": nil,
        "appData": JSONValue.object([]).changed([
          "bundleId": .string("com.example.app"), "environment": .string("Sandbox"),
          "appAppleId": .integer(8),
          "signedAppTransactionInfo": try sign(Self.appTransaction),
        ]),
      ]
    )

    let right = try report(text) { $0.appAppleID = 7 }
    let wrong = try report(text) { $0.appAppleID = 5 }

    #expect(right.isVerified)
    #expect(wrong.failure == .wrongAppAppleID(expected: 5, found: 7))
    #expect(try disagreement(report(appData)) == "appAppleId")
  }

  @Test func `What was asked for and is not in the data is said`() throws {
    let transaction = try report(bench.issuer().sign(JSONParser.parse(Self.transaction))) {
      $0.appAppleID = 7
    }
    let renewal = try report(bench.issuer().sign(JSONParser.parse(Self.renewal)))
    let unnumbered = try report(notification(outer: ["appAppleId": nil])) {
      $0.appAppleID = 7
    }

    #expect(transaction.isVerified && transaction.warnings.contains(.notInData(.appAppleID)))
    #expect(renewal.isVerified && renewal.warnings.contains(.notInData(.bundleID)))
    #expect(unnumbered.isVerified && unnumbered.warnings.contains(.notInData(.appAppleID)))
  }

  @Test func `A device that an inner part names is compared`() throws {
    let device = try #require(DeviceIdentifier("00000000-0000-0000-0000-000000000001"))
    let other = try #require(DeviceIdentifier("00000000-0000-0000-0000-000000000002"))
    let verification = try bench.issuer()
      .device(id: "00000000-0000-0000-0000-000000000001", nonce: "n")
    let text = try notification(
      transaction: [
        "deviceVerification": .string(verification.value),
        "deviceVerificationNonce": .string(verification.nonce),
      ]
    )

    let right = try report(text) { $0.device = device }
    let wrong = try report(text) { $0.device = other }
    let unasked = try report(text)
    let unnamed = try report(notification()) { $0.device = device }

    #expect(right.isVerified && !right.warnings.contains(.notInData(.device)))
    #expect(
      wrong.failure
        == .innerPart(path: "data.signedTransactionInfo", .wrongDevice(isPresent: true))
    )
    #expect(unasked.warnings.contains(.deviceNotChecked))
    #expect(unnamed.isVerified && unnamed.warnings.contains(.notInData(.device)))
  }

  @Test func `case I16: what Apple had not documented is accepted and named`() throws {
    let word = JSONValue.string("NEW")
    let transaction = try report(
      bench.issuer().sign(
        JSONParser.parse(Self.transaction).changed([
          "type": word, "inAppOwnershipType": word, "revocationType": word,
        ])
      )
    )
    let environment = try report(
      bench.issuer().sign(JSONParser.parse(Self.transaction).changed(["environment": word]))
    ) { $0.environment = StoreEnvironment(rawValue: "NEW") }
    let status = try report(notification(outer: ["status": .integer(9)]))

    #expect(transaction.isVerified)
    for path in ["type", "inAppOwnershipType", "revocationType"] {
      #expect(transaction.warnings.contains(.unknownValue(path: path, value: "NEW")))
    }
    #expect(transaction.warnings.contains(.missingField(path: "revocationDate")))
    #expect(environment.warnings.contains(.unknownValue(path: "environment", value: "NEW")))
    #expect(status.warnings.contains(.unknownValue(path: "data.status", value: "9")))
  }

  @Test func `A status that the transaction contradicts is warned of`() throws {
    let revoked: Change = ["revocationDate": .integer(1_772_366_400_000)]
    let cases: [(status: Int64, change: Change, state: RenewalState?)] = [
      (5, [:], .revoked), (2, [:], .expired), (1, [:], nil), (5, revoked, nil), (2, revoked, nil),
    ]

    for (status, change, state) in cases {
      let report = try report(
        notification(outer: ["status": .integer(status)], transaction: change)
      )
      let found = report.warnings.compactMap { warning -> RenewalState? in
        if case .statusDisagrees(let state) = warning { state } else { nil }
      }
      #expect(report.isVerified && found == [state].compactMap(\.self), "status \(status)")
    }
  }

  @Test func `What has nothing of any kind is not verified, and what lacks its name is warned of`()
    throws
  {
    let nothing = try bench.issuer().sign(JSONParser.parse(#"{"signedDate":1772366400000}"#))
    let transaction = try bench.issuer().sign(
      JSONParser.parse(Self.transaction).changed(["productId": .null])
    )
    let nameless = try notification(whole: ["notificationUUID": nil])

    #expect(try report(nothing).failure == .notRecognized)
    let unnamed = try report(transaction)
    #expect(unnamed.warnings.contains(.missingField(path: "productId")))
    #expect(unnamed.records.leftOut.concerns(["pro"]))
    #expect(try report(nameless).warnings.contains(.missingField(path: "notificationUUID")))
  }
}

extension JSONValue {
  /// The same object with other members; `nil` takes one out.
  fileprivate func changed(_ change: [String: JSONValue?]) -> JSONValue {
    var members = self.members ?? []
    for (name, value) in change.sorted(by: { $0.key < $1.key }) {
      members.removeAll { $0.name == name }
      if let value { members.append(JSONMember(name, value)) }
    }
    return .object(members)
  }
}
