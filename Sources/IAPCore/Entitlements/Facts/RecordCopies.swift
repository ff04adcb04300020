/// Copies of records told apart by id, and which of them counts.
///
/// The answer depends on dates, lists and contents only, never on the order within a list.
struct RecordCopies<Record: VersionedRecord, ID: Hashable & Comparable> {
  /// One version of each, by id.
  private(set) var newest: [Record] = []
  /// Ids with copies of one date that say different things about access (case A10).
  private(set) var contradicting: [ID] = []
  /// How many ids stand in more than one list.
  private(set) var repeated = 0

  init(_ lists: [[Record]], id: (Record) -> ID) {
    var copies: [ID: [Copy]] = [:]
    copies.reserveCapacity(lists.reduce(0) { $0 + $1.count })
    for (list, records) in lists.enumerated() {
      for record in records { copies[id(record), default: []].append(Copy(record, list: list)) }
    }
    for (id, found) in copies.sorted(by: { $0.key < $1.key }) { add(found, id: id) }
  }

  private mutating func add(_ copies: [Copy], id: ID) {
    guard copies.count > 1 else {
      newest += copies.map(\.record)
      return
    }
    let sorted = copies.sorted { $0.counts(before: $1) }
    let winner = sorted[0]
    newest.append(winner.record)
    if Set(copies.map(\.list)).count > 1 { repeated += 1 }
    // Versions with different signing dates are a history, not a contradiction.
    let rivals = sorted.dropFirst().filter { $0.record.signedDate == winner.record.signedDate }
    if rivals.contains(where: { $0.record.contradicts(winner.record) }) { contradicting.append(id) }
  }

  private struct Copy {
    var record: Record
    var list: Int

    init(_ record: Record, list: Int) {
      self.record = record
      self.list = list
    }

    func counts(before other: Copy) -> Bool {
      if record.signedDate != other.record.signedDate {
        guard let date = record.signedDate, let otherDate = other.record.signedDate else {
          return record.signedDate != nil
        }
        return date > otherDate
      }
      if list != other.list { return list > other.list }
      if record.strictness != other.record.strictness {
        return record.strictness > other.record.strictness
      }
      return record != other.record && canonicalText(record) > canonicalText(other.record)
    }
  }
}

/// A record of which several versions may be around.
protocol VersionedRecord: Equatable, Encodable {
  var signedDate: Instant? { get }
  /// The greater, the less access it gives.
  var strictness: Int { get }
  /// True: both cannot be right about access.
  func contradicts(_ other: Self) -> Bool
}

extension Transaction: VersionedRecord {
  var strictness: Int { (revocationDate == nil ? 0 : 2) + (isUpgraded == true ? 1 : 0) }

  func contradicts(_ other: Transaction) -> Bool {
    productID != other.productID || purchaseDate != other.purchaseDate
      || expiresDate != other.expiresDate || revocationDate != other.revocationDate
  }
}

extension RenewalInfo: VersionedRecord {
  var strictness: Int { 0 }
  func contradicts(_ other: RenewalInfo) -> Bool { self != other }
}
