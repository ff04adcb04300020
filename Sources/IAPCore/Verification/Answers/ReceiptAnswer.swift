/// An answer of Apple's verifyReceipt, both styles, read without trusting it: it has no signature.
struct ReceiptAnswer: Equatable, Sendable {
  /// `nil`: hand-made data without a status, which Apple's answers never lack.
  private(set) var status: ReceiptStatus?
  private(set) var environment: StoreEnvironment?
  private(set) var bundleID: String?
  private(set) var appItemID: Int64?
  private(set) var records = PurchaseRecords()
  private(set) var warnings: [VerificationWarning] = []
  /// Records that cannot be read.
  private(set) var problems: [FieldProblem] = []
  /// The ids of purchases that cannot be read.
  private var unreadable: Set<TransactionID> = []
  /// How many purchases stand in the answer, readable or not.
  private(set) var purchaseCount = 0

  init(_ value: JSONValue) throws(VerificationFailure) {
    var top = AnswerReader(value)
    if let member = top.member("status") {
      guard let number = top.integer("status") else { throw .invalidAnswer(path: "status") }
      if case .string = member {
        warnings.append(
          .ignoredField(FieldProblem(path: "status", expected: "a number", found: "text"))
        )
      }
      let isRetryable = top.flag("is-retryable") ?? top.flag("is_retryable")
      status = ReceiptStatus(number, isRetryable: isRetryable)
    }
    try readReceipt(value)
    environment = top.filledText("environment").map(StoreEnvironment.init(rawValue:)) ?? environment
    try readLists(value)
    readRenewals(value, top: &top)
    believeExpiry()
    warnings += top.warnings
    addCopyWarnings()
    sign()
  }

  private mutating func readReceipt(_ value: JSONValue) throws(VerificationFailure) {
    guard let member = value["receipt"], !member.isNull else { return }
    guard member.members != nil else { throw .invalidAnswer(path: "receipt") }
    var receipt = AnswerReader(member, at: JSONPath.root.member("receipt"))
    bundleID = receipt.filledText("bundle_id") ?? receipt.filledText("bid")
    appItemID = receipt.integer("app_item_id") ?? receipt.integer("adam_id")
    environment =
      switch receipt.filledText("receipt_type") {
      case "Production", "ProductionVPP": .production
      case "ProductionSandbox", "ProductionVPPSandbox": .sandbox
      case let word?: StoreEnvironment(rawValue: word)
      case nil: nil
      }
    records.date = receipt.date("request_date") ?? receipt.date("receipt_creation_date")
    warnings += receipt.warnings + receipt.problems.map { .ignoredField($0) }
  }

  /// The older list first: where copies differ, the later list is believed (case A10).
  private mutating func readLists(_ value: JSONValue) throws(VerificationFailure) {
    let receipt = value["receipt"]
    let root = JSONPath.root
    let inReceipt = root.member("receipt")
    var older: [(JSONValue, JSONPath)] = []
    if let receipt, receipt["in_app"] != nil {
      older = try elements(receipt["in_app"], at: inReceipt.member("in_app"))
    } else if let receipt, receipt["product_id"] != nil {
      older = [(receipt, inReceipt)]
    }
    let name = value["latest_receipt_info"] == nil ? "latest_expired_receipt_info" : nil
    let latestName = name ?? "latest_receipt_info"
    let latest = try elements(value[latestName], at: root.member(latestName))
    if value[latestName] == nil, !older.isEmpty { warnings.append(.onlyInApp) }
    records.transactionLists = [transactions(older), transactions(latest)]
    // What cannot be read may be a refund: an older copy does not answer in its place.
    for index in records.transactionLists.indices {
      records.transactionLists[index].removeAll { unreadable.contains($0.id) }
    }
  }

  /// A list; iOS 6 style answers have one object in its place.
  private func elements(
    _ value: JSONValue?,
    at path: JSONPath
  ) throws(VerificationFailure) -> [(JSONValue, JSONPath)] {
    guard let value, !value.isNull else { return [] }
    if value.members != nil { return [(value, path)] }
    guard let elements = value.array else { throw .invalidAnswer(path: path.description) }
    return elements.enumerated().map { ($1, path.element($0)) }
  }

