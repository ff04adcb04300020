import IAPCore
import Testing

/// Settings of the file become the settings that the store starts with.
struct CatalogSettingsTests {
  private func read(settings: JSONValue) throws -> CatalogReading {
    try CatalogReader.read(
      JSONWriter.bytes(["products": [], "settings": settings, "version": ["major": 4, "minor": 0]])
    )
  }

  @Test func `case M12: settings that are switched on are honoured`() throws {
    let catalog = try CatalogFixture.read("SettingsOn").catalog

    var account = AccountSettings()
    account.askToBuy = true
    account.interrupted = true
    account.billingFails = true
    account.storefront = "NOR"
    account.failures = [
      .purchase: .unknown, .verification: .invalidSignature, .sync: .networkError,
      .status: .unknown, .refundRequest: .duplicateRequest,
    ]
    #expect(catalog.accountSettings == account)
    var store = StoreSettings()
    store.gracePeriod = .sixteenDays
    store.rate = .oneRenewalEveryMinute
    store.locale = "nb_NO"
    #expect(catalog.storeSettings == store)
  }

  @Test func `case M12: what is honoured can be shown at start`() throws {
    let settings = try CatalogFixture.read("SettingsOn").settings

    #expect(
      settings.map { "\($0.key) \($0.value)" } == [
        "ask-to-buy on", "interrupted on", "billing fail", "grace-period 16d",
        "rate oneRenewalEveryMinute", "storefront NOR", "locale nb_NO", "fail purchase unknown",
        "fail verification invalidSignature", "fail sync networkError", "fail status unknown",
        "fail refundRequest duplicateRequest",
      ]
    )
    #expect(try CatalogFixture.read("SampleShop").settings == [])
  }

  @Test func `case M12: unknown settings are ignored with a note`() throws {
    let problems = try CatalogFixture.read("SettingsOn").problems

    #expect(
      problems == [
        CatalogProblem(.unknownSetting, at: "settings._teleportEnabled", found: "_teleportEnabled"),
        CatalogProblem(
          .unusableSetting,
          at: "settings._storeKitErrors[4].current",
          found: "generic 77",
          expected: "unknown"
        ),
      ]
    )
  }

  @Test func `Every rate of Xcode's table is known by its number, and 14 is a hole`() throws {
    let numbers = [
      0, 1, 2, 3, 4, 5, 6, 10, 11, 12, 13, 15, 1000, 1001, 1002, 1003, 1004, 1005,
    ]

    let rates = numbers.compactMap { RenewalRate(timeRate: $0) }

    #expect(rates.count == numbers.count)
    #expect(Set(rates).count == numbers.count)
    #expect(RenewalRate(timeRate: 14) == nil)
    let reading = try read(settings: ["_timeRate": 14])
    #expect(reading.catalog.storeSettings.rate == .realTime)
    #expect(reading.problems.map(\.code) == [.unusableSetting])
  }

  @Test func `An error switched on without a choice is unknown`() throws {
    let reading = try CatalogFixture.read("Version-3.0")

    #expect(reading.catalog.accountSettings.failures == [.loadProducts: .unknown])
  }

  @Test func `The legacy error of failing purchases keeps its meaning`() throws {
    let known: [(code: Int64, failure: StoreKitFailure)] = [
      (0, .unknown), (2, .userCancelled), (4, .purchaseNotAllowed), (5, .productUnavailable),
      (11, .invalidOfferIdentifier), (12, .invalidOfferSignature), (13, .missingOfferParameters),
      (14, .invalidOfferPrice), (99, .unknown),
    ]

    for (code, failure) in known {
      let reading = try read(
        settings: ["_failTransactionsEnabled": true, "_storeKitError": .integer(code)]
      )
      #expect(reading.catalog.accountSettings.failures == [.purchase: failure])
    }
  }

  @Test func `A storefront by its two letters is understood and remarked`() throws {
    let reading = try read(settings: ["_storefront": "fr"])

    #expect(reading.catalog.accountSettings.storefront == "FRA")
    #expect(
      reading.problems == [
        CatalogProblem(
          .unusableSetting,
          at: "settings._storefront",
          found: "fr",
          expected: "FRA"
        )
      ]
    )
  }

  @Test func `No settings at all are the defaults`() throws {
    let reading = try CatalogFixture.read("Minimal")

    #expect(reading.catalog.storeSettings == StoreSettings())
    #expect(reading.catalog.accountSettings == AccountSettings())
  }
}
