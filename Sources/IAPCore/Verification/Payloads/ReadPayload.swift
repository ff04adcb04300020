/// What was signed, read: the values that the rules ask, beside the payload as it was.
struct ReadPayload: Equatable, Sendable {
  var kind: SignedKind
  var content: Content
  /// Known members with values of a wrong kind, in order.
  var problems: [FieldProblem]
  var environment: StoreEnvironment?
  var bundleID: String?
  var appAppleID: Int64?
  var appAccountToken: String?
  var deviceVerification: String?
  var deviceVerificationNonce: String?

  enum Content: Equatable, Sendable {
    case transaction(Transaction?)
    case renewalInfo(RenewalInfo?)
    case appTransaction(AppTransaction)
    case notification(ForeignNotification)
    case realtimeRequest
  }

  init(_ value: JSONValue) {
    var reader = FieldReader(value)
    let kind = SignedKind(payload: value)
    let content: Content =
      switch kind {
      case .notification: .notification(ForeignNotification(foreign: &reader))
      case .renewalInfo: .renewalInfo(RenewalInfo(foreign: &reader))
      case .appTransaction: .appTransaction(AppTransaction(foreign: &reader))
      case .realtimeRequest: .realtimeRequest
      default: .transaction(Transaction(foreign: &reader))
      }
    problems = reader.problems
    self.kind = kind
    self.content = content
    if case .notification(let notification) = content {
      environment = notification.app?.environment
      bundleID = notification.app?.bundleID
      appAppleID = notification.app?.appAppleID
    } else {
      readApp(value)
    }
  }

  /// Wrong kinds of the common members have been noted by the reader of the content, or are noted
  /// here where the content has no reader.
  private mutating func readApp(_ value: JSONValue) {
    var reader = FieldReader(value)
    environment = reader.word(kind == .appTransaction ? "receiptType" : "environment")
    bundleID = reader.text("bundleId")
    appAppleID = reader.integer("appAppleId")
    appAccountToken = reader.text("appAccountToken")
    deviceVerification = reader.text("deviceVerification")
    deviceVerificationNonce = reader.text("deviceVerificationNonce")
    for problem in reader.problems where !problems.contains(where: { $0.path == problem.path }) {
      problems.append(problem)
    }
  }
}

extension SignedKind {
  /// Which kind a decoded payload is, by members that only this kind has.
  ///
  /// Apple's own verifiers take a transaction for a renewal info; here the kind is detected.
  init(payload: JSONValue) {
    func has(_ names: String...) -> Bool { names.contains { payload[$0] != nil } }
    if has("notificationType", "notificationUUID") {
      self = .notification
    } else if has("transactionId", "purchaseDate") {
      self = .transaction
    } else if has("receiptType", "receiptCreationDate", "originalApplicationVersion") {
      self = .appTransaction
    } else if has("requestIdentifier", "userLocale") {
      self = .realtimeRequest
    } else if has("autoRenewStatus", "autoRenewProductId", "renewalDate", "expirationIntent") {
      self = .renewalInfo
    } else {
      // Renewal infos are the only ones that do not say for which app they are.
      self = has("bundleId") ? .transaction : .renewalInfo
    }
  }
}
