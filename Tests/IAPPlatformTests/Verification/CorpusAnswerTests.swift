import IAPCore
import IAPPlatform
import Testing

/// Every verifyReceipt answer and iOS 6 style receipt of the corpus is read as independent tools
/// read it.
@Suite(.enabled(if: Corpus.signed != nil, "the corpus of signed data is not here"))
struct CorpusAnswerTests {
  private static let files = Corpus.files("verifyreceipt")

  @Test func `There are nine answers with a verdict`() {
    #expect(Self.files.count == 9)
  }

  @Test(arguments: files)
  func `An answer is shown as it is and refused as unsigned`(file: String) throws {
    let expected = try Corpus.expected(file)

    let reports = verify(try Corpus.bytes(file))

    let report = try #require(reports.first)
    #expect(reports.count == 1)
    #expect(!report.isVerified)
    if expected["parse"] != nil {
      #expect(report.failure?.code == "invalidPayload")
    } else {
      let status = ReceiptStatus(try #require(expected["status"]?.integer))
      #expect(report.failure == (status == .valid ? .unsigned : .status(status)))
      #expect(report.payload == (try JSONParser.parse(Corpus.bytes(file))))
    }
  }

  @Test(arguments: files)
  func `An answer has the purchases, dates and renewals that independent tools read`(
    file: String
  ) throws {
    let expected = try Corpus.expected(file)
    guard expected["parse"] == nil, expected["status"] == 0 else { return }

    let report = try #require(verify(try Corpus.bytes(file), allowsUnsigned: true).first)

    #expect(report.failure == nil)
    let records = report.records
    let inApp = expected["in_app_count"]?.integer ?? 1
    let latest = expected["latest_receipt_info_count"]?.integer ?? 0
    #expect(records.transactionLists.map(\.count) == [Int(inApp), Int(latest)])
    #expect(records.transactions.allSatisfy { $0.bundleID == expected["bundle_id"]?.string })
    #expect(report.environment?.rawValue == expected["environment"]?.string)
    let pending = expected["pending_renewal_info"]?.array ?? []
    #expect(
      records.renewalInfos.map(\.originalID.rawValue)
        == pending.compactMap {
          $0["original_transaction_id"]?.string
        }
    )
    if let date = expected["request_date_iso"]?.string {
      #expect(records.date == Instant(rfc3339: date))
    }
  }

  @Test(arguments: files)
  func `Dates that contradict each other are warned of, exactly where independent tools find them`(
    file: String
  ) throws {
    let expected = try Corpus.expected(file)
    guard expected["parse"] == nil else { return }
    let places = (expected["date_string_mismatches"]?.array ?? []).compactMap {
      $0[0]?.string.map(path)
    }

    let report = try #require(verify(try Corpus.bytes(file), allowsUnsigned: true).first)

    let found = report.warnings.compactMap { warning -> String? in
      if case .datesDisagree(let path) = warning { path } else { nil }
    }
    #expect(found.sorted() == places.sorted())
  }

  /// Products whose answers differ from SwiftyStoreKit's on purpose.
  ///
  /// It looks for subscriptions in `latest_receipt_info` only and passes over records
  /// with numbers for texts; we read both lists (cases A12, I02) and both kinds (case I06). These
  /// answers differ on purpose.
  private static let differences: [String: PurchaseCheck.Result] = [
    "myapp.1": .expired, "myapp.2": .expired, "com.foo.product1": .purchased,
  ]

  @Test(arguments: files)
  func `Subscriptions are judged as SwiftyStoreKit judges them, where the rules are the same`(
    file: String
  ) throws {
    let products = try Corpus.expected(file)["swiftystorekit"]?.members ?? []
    guard !products.isEmpty else { return }
    let report = try #require(verify(try Corpus.bytes(file), allowsUnsigned: true).first)
    let data = PurchaseData(
      transactionLists: report.records.transactionLists,
      renewalLists: report.records.renewalLists
    )
    // Without a date of its own an answer is as old as its last purchase.
    let date = report.records.date ?? report.records.transactions.map(\.purchaseDate).max()

    for product in products {
      let expected = product.value["verifySubscription(autoRenewable)"]
      let check = PurchaseCheck(
        data,
        products: [ProductID(product.name)],
        question: .autoRenewable,
        asOf: try #require(date),
        clock: .signed
      )

      if let different = Self.differences[product.name] {
        #expect(expected?["result"] == "notPurchased")
        #expect(check.result == different, "\(product.name)")
      } else if let expiry = expected?["expiry"]?.string {
        #expect(check.result.rawValue == expected?["result"]?.string, "\(product.name)")
        #expect(check.expiresDate == Instant(rfc3339: expiry), "\(product.name)")
      } else {
        #expect(check.result != .purchased, "\(product.name)")
      }
    }
  }

  @Test func `An iOS 6 style receipt is consistent but not trusted`() throws {
    let file = "receipts/ios6-transaction/venice-2012.b64"
    let expected = try Corpus.expected(file)

    let report = try #require(verify(try Corpus.bytes(file)).first)

    #expect(report.failure == .signerUnknown)
    #expect(report.payload?.sortedMembers == expected["purchase_info"]?.sortedMembers)
    #expect(expected["signature_ok"] == true)
  }

  @Test func `An iOS 6 style receipt without a signature is unsigned`() throws {
    let file = "receipts/ios6-transaction/apple-mock-legacyTransaction.b64"

    let report = try #require(verify(try Corpus.bytes(file)).first)

    #expect(report.failure == .unsigned)
    #expect(
      report.payload?.sortedMembers == (try Corpus.expected(file))["purchase_info"]?.sortedMembers
    )
  }

  @Test func `A file that is no receipt is not recognised`() throws {
    let reports = verify(try Corpus.bytes("receipts/negative/not_a_receipt"))

    #expect(reports.map(\.failure) == [.notRecognized])
  }

  private func verify(_ bytes: [UInt8], allowsUnsigned: Bool = false) -> [VerificationReport] {
    var expectations = Expectations()
    expectations.allowsUnsigned = allowsUnsigned
    return SignedDataVerifier(
      roots: .apple,
      expectations: expectations,
      mathematics: OpenSSLChecker()
    ).verify(bytes)
  }

  /// `/receipt/in_app/0/purchase_date` as our paths are written.
  private func path(_ pointer: String) -> String {
    pointer.split(separator: "/").reduce(into: "") { path, name in
      if name.allSatisfy(\.isNumber) {
        path += "[\(name)]"
      } else {
        path += (path.isEmpty ? "" : ".") + name
      }
    }
  }
}
