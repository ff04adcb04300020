/// The purchases of several accepted inputs: what somebody signed apart from what nobody did.
package struct ReceivedRecords: Equatable, Sendable {
  private var signed = PurchaseRecords()
  private var unsigned = PurchaseRecords()
  /// Of unsigned transactions that are kept elsewhere.
  private var summary = ReceivedSummary()

  package init() {}

  package mutating func add(_ records: PurchaseRecords, isSigned: Bool) {
    if isSigned { signed.add(records) } else { unsigned.add(records) }
  }

  package mutating func add(_ other: ReceivedRecords) {
    signed.add(other.signed)
    unsigned.add(other.unsigned)
    summary.add(other.summary)
  }

  /// Takes note of unsigned transactions that are kept elsewhere.
  package mutating func add(_ summary: ReceivedSummary) { self.summary.add(summary) }

  /// Those that somebody signed.
  package var signedTransactions: [Transaction] { signed.transactions }

  /// Everything together, and what should be known of the mixture.
  ///
  /// Anyone can write what nobody signed, its date too: of one transaction or renewal info the
  /// signed version counts, and where something was signed, only that moves the clock.
  package func together() -> (records: PurchaseRecords, warnings: [VerificationWarning]) {
    var records = signed
    var warnings: [VerificationWarning] = []
    var rest = unsigned
    rest.date = [unsigned.date, summary.date].compactMap(\.self).max()
    if !signed.isEmpty, !unsigned.isEmpty || !summary.isEmpty {
      warnings += rest.remove(known: signed)
      if let date = rest.date, date > signed.date ?? date {
        warnings.append(.unsignedDateIgnored(date))
      }
      rest.date = nil
    }
    records.add(rest)
    let apps = records.distinct(\.bundleID).union(summary.apps)
    if apps.count > 1 { warnings.append(.severalApps(apps.sorted { $0.isBefore($1) })) }
    let environments = records.distinct { $0.environment?.rawValue }.union(summary.environments)
    if environments.count > 1 {
      warnings.append(.severalEnvironments(environments.sorted { $0.isBefore($1) }))
    }
    return (records, warnings)
  }
}

extension PurchaseRecords {
  fileprivate var isEmpty: Bool {
    transactionLists.allSatisfy(\.isEmpty) && renewalLists.allSatisfy(\.isEmpty)
  }

  /// Takes out what the other records have too, and says where both differ.
  fileprivate mutating func remove(known: PurchaseRecords) -> [VerificationWarning] {
    var ignored: Set<TransactionID> = []
    let transactions = Dictionary(grouping: known.transactions, by: \.id)
    let renewals = Dictionary(grouping: known.renewalInfos, by: \.originalID)
    for index in transactionLists.indices {
      transactionLists[index].removeAll { copy in
        guard let versions = transactions[copy.id] else { return false }
        if versions.allSatisfy({ $0.differs(from: copy) }) { ignored.insert(copy.id) }
        return true
      }
    }
    for index in renewalLists.indices {
      renewalLists[index].removeAll { copy in
        guard let versions = renewals[copy.originalID] else { return false }
        if versions.allSatisfy({ $0.differs(from: copy) }) { ignored.insert(copy.originalID) }
        return true
      }
    }
    return ignored.sorted().map { .unsignedCopyIgnored($0) }
  }

  /// The values that transactions have.
  fileprivate func distinct(_ value: (Transaction) -> String?) -> Set<String> {
    var found: Set<String> = []
    var latest: String?
    for list in transactionLists {
      // Nearly always the same as before: then nothing is hashed.
      for transaction in list {
        guard let text = value(transaction), text != latest else { continue }
        found.insert(text)
        latest = text
      }
    }
    return found
  }
}

extension Transaction {
  /// Whether both say something else about access.
  fileprivate func differs(from copy: Transaction) -> Bool {
    productID != copy.productID || purchaseDate != copy.purchaseDate
      || expiresDate != copy.expiresDate || revocationDate != copy.revocationDate
  }
}

extension RenewalInfo {
  /// Whether both say something else about access.
  fileprivate func differs(from copy: RenewalInfo) -> Bool {
    autoRenewStatus != copy.autoRenewStatus
      || isInBillingRetryPeriod != copy.isInBillingRetryPeriod
      || gracePeriodExpiresDate != copy.gracePeriodExpiresDate
  }
}
