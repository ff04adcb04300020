/// The signed texts inside a notification: verified like any other, and in agreement with it.
///
/// None of Apple's libraries looks inside (signed-data 1.2, step 16): a genuine notification around
/// somebody else's transaction passes there.
struct InnerParts {
  private let verifier: SignedDataVerifier
  private let notification: ForeignNotification
  private let signer: Signer
  private var reports: [(path: String, report: VerificationReport)] = []

  init(verifier: SignedDataVerifier, notification: ForeignNotification, signer: Signer) {
    var expectations = Expectations()
    expectations.appAccountToken = verifier.expectations.appAccountToken
    expectations.device = verifier.expectations.device
    expectations.isInsideNotification = true
    self.verifier = verifier.expecting(expectations)
    self.notification = notification
    self.signer = signer
  }

  var count: Int { reports.count }

  var records: PurchaseRecords {
    reports.reduce(into: PurchaseRecords()) { $0.add($1.report.records) }
  }

  /// What is worth saying of the parts; what was not checked is said of the whole.
  var warnings: [VerificationWarning] {
    reports.flatMap(\.report.warnings).filter { warning in
      switch warning {
      case .missingField, .zeroLengthPeriod, .appAccountTokenNotChecked, .deviceNotChecked,
        .notInData(.device), .unknownValue:
        true
      default: false
      }
    }
  }

  mutating func verify() throws(VerificationFailure) {
    let parts = [
      ("data.signedTransactionInfo", notification.signedTransaction, SignedKind.transaction),
      ("data.signedRenewalInfo", notification.signedRenewalInfo, .renewalInfo),
      ("appData.signedAppTransactionInfo", notification.signedAppTransaction, .appTransaction),
    ]
    var failure: VerificationFailure?
    for (path, text, kind) in parts {
      guard let text else { continue }
      let report = verifier.verify(signedText: text)
      reports.append((path, report))
      failure = failure ?? problem(of: report, at: path, kind: kind)
    }
    if let failure { throw failure }
    try checkSubscription()
  }

  private func problem(
    of report: VerificationReport,
    at path: String,
    kind: SignedKind
  ) -> VerificationFailure? {
    if let failure = report.failure { return .innerPart(path: path, failure) }
    guard let found = report.kind, found == kind else {
      return .innerPart(
        path: path,
        .wrongKind(expected: kind, found: report.kind ?? .transaction)
      )
    }
    guard report.signer == signer else {
      return .partsDisagree(
        member: "signer",
        outer: signer.rawValue,
        inner: report.signer.rawValue
      )
    }
    let app = notification.app
    // A part that does not say what the whole says does not agree: alone it would be refused.
    var claims = [
      ("environment", app?.environment?.rawValue, report.environment?.rawValue)
    ]
    if kind != .renewalInfo {
      claims.append(("bundleId", app?.bundleID, report.payload?["bundleId"]?.string))
    }
    if kind == .appTransaction, let inner = report.payload?["appAppleId"]?.integer,
      let outer = app?.appAppleID
    {
      claims.append(("appAppleId", "\(outer)", "\(inner)"))
    }
    for (member, outer, inner) in claims where !Self.agree(outer, inner) {
      return .partsDisagree(member: member, outer: outer, inner: inner)
    }
    return nil
  }

  private static func agree(_ outer: String?, _ inner: String?) -> Bool {
    guard let outer else { return inner == nil }
    return outer.isIdentical(to: inner)
  }

  /// Transaction and renewal info must be of one subscription; a transaction that names no original
  /// one is its own.
  private func checkSubscription() throws(VerificationFailure) {
    let ids = reports.filter { $0.report.kind != .appTransaction }.map { part in
      let payload = part.report.payload
      return (payload?["originalTransactionId"] ?? payload?["transactionId"])?.string
    }
    guard ids.count > 1, !Self.agree(ids[0], ids[1]) else { return }
    throw .partsDisagree(member: "originalTransactionId", outer: ids[0], inner: ids[1])
  }

  /// The notification's payload with the signed texts replaced by what they say.
  func decoded(_ payload: JSONValue) -> JSONValue {
    reports.reduce(payload) { payload, part in
      guard let content = part.report.payload else { return payload }
      return payload.replacing(part.path.split(separator: ".").map(String.init), by: content)
    }
  }
}

extension JSONValue {
  /// The same value with the member at the end of the names replaced.
  fileprivate func replacing(_ names: [String], by content: JSONValue) -> JSONValue {
    guard let name = names.first else { return content }
    guard case .object(var members) = self,
      let index = members.firstIndex(where: { $0.name == name })
    else { return self }
    members[index].value = members[index].value.replacing(Array(names.dropFirst()), by: content)
    return .object(members)
  }
}

extension NotificationType {
  /// Whether Apple documents this type with this subtype (signed-schemas 3.1).
  func isKnown(with subtype: NotificationSubtype?) -> Bool {
    guard let subtypes = Self.documented[rawValue] else { return false }
    return subtypes.contains(subtype?.rawValue ?? "")
  }

  /// Every documented type, `DID_RENEW`, and type with subtype, `DID_RENEW/BILLING_RECOVERY`.
  package static let documentedNames: [String] = documented.keys.sorted { $0.isBefore($1) }
    .flatMap { type in
      let subtypes = documented[type, default: []].subtracting([""])
      return [type] + subtypes.sorted { $0.isBefore($1) }.map { "\(type)/\($0)" }
    }

  /// For each type its subtypes; "" where it may stand without.
  private static let documented: [String: Set<String>] = [
    "SUBSCRIBED": ["INITIAL_BUY", "RESUBSCRIBE"],
    "DID_CHANGE_RENEWAL_PREF": ["UPGRADE", "DOWNGRADE", ""],
    "DID_CHANGE_RENEWAL_STATUS": ["AUTO_RENEW_ENABLED", "AUTO_RENEW_DISABLED", ""],
    "OFFER_REDEEMED": ["UPGRADE", "DOWNGRADE", ""],
    "DID_RENEW": ["BILLING_RECOVERY", ""],
    "EXPIRED": ["VOLUNTARY", "BILLING_RETRY", "PRICE_INCREASE", "PRODUCT_NOT_FOR_SALE", ""],
    "DID_FAIL_TO_RENEW": ["GRACE_PERIOD", ""],
    "GRACE_PERIOD_EXPIRED": [""],
    "PRICE_INCREASE": ["PENDING", "ACCEPTED"],
    "REFUND": [""],
    "REFUND_DECLINED": [""],
    "REFUND_REVERSED": [""],
    "CONSUMPTION_REQUEST": [""],
    "RENEWAL_EXTENDED": [""],
    "RENEWAL_EXTENSION": ["SUMMARY", "FAILURE"],
    "REVOKE": [""],
    "TEST": [""],
    "ONE_TIME_CHARGE": [""],
    "EXTERNAL_PURCHASE_TOKEN": ["UNREPORTED", "CREATED", "ACTIVE_TOKEN_REMINDER"],
    "RESCIND_CONSENT": [""],
    "METADATA_UPDATE": [""],
    "MIGRATION": [""],
    "PRICE_CHANGE": [""],
  ]
}
