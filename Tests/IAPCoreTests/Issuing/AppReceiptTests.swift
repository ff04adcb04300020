import IAPCore
import Testing

/// What a receipt lists, and the octets it consists of.
struct AppReceiptTests {
  @Test func `case H03: a finished consumable leaves the receipt, everything else stays`() {
    let history = [
      purchase("3", .consumable), purchase("1", .consumable), purchase("2", .nonConsumable),
      purchase("4", .autoRenewable), purchase("5", .nonRenewable),
    ]

    let before = AppReceipt.listed(of: history, unfinished: ["1", "3", "4"])
    let after = AppReceipt.listed(of: history, unfinished: [])

    #expect(before.map(\.id) == ["1", "2", "3", "4", "5"])
    #expect(after.map(\.id) == ["2", "4", "5"])
  }

  @Test func `A sandbox receipt without purchases, octet by octet`() {
    var receipt = AppReceipt(
      creationDate: Instant(milliseconds: 1_772_366_400_999),
      opaqueValue: Array(repeating: 0xAB, count: 16),
      deviceIdentifier: [1, 2, 3, 4, 5, 6],
      transactions: []
    )
    receipt.applicationVersion = "7"
    var hashed: [UInt8] = []

    let payload = receipt.payload(app: sandbox) { bytes in
      hashed = bytes
      return Array(repeating: 0xCD, count: 20)
    }

    let opaque = String(repeating: "ab", count: 16)
    let expected = [
      "31820122",
      join("301b", "020100", "020101", "0413", "0c11", text("ProductionSandbox")),
      join("300b", "020101", "020101", "0403", "020100"),
      join("3015", "020102", "020101", "040d", "0c0b", text("com.example")),
      join("300b", "020103", "020101", "0403", "0c01", text("7")),
      join("3018", "020104", "020102", "0410", opaque),
      join("301c", "020105", "020101", "0414", String(repeating: "cd", count: 20)),
      join("300a", "020108", "020101", "0402", "1600"),
      join("300c", "02010a", "020101", "0404", "1602", text("4+")),
      join("300b", "02010b", "020101", "0403", "020100"),
      join("301e", "02010c", "020101", "0416", "1614", text("2026-03-01T12:00:00Z")),
      join("300b", "02010f", "020101", "0403", "020100"),
      join("300b", "020110", "020101", "0403", "020100"),
      join("301e", "020112", "020101", "0416", "1614", text("2013-08-01T07:00:00Z")),
      join("300d", "020113", "020101", "0405", "0c03", text("1.0")),
      join("300a", "020114", "020101", "0402", "0c00"),
    ]
    #expect(hex(payload) == expected.joined())
    #expect(hex(hashed) == join("010203040506", opaque, "0c0b", text("com.example")))
  }

  @Test func `A purchase in the receipt, attribute by attribute`() {
    var transaction = purchase("2000001000000001", .autoRenewable)
    transaction.expiresDate = noon.adding(milliseconds: 7 * Instant.day)
    transaction.webOrderLineItemID = "2000001000000001"
    transaction.offerType = .introductory
    transaction.offerDiscountType = .freeTrial
    transaction.revocationDate = noon

    let payload = hex(payload(of: [transaction]))

    let attributes = [
      join("300c", "020206a5", "020101", "0403", "020101"),
      join("300d", "020206a6", "020101", "0404", "0c02", text("p1")),
      join("301b", "020206a7", "020101", "0412", "0c10", text("2000001000000001")),
      join("301f", "020206a8", "020101", "0416", "1614", text("2026-03-01T12:00:00Z")),
      join("301b", "020206a9", "020101", "0412", "0c10", text("2000001000000001")),
      join("301f", "020206aa", "020101", "0416", "1614", text("2026-03-01T12:00:00Z")),
      join("300c", "020206ab", "020101", "0403", "020103"),
      join("301f", "020206ac", "020101", "0416", "1614", text("2026-03-08T12:00:00Z")),
      join("300b", "020206ad", "020101", "0402", "0c00"),
      join("300c", "020206ae", "020101", "0403", "020100"),
      join("3012", "020206af", "020101", "0409", "0207071afd8527ca01"),
      join("301f", "020206b0", "020101", "0416", "1614", text("2026-03-01T12:00:00Z")),
      join("300c", "020206b1", "020101", "0403", "020101"),
      join("300b", "020206b2", "020101", "0402", "0c00"),
    ]
    #expect(payload.contains(attributes.joined()))
    #expect(payload.contains(join("300c", "020206b7", "020101", "0403", "020100")))
    #expect(payload.contains(join("300c", "020206ba", "020101", "0403", "020100")))
  }

  @Test func `What is absent stands as an empty text`() {
    let payload = hex(payload(of: [purchase("1", .nonConsumable)]))

    #expect(payload.contains(join("300b", "020206ac", "020101", "0402", "1600")))
    #expect(payload.contains(join("300b", "020206b0", "020101", "0402", "1600")))
    #expect(payload.contains(join("300c", "020206af", "020101", "0403", "020100")))
    #expect(payload.contains(join("300c", "020206ab", "020101", "0403", "020100")))
    #expect(!payload.contains("020206b9"))
  }

  @Test func `An Xcode receipt has Xcode's attributes only`() {
    let receipt = AppReceipt(
      creationDate: noon,
      opaqueValue: Array(repeating: 0, count: 8),
      deviceIdentifier: [],
      transactions: [purchase("0", .autoRenewable)]
    )
    let app = IssuedApp(bundleID: "com.example", environment: .xcode)

    let payload = hex(receipt.payload(app: app) { _ in [] })

    #expect(payload.contains(join("300f", "020100", "020101", "0407", "0c05", text("Xcode"))))
    #expect(payload.contains(join("0201", "15", "020101", "0416", "1614", text("4001-01-01T00"))))
    for missing in ["020101020101", "020112020101", "020206a9", "020206aa", "020206b0"] {
      #expect(!payload.contains(missing))
    }
  }

  @Test func `A production receipt is dated and numbered`() {
    let app = IssuedApp(bundleID: "com.example", appAppleID: 1_234, environment: .production)
    let receipt = AppReceipt(
      creationDate: noon,
      opaqueValue: [],
      deviceIdentifier: [],
      transactions: []
    )

    let payload = hex(receipt.payload(app: app) { _ in [] })

    #expect(payload.contains(join("0c0a", text("Production"), "300c020101020101", "0404020204d2")))
    #expect(
      payload.contains(join("020108", "020101", "0416", "1614", text("2026-03-01T12:00:00Z")))
    )
  }

  @Test func `Equal receipts have equal octets`() {
    let transactions = [purchase("1", .nonConsumable), purchase("2", .autoRenewable)]

    #expect(payload(of: transactions) == payload(of: transactions))
  }

  private let noon = Instant(milliseconds: 1_772_366_400_000)
  private let sandbox = IssuedApp(bundleID: "com.example", environment: .sandbox)

  private func purchase(_ id: TransactionID, _ type: ProductType) -> Transaction {
    var transaction = Transaction(id: id, originalID: id, productID: "p1", purchaseDate: noon)
    transaction.type = type
    return transaction
  }

  private func payload(of transactions: [Transaction]) -> [UInt8] {
    AppReceipt(
      creationDate: noon,
      opaqueValue: Array(repeating: 1, count: 16),
      deviceIdentifier: Array(repeating: 2, count: 16),
      transactions: transactions
    )
    .payload(app: sandbox) { _ in Array(repeating: 3, count: 20) }
  }

  private func join(_ parts: String...) -> String { parts.joined() }

  private func text(_ text: String) -> String { hex(Array(text.utf8)) }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
