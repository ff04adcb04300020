/// What a verification found out: the document of `iap verify`.
///
/// Authentic, for this app and (asked elsewhere) entitled are three answers.
package struct VerificationReport: Equatable, Sendable {
  /// `nil`: the input is none of the known kinds.
  package var kind: SignedKind?
  /// Whether the signature and everything under it holds.
  package var isAuthentic = false
  /// Whether it meets every expectation, the app's name among them; `nil` while it is not even
  /// authentic, where no app was named, and where the data names none.
  package var isForThisApp: Bool?
  /// Whose root vouches for it; `.none` unless it is authentic.
  package var signer = Signer.none
  /// The first thing that is wrong; `nil`: accepted.
  package var failure: VerificationFailure?
  package var environment: StoreEnvironment?
  /// The payload as it was signed, inner parts of notifications decoded; shown even when refused.
  package var payload: JSONValue?
  /// The purchases in it, for the entitlement engine; empty unless it was accepted.
  package var records = PurchaseRecords()
  package var warnings: [VerificationWarning] = []
  /// Empty unless an explanation was asked for.
  package var steps: [VerificationStep] = []

  package init() {}

  /// Authentic and for this app: only this is ever called verified.
  package var isVerified: Bool { failure == nil && isAuthentic && isForThisApp != false }
  /// Verified, or read without a signature because the caller allowed that.
  package var isAccepted: Bool { failure == nil }
}

extension VerificationReport {
  /// False for what never holds a purchase: an app transaction, renewal info, a notification about
  /// no transaction, a realtime request.
  package var canTellOfPurchases: Bool {
    switch kind {
    case .transaction, .receipt, .verifyReceipt: true
    default: !records.transactionLists.isEmpty
    }
  }
}

/// The purchases that an accepted input holds, as the entitlement engine takes them.
package struct PurchaseRecords: Equatable, Sendable {
  /// Copies of one transaction may stand in several lists; the later list is believed then
  /// (case A10).
  package var transactionLists: [[Transaction]] = []
  package var renewalLists: [[RenewalInfo]] = []
  /// The moment the data speaks of: when it was signed, or asked of Apple.
  package var date: Instant?
  /// What could not be read: no "no" about its products can be relied on (case I06).
  package var leftOut = LeftOutPurchases()

  package init() {}

  package var transactions: [Transaction] { Array(transactionLists.joined()) }
  package var renewalInfos: [RenewalInfo] { Array(renewalLists.joined()) }

  /// Both together, lists of one rank side by side, with the later date.
  package mutating func add(_ other: PurchaseRecords) {
    for (index, list) in other.transactionLists.enumerated() {
      if index == transactionLists.count { transactionLists.append([]) }
      transactionLists[index] += list
    }
    for (index, list) in other.renewalLists.enumerated() {
      if index == renewalLists.count { renewalLists.append([]) }
      renewalLists[index] += list
    }
    date = [date, other.date].compactMap(\.self).max()
    leftOut.add(other.leftOut)
  }

  mutating func add(_ transaction: Transaction) {
    if transactionLists.isEmpty { transactionLists.append([]) }
    transactionLists[0].append(transaction)
  }

  mutating func add(_ renewalInfo: RenewalInfo) {
    if renewalLists.isEmpty { renewalLists.append([]) }
    renewalLists[0].append(renewalInfo)
  }
}

/// What the caller should know although nothing is wrong.
package enum VerificationWarning: Equatable, Sendable {
  case revocationNotChecked
  case environmentNotChecked
  case bundleIDNotChecked
  case appAppleIDNotChecked
  case appAccountTokenNotChecked
  case deviceNotChecked
  /// An expectation was given, and this data says nothing that it could be compared with.
  case notInData(VerificationStepName)
  /// Read although nobody signed it.
  case unsigned
  /// A member that the answer cannot do without is missing.
  case missingField(path: String)
  /// Read as absent because it makes no sense: `cancellation_date` of "" (case B08).
  case ignoredField(FieldProblem)
  /// One record was left out because it cannot be read (case I06).
  case unreadableRecord(FieldProblem)
  /// A notification type or subtype that Apple had not documented (case I16).
  case unknownNotification(type: String, subtype: String?)
  /// `latest_receipt_info` is not there: the purchases come from `receipt.in_app` (case I02).
  case onlyInApp
  /// Purchases that stand in both lists (case A10).
  case inBothLists(count: Int)
  /// The two copies differ; the one of `latest_receipt_info` is taken (case A10).
  case copiesDiffer(transactionID: String)
  /// A receipt without any purchase may be old (case I01).
  case noPurchases
  /// A subscription period that ends when it starts (case I10).
  case zeroLengthPeriod(transactionID: String)
  /// The date as text is another than the date in milliseconds.
  case datesDisagree(path: String)
  /// A receipt of the Volume Purchase Program, valid when it was made and until then.
  case receiptExpires(Instant)
  /// Valid, but its subscription was expired (status 21006).
  case subscriptionExpired
  /// The customer's account is gone: nothing was ever bought (status 21010, case I15).
  case accountNotFound
  /// A word or number that Apple had not documented (case I16).
  case unknownValue(path: String, value: String)
  /// A notification calls the subscription revoked or expired, and its transaction does not.
  case statusDisagrees(RenewalState)
  /// Of one transaction or renewal info the unsigned copy said something else: the signed one
  /// counts.
  case unsignedCopyIgnored(TransactionID)
  /// What nobody signed is later than everything signed: it does not move the clock.
  case unsignedDateIgnored(Instant)
  /// The inputs are of several apps or environments, and all of them count.
  case severalApps([String])
  case severalEnvironments([String])
}