  private mutating func transactions(_ elements: [(JSONValue, JSONPath)]) -> [Transaction] {
    var transactions: [Transaction] = []
    for (element, path) in elements {
      purchaseCount += 1
      var reader = AnswerReader(element, at: path)
      if let transaction = Transaction(answer: &reader) {
        transactions.append(transaction)
        if let expires = transaction.expiresDate, expires <= transaction.purchaseDate {
          warnings.append(.zeroLengthPeriod(transactionID: transaction.id.rawValue))
        }
      } else {
        if let id = Self.identifier(element["transaction_id"]) { unreadable.insert(id) }
        records.leftOut.add(Self.text(element["product_id"]))
      }
      problems += reader.problems.prefix(1)
      warnings += reader.warnings
    }
    return transactions
  }

  private static func identifier(_ value: JSONValue?) -> TransactionID? {
    text(value).map { TransactionID($0) }
  }

  private static func text(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text)?, .number(let text)?: text
    default: nil
    }
  }

  private mutating func readRenewals(_ value: JSONValue, top: inout AnswerReader) {
    var infos: [RenewalInfo] = []
    let path = JSONPath.root.member("pending_renewal_info")
    for (index, element) in (value["pending_renewal_info"]?.array ?? []).enumerated() {
      var reader = AnswerReader(element, at: path.element(index))
      if let info = RenewalInfo(answer: &reader) { infos.append(info) }
      if reader.problems.contains(where: { Self.decidesAccess($0, of: element) }) {
        let product =
          Self.text(element["product_id"]) ?? Self.text(element["auto_renew_product_id"])
        records.leftOut.add(product)
      }
      warnings += reader.problems.map { .unreadableRecord($0) } + reader.warnings
    }
    let hasLegacyStatus = ["auto_renew_status", "expiration_intent", "is_in_billing_retry_period"]
      .contains { top.member($0) != nil }
    if infos.isEmpty, hasLegacyStatus, let latest = records.transactions.last {
      var info = RenewalInfo(legacy: &top, originalID: latest.originalID)
      info.productID = info.productID ?? latest.productID
      infos = [info]
      warnings += top.problems.map { .unreadableRecord($0) }
    }
    records.renewalLists = [infos]
  }

  /// Whether what cannot be read may be a grace period, with which access goes on (case C01).
  private static func decidesAccess(_ problem: FieldProblem, of renewal: JSONValue) -> Bool {
    let names = ["grace_period_expires_date", "is_in_billing_retry_period"]
    if names.contains(where: { problem.path.contains($0) }) { return true }
    // Without the subscription's id the whole record was left out.
    let hasGrace = renewal.members?.contains { $0.name.hasPrefix(names[0]) && !$0.value.isNull }
    return problem.path.contains("original_transaction_id") && hasGrace == true
  }

  /// Status 21006 itself says that the subscription is over, whatever date the answer has or lacks:
  /// it was given no earlier than the last period's end (case I04).
  private mutating func believeExpiry() {
    guard status == .subscriptionExpired else { return }
    records.transactionLists = records.transactionLists.map { list in
      list.map { transaction in
        var transaction = transaction
        transaction.type = .autoRenewable
        return transaction
      }
    }
    let end = records.transactions.compactMap(\.expiresDate).max()
    records.date = [records.date, end].compactMap(\.self).max()
  }

  /// Each id counts once, also where both lists have it.
  private mutating func addCopyWarnings() {
    guard records.transactionLists.count == 2 else { return }
    var older: [TransactionID: Transaction] = [:]
    for transaction in records.transactionLists[0] { older[transaction.id] = transaction }
    var common = 0
    for transaction in records.transactionLists[1] {
      guard let copy = older[transaction.id] else { continue }
      common += 1
      if !transaction.agrees(with: copy) {
        warnings.append(.copiesDiffer(transactionID: transaction.id.rawValue))
      }
    }
    if common > 0 { warnings.append(.inBothLists(count: common)) }
  }

  /// Every record speaks of the moment of the answer.
  private mutating func sign() {
    func signed(_ transaction: Transaction) -> Transaction {
      var transaction = transaction
      transaction.signedDate = records.date
      transaction.bundleID = bundleID
      transaction.environment = environment
      return transaction
    }
    records.transactionLists = records.transactionLists.map { $0.map(signed) }
    records.renewalLists = records.renewalLists.map { list in
      list.map { info in
        var info = info
        info.signedDate = records.date
        info.environment = environment
        return info
      }
    }
  }
}

extension Transaction {
  /// Whether both copies say the same about access.
  fileprivate func agrees(with copy: Transaction) -> Bool {
    productID == copy.productID && purchaseDate == copy.purchaseDate
      && expiresDate == copy.expiresDate && revocationDate == copy.revocationDate
  }
}
