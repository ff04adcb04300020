import Foundation
import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

/// What Xcode's SKTestSession can do, member by member, as the README's table maps it to commands.
struct TestSessionMatrixTests {
  /// A member, the command that does the same, and what is seen after it.
  struct Row: Sendable, CustomTestStringConvertible {
    var members: [String]
    /// What happened before.
    var before: [String] = []
    var command: String
    /// A command that shows the effect, and what its output has and has not.
    var look: String
    var has: [String] = []
    var hasNot: [String] = []

    var testDescription: String { members.joined(separator: ", ") }
  }

  private static let yearly = "iap purchase pro_monthly --no-intro"

  private static let setup = [
    Row(
      members: ["init(configurationFileNamed:)", "init(contentsOf:)"],
      command: "iap init --catalog Shop.storekit --force",
      look: "iap products",
      has: ["gold"],
      hasNot: ["pro_monthly"]
    ),
    Row(
      members: ["resetToDefaultState()"],
      before: [
        "iap purchase lifetime", "iap store set ask-to-buy on storefront DEU",
        "iap store billing fail",
      ],
      command: "iap reset --settings",
      look: "iap store show --json",
      has: [#""ask-to-buy":"off""#, #""storefront":"USA""#, #""billing":"ok""#]
    ),
    Row(
      members: ["clearTransactions()"],
      before: ["iap purchase lifetime", "iap store set ask-to-buy on"],
      command: "iap store clear",
      look: "iap history --json",
      has: [#"{"transactions":[]}"#]
    ),
    Row(
      members: ["allTransactions()"],
      before: ["iap purchase lifetime", "iap purchase coins_100"],
      command: "iap history",
      look: "iap history",
      has: ["lifetime", "coins_100"]
    ),
    Row(
      members: ["allTransactions()"],
      before: ["iap store set ask-to-buy on", "iap purchase lifetime"],
      command: "iap queue",
      look: "iap queue",
      has: ["deferred", "lifetime"]
    ),
    Row(
      members: ["deleteTransaction(identifier:)"],
      before: ["iap purchase lifetime", "iap purchase coins_100"],
      command: "iap store delete lifetime",
      look: "iap history",
      has: ["coins_100"],
      hasNot: ["lifetime"]
    ),
    Row(
      members: ["storefront"],
      command: "iap store set storefront DEU",
      look: "iap purchase lifetime --json",
      has: [#""storefront":"DEU""#, #""currency":"EUR""#]
    ),
    Row(
      members: ["locale"],
      command: "iap store set locale de_DE",
      look: "iap store show --json",
      has: [#""locale":"de_DE""#]
    ),
    Row(
      members: ["simulatedError(forAPI:)"],
      before: ["iap store set fail sync systemError"],
      command: "iap store show",
      look: "iap store show",
      has: ["sync systemError"]
    ),
    Row(
      members: ["setSimulatedError(_:forAPI:)"],
      command: "iap store set fail loadProducts networkError",
      look: "iap products",
      hasNot: ["pro_monthly"]
    ),
    Row(
      members: ["setSimulatedError(_:forAPI:)"],
      before: ["iap store set fail loadProducts networkError"],
      command: "iap store set fail loadProducts off",
      look: "iap products",
      has: ["pro_monthly"]
    ),
  ]

  private static let purchases = [
    Row(
      members: ["askToBuyEnabled"],
      command: "iap store set ask-to-buy on",
      look: "iap purchase lifetime --json",
      has: [#""result":"pending""#]
    ),
    Row(
      members: ["interruptedPurchasesEnabled"],
      command: "iap store set interrupted on",
      look: "iap purchase lifetime --json",
      has: [#""result":"interrupted""#]
    ),
    Row(
      members: ["failTransactionsEnabled", "failureError"],
      command: "iap store set fail purchase unknown",
      look: "iap purchase lifetime --json",
      has: [#""result":"failed""#, #""code":"unknown""#]
    ),
    Row(
      members: ["buyProduct(productIdentifier:)", "buyProduct(identifier:options:)"],
      command: "iap store buy lifetime",
      look: "iap queue",
      has: ["purchased", "lifetime"]
    ),
    Row(
      members: ["refundTransaction(identifier:)"],
      before: ["iap purchase lifetime"],
      command: "iap store refund lifetime",
      look: "iap entitlements lifetime",
      has: ["revoked"]
    ),
    Row(
      members: ["approveAskToBuyTransaction(identifier:)"],
      before: ["iap store set ask-to-buy on", "iap purchase lifetime"],
      command: "iap store approve lifetime",
      look: "iap queue",
      has: ["purchased"],
      hasNot: ["deferred"]
    ),
    Row(
      members: ["declineAskToBuyTransaction(identifier:)"],
      before: ["iap store set ask-to-buy on", "iap purchase lifetime"],
      command: "iap store decline lifetime",
      look: "iap queue",
      hasNot: ["lifetime"]
    ),
    Row(
      members: ["resolveIssueForTransaction(identifier:)"],
      before: ["iap store set interrupted on", "iap purchase lifetime"],
      command: "iap store resolve lifetime",
      look: "iap queue",
      has: ["purchased"],
      hasNot: ["interrupted"]
    ),
  ]

  private static let subscriptions = [
    Row(
      members: ["timeRate"],
      before: [yearly],
      command: "iap store set rate oneRenewalEveryMinute",
      look: "iap store set rate oneRenewalEveryMinute --json",
      has: ["settingChanged"]
    ),
    Row(
      members: ["timeRate"],
      before: [yearly],
      command: "iap store advance P1M",
      look: "iap status",
      has: ["2026-03-01"]
    ),
    Row(
      members: ["shouldEnterBillingRetryOnRenewal"],
      before: [yearly],
      command: "iap store billing fail",
      look: "iap store advance P1M --json",
      has: ["renewalFailed"]
    ),
    Row(
      members: ["billingGracePeriodIsEnabled"],
      before: [yearly, "iap store billing fail"],
      command: "iap store set grace-period 16d",
      look: "iap store advance P1M --json",
      has: ["GRACE_PERIOD"]
    ),
    Row(
      members: ["resolveIssueForTransaction(identifier:)"],
      before: [yearly, "iap store billing fail", "iap store advance P1M"],
      command: "iap store billing fix pro_monthly",
      look: "iap status --json",
      has: [#""state":"subscribed""#]
    ),
    Row(
      members: ["enableAutoRenewForTransaction(identifier:)"],
      before: [yearly, "iap store cancel pro_monthly"],
      command: "iap store resume pro_monthly",
      look: "iap status --json",
      has: [#""autoRenewStatus":1"#]
    ),
    Row(
      members: ["disableAutoRenewForTransaction(identifier:)"],
      before: [yearly],
      command: "iap store cancel pro_monthly",
      look: "iap status --json",
      has: [#""autoRenewStatus":0"#, #""state":"subscribed""#]
    ),
    Row(
      members: ["forceRenewalOfSubscription(productIdentifier:)"],
      before: [yearly, "iap store advance 3d"],
      command: "iap store renew pro_monthly",
      look: "iap history",
      has: ["2026-01-04 00:00 UTC  2026-02-04"]
    ),
    Row(
      members: ["expireSubscription(productIdentifier:)"],
      before: [yearly, "iap store advance 3d"],
      command: "iap store expire pro_monthly",
      look: "iap status --json",
      has: [#""state":"expired""#, #""autoRenewStatus":0"#]
    ),
    Row(
      members: ["requestPriceIncreaseConsentForTransaction(identifier:)"],
      before: [yearly],
      command: "iap store price pro_monthly 12.99 --consent required",
      look: "iap status --json",
      has: [#""priceIncreaseStatus":0"#]
    ),
    Row(
      members: ["consentToPriceIncreaseForTransaction(identifier:)", "disableDialogs"],
      before: [yearly, "iap store price pro_monthly 12.99 --consent required"],
      command: "iap store consent pro_monthly",
      look: "iap status --json",
      has: [#""priceIncreaseStatus":1"#, #""renewalPrice":12990"#]
    ),
    Row(
      members: ["declinePriceIncreaseForTransaction(identifier:)"],
      before: [yearly, "iap store price pro_monthly 12.99 --consent required"],
      command: "iap store dissent pro_monthly",
      look: "iap status --json",
      has: [#""autoRenewStatus":0"#]
    ),
  ]

  private static let rows = setup + purchases + subscriptions

  private func run(_ line: String, in world: World) -> World.Outcome {
    world.run(line.split(separator: " ").dropFirst().map(String.init))
  }

  @Test(arguments: rows) func `The command does what the member does`(_ row: Row) throws {
    let world = World()
    world.files.contents["Shop.storekit"] = try Fixture.bytes("scenarios/shops/TwoGroups.storekit")
    world.files.contents["/shop/Shop.storekit"] = world.files.contents["Shop.storekit"]
    _ = run("iap init", in: world)
    for line in row.before { _ = run(line, in: world) }

    let done = run(row.command, in: world)
    let looked = run(row.look, in: world)
    let seen = try row.look.hasSuffix("--json") ? compact(looked.output) : looked.output

    #expect(done.exit == .success, "\(done.errors)")
    for text in row.has { #expect(seen.contains(text), "\(looked.errors)") }
    for text in row.hasNot { #expect(!seen.contains(text)) }
  }

  private func compact(_ document: String) throws -> String {
    let value = try JSONParser.parse(Array(document.utf8))
    return String(decoding: JSONWriter.bytes(value, layout: .line), as: UTF8.self)
  }

  /// Every member that a session has, deprecated ones too.
  private static let members: Set = [
    "init(configurationFileNamed:)", "init(contentsOf:)", "resetToDefaultState()",
    "clearTransactions()", "allTransactions()", "deleteTransaction(identifier:)", "storefront",
    "locale", "disableDialogs", "askToBuyEnabled", "interruptedPurchasesEnabled", "timeRate",
    "shouldEnterBillingRetryOnRenewal", "billingGracePeriodIsEnabled", "failTransactionsEnabled",
    "failureError", "buyProduct(productIdentifier:)", "buyProduct(identifier:options:)",
    "refundTransaction(identifier:)", "approveAskToBuyTransaction(identifier:)",
    "declineAskToBuyTransaction(identifier:)", "resolveIssueForTransaction(identifier:)",
    "enableAutoRenewForTransaction(identifier:)", "disableAutoRenewForTransaction(identifier:)",
    "forceRenewalOfSubscription(productIdentifier:)", "expireSubscription(productIdentifier:)",
    "requestPriceIncreaseConsentForTransaction(identifier:)",
    "consentToPriceIncreaseForTransaction(identifier:)",
    "declinePriceIncreaseForTransaction(identifier:)", "setSimulatedError(_:forAPI:)",
    "simulatedError(forAPI:)",
  ]

  /// The README's table: what stands between back ticks in the two columns of each row.
  private func table() throws -> [(members: [String], commands: [String])] {
    let readme = try String(
      contentsOf: Fixture.package.appending(path: "README.md"),
      encoding: .utf8
    )
    let parts = readme.components(separatedBy: "SKTestSession | iap |\n")
    let section = try #require(parts.last)
    func quoted(_ cell: Substring) -> [String] {
      cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
    return section.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
      .prefix { $0.hasPrefix("|") }.map { line in
        let cells = line.split(separator: "|")
        return (quoted(cells[0]), quoted(cells[1]))
      }
  }

  @Test func `The README maps every member, to commands that exist and are tried here`() throws {
    let table = try table()

    #expect(Set(table.flatMap(\.members)) == Self.members)
    #expect(table.flatMap(\.members).count == Self.members.count)
    for row in table {
      #expect(!row.commands.isEmpty, "\(row.members)")
      for command in row.commands {
        let words = command.split(separator: " ").map(String.init)
        #expect(words.first == "iap", "\(command)")
        #expect(throws: Never.self) { try CommandParser.parse(Array(words.dropFirst())) }
        let tried = Self.rows.filter { tried in
          (tried.command == command || tried.command == command + " --force")
            && tried.members.contains { row.members.contains($0) }
        }
        #expect(!tried.isEmpty, "\(command) is not tried for \(row.members)")
      }
    }
  }
}
