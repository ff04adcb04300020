import IAPCore
import Testing

/// Payloads in Apple's shape: which members stand in them and in which form.
struct SignedPayloadTests {
  @Test func `A transaction has Apple's members in Apple's units`() {
    let payload = SignedPayload.transaction(transaction, app: sandbox, signedDate: signed)

    #expect(
      line(payload) == """
        {"transactionId":"2","originalTransactionId":"1","webOrderLineItemId":"9",\
        "bundleId":"com.example","productId":"pro","purchaseDate":1772366400000,\
        "expiresDate":1775044800000,"quantity":1,"type":"Auto-Renewable Subscription",\
        "inAppOwnershipType":"PURCHASED","signedDate":1772366401234,"environment":"Sandbox",\
        "transactionReason":"PURCHASE","currency":"USD","price":9990}
        """
    )
  }

  @Test func `rule C-11: isUpgraded stands only when true, except in Xcode's data`() {
    var upgraded = transaction
    upgraded.isUpgraded = true
    var unaware = transaction
    unaware.isUpgraded = false
    let xcode = IssuedApp(bundleID: "com.example", environment: .xcode)

    let found = [(upgraded, sandbox), (unaware, sandbox), (transaction, xcode), (upgraded, xcode)]
      .map { transaction, app in
        SignedPayload.transaction(transaction, app: app, signedDate: signed)["isUpgraded"]
      }

    #expect(found == [true, nil, false, true])
  }

  @Test func `rule C-16: the app's Apple id stands in production only`() throws {
    let production = IssuedApp(bundleID: "com.example", appAppleID: 7, environment: .production)
    let elsewhere = IssuedApp(bundleID: "com.example", appAppleID: 7, environment: .sandbox)
    let bought = AppTransaction(boughtAs: "704")
    var test = ServerNotification(type: .subscribed, uuid: "u", signedDate: signed)
    test.data = NotificationData(environment: .sandbox, bundleID: "other")

    for (app, expected) in [(production, JSONValue.integer(7)), (elsewhere, JSONValue?.none)] {
      let appTransaction = SignedPayload.appTransaction(bought, app: app, signedDate: signed)
      let notification = try SignedPayload.notification(test, app: app) { _ in "" }
      #expect(appTransaction["appAppleId"] == expected)
      #expect(notification["data"]?["appAppleId"] == expected)
      #expect(notification["data"]?["bundleId"] == "com.example")
      #expect(notification["data"]?["environment"] == .string(app.environment.rawValue))
    }
  }

  @Test func `A device's verification is that of its id and the nonce, in lower case`() {
    let device = DeviceVerification(value: "AAAA", nonce: "n")

    let members = SignedPayload.renewalInfo(
      RenewalInfo(originalID: "1"),
      app: sandbox,
      signedDate: signed,
      device: device
    )

    #expect(
      line(members) == """
        {"originalTransactionId":"1","signedDate":1772366401234,"environment":"Sandbox",\
        "deviceVerification":"AAAA","deviceVerificationNonce":"n"}
        """
    )
  }

  @Test func `An app transaction is dated by its creation and typed by its environment`() {
    let payload = SignedPayload.appTransaction(
      AppTransaction(boughtAs: "704"),
      app: sandbox,
      signedDate: signed
    )

    #expect(
      line(payload) == """
        {"receiptType":"Sandbox","bundleId":"com.example","applicationVersion":"1.0",\
        "receiptCreationDate":1772366401234,"originalPurchaseDate":1375340400000,\
        "originalApplicationVersion":"1.0","appTransactionId":"704","originalPlatform":"iOS"}
        """
    )
  }

  @Test func `Xcode's app transaction was bought in year 1 and has a request date`() {
    let payload = SignedPayload.appTransaction(
      AppTransaction(boughtAs: nil),
      app: IssuedApp(bundleID: "com.example", environment: .xcode),
      signedDate: signed
    )

    #expect(payload["originalPurchaseDate"] == -62_135_769_600_000)
    #expect(payload["requestDate"] == payload["receiptCreationDate"])
    #expect(payload["receiptType"] == "Xcode")
  }

  @Test func `A notification's inner parts are signed first and dated as itself`() throws {
    var notification = ServerNotification(
      type: .didRenew,
      subtype: .billingRecovery,
      uuid: "u",
      signedDate: signed
    )
    notification.data = NotificationData(environment: .sandbox, bundleID: "com.example")
    notification.data?.transaction = transaction
    notification.data?.renewalInfo = RenewalInfo(originalID: "1")
    notification.data?.status = .subscribed
    var inner: [JSONValue] = []

    let payload = try SignedPayload.notification(notification, app: sandbox) { part in
      inner.append(part)
      return "jws\(inner.count)"
    }

    #expect(
      line(payload) == """
        {"notificationType":"DID_RENEW","subtype":"BILLING_RECOVERY","notificationUUID":"u",\
        "version":"2.0","signedDate":1772366401234,"data":{"environment":"Sandbox",\
        "bundleId":"com.example","signedTransactionInfo":"jws1","signedRenewalInfo":"jws2",\
        "status":1}}
        """
    )
    #expect(
      inner == [
        SignedPayload.transaction(transaction, app: sandbox, signedDate: signed),
        SignedPayload.renewalInfo(
          RenewalInfo(originalID: "1"),
          app: sandbox,
          signedDate: signed
        ),
      ]
    )
  }

  @Test func `rule N-96: the app transaction of a withdrawn consent is signed too`() throws {
    var notification = ServerNotification(type: .rescindConsent, uuid: "u", signedDate: signed)
    notification.appData = NotificationAppData(environment: .sandbox, bundleID: "com.example")
    notification.appData?.appTransaction = AppTransaction(boughtAs: "704")

    let payload = try SignedPayload.notification(notification, app: sandbox) { _ in "jws" }

    #expect(
      line(payload) == """
        {"notificationType":"RESCIND_CONSENT","notificationUUID":"u","version":"2.0",\
        "signedDate":1772366401234,"appData":{"bundleId":"com.example","environment":"Sandbox",\
        "signedAppTransactionInfo":"jws"}}
        """
    )
  }

  private let signed = Instant(milliseconds: 1_772_366_401_234)
  private let sandbox = IssuedApp(bundleID: "com.example", environment: .sandbox)

  private var transaction: Transaction {
    let noon = Instant(milliseconds: 1_772_366_400_000)
    var transaction = Transaction(id: "2", originalID: "1", productID: "pro", purchaseDate: noon)
    transaction.webOrderLineItemID = "9"
    transaction.expiresDate = noon.adding(milliseconds: 31 * Instant.day)
    transaction.quantity = 1
    transaction.type = .autoRenewable
    transaction.ownershipType = .purchased
    transaction.reason = .purchase
    transaction.currency = "USD"
    transaction.price = 9_990
    return transaction
  }

  private func line(_ payload: JSONValue) -> String {
    JSONWriter.text(payload, layout: .line, sortsMembers: false)
  }
}
