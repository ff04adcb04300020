import IAPCore
import Testing

/// Signed and unsigned inputs together: what somebody signed counts before what anyone can write.
struct ReceivedRecordsTests {
  private let refunded = Self.transaction("1", signed: "2026-03-02") {
    $0.revocationDate = at("2026-03-01")
  }
  private let madeUp = Self.transaction("1", signed: "2026-09-01")

  private static func transaction(
    _ id: TransactionID,
    signed date: String,
    _ change: (inout Transaction) -> Void = { _ in }
  ) -> Transaction {
    Shop.period("gold", id, of: id, "2026-01-01", "2027-01-01") {
      $0.signedDate = at(date)
      $0.bundleID = "com.example.app"
      $0.environment = .sandbox
      change(&$0)
    }
  }

  private func records(
    _ transactions: [Transaction],
    _ renewals: [RenewalInfo] = []
  ) -> PurchaseRecords {
    var records = PurchaseRecords()
    records.transactionLists = [transactions]
    records.renewalLists = [renewals]
    records.date = transactions.compactMap(\.signedDate).max()
    return records
  }

  @Test(arguments: [true, false])
  func `Of one transaction the signed copy counts, whatever date the unsigned one claims`(
    isSignedFirst: Bool
  ) {
    var received = ReceivedRecords()
    for isSigned in [isSignedFirst, !isSignedFirst] {
      received.add(records([isSigned ? refunded : madeUp]), isSigned: isSigned)
    }

    let (records, warnings) = received.together()

    #expect(records.transactions == [refunded])
    #expect(records.date == at("2026-03-02"))
    #expect(warnings == [.unsignedCopyIgnored("1"), .unsignedDateIgnored(at("2026-09-01"))])
  }

  @Test func `Other unsigned transactions stay, and same copies are not worth a word`() {
    var received = ReceivedRecords()
    received.add(records([refunded]), isSigned: true)
    let other = Self.transaction("2", signed: "2026-03-01")
    received.add(records([refunded, other]), isSigned: false)

    let (records, warnings) = received.together()

    #expect(records.transactions == [refunded, other])
    #expect(warnings == [])
  }

  @Test func `An unsigned renewal info does not answer for a signed one`() {
    let ends = Shop.renewal(of: "1", "gold", renews: false)
    let renews = Shop.renewal(of: "1", "gold", renews: true)
    var received = ReceivedRecords()
    received.add(records([], [ends]), isSigned: true)
    received.add(records([], [renews]), isSigned: false)

    let (records, warnings) = received.together()

    #expect(records.renewalInfos == [ends])
    #expect(warnings == [.unsignedCopyIgnored("1")])
  }

  @Test func `Without anything signed the unsigned data has its own clock`() {
    var received = ReceivedRecords()
    received.add(records([madeUp]), isSigned: false)

    let (records, warnings) = received.together()

    #expect(records.transactions == [madeUp] && records.date == at("2026-09-01"))
    #expect(warnings == [])
  }

  @Test func `Inputs of several apps or environments are named`() {
    let other = Self.transaction("2", signed: "2026-03-01") {
      $0.bundleID = "com.other.app"
      $0.environment = .production
    }
    var received = ReceivedRecords()
    received.add(records([refunded, other]), isSigned: true)

    #expect(
      received.together().warnings == [
        .severalApps(["com.example.app", "com.other.app"]),
        .severalEnvironments(["Production", "Sandbox"]),
      ]
    )
  }
}
