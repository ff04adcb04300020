/// A server notification as it was signed: its inner parts are still signed texts.
struct ForeignNotification: Equatable, Sendable {
  var type: NotificationType?
  var subtype: NotificationSubtype?
  var uuid: String?
  var signedDate: Instant?
  var app: App?
  /// `data.signedTransactionInfo`.
  var signedTransaction: String?
  /// `data.signedRenewalInfo`.
  var signedRenewalInfo: String?
  /// `appData.signedAppTransactionInfo`.
  var signedAppTransaction: String?

  /// For which app it is: the first of the four objects that is there (signed-data 1.2, step 15).
  struct App: Equatable, Sendable {
    var bundleID: String?
    var appAppleID: Int64?
    var environment: StoreEnvironment?
  }

  init(foreign reader: inout FieldReader) {
    type = reader.word("notificationType")
    subtype = reader.word("subtype")
    uuid = reader.text("notificationUUID")
    signedDate = reader.date("signedDate")
    let data = reader.object("data") { data in
      signedTransaction = data.text("signedTransactionInfo")
      signedRenewalInfo = data.text("signedRenewalInfo")
      return App(foreign: &data)
    }
    let summary = reader.object("summary") { App(foreign: &$0) }
    let token = reader.object("externalPurchaseToken") { App(token: &$0) }
    let appData = reader.object("appData") { data in
      signedAppTransaction = data.text("signedAppTransactionInfo")
      return App(foreign: &data)
    }
    app = data ?? summary ?? token ?? appData
  }
}

extension ForeignNotification.App {
  fileprivate init?(foreign reader: inout FieldReader) {
    bundleID = reader.text("bundleId")
    appAppleID = reader.integer("appAppleId")
    environment = reader.word("environment")
  }

  /// The token has no environment: its identifier says it.
  fileprivate init?(token reader: inout FieldReader) {
    bundleID = reader.text("bundleId")
    appAppleID = reader.integer("appAppleId")
    guard let identifier = reader.text("externalPurchaseId") else { return }
    environment = identifier.hasPrefix("SANDBOX") ? .sandbox : .production
  }
}
