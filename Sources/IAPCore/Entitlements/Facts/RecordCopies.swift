/// Copies of records told apart by id, and which of them counts.
///
/// The answer depends on dates, lists and contents only, never on the order within a list. Records
/// are looked at where they stand: there may be a million.
struct RecordCopies<Record: VersionedRecord, ID: Hashable & Comparable> {
  /// Where one version of each stands, in no particular order.
  private(set) var newest: [Place] = []
  /// Ids with copies of one date that say different things about access (case A10), in order.
  private(set) var contradicting: [ID] = []
  /// How many ids stand in more than one list.
  private(set) var repeated = 0
  private let lists: [RankedRecords<Record>]

  /// A record's list and its number there.
  struct Place {
    var list: Int
    var index: Int
  }

  init(_ lists: [RankedRecords<Record>], id: (Record) -> ID) {
    self.lists = lists
    var numbers: [ID: Int] = [:]
    var copies: [Int: [Place]] = [:]
    let count = lists.reduce(0) { $0 + $1.records.count }
    numbers.reserveCapacity(count)
    newest.reserveCapacity(count)
    for list in lists.indices {
      for index in lists[list].records.indices {
        let place = Place(list: list, index: index)
        let number = Self.number(
          &numbers[id(lists[list].records[index]), default: newest.count]
        )
        if number < newest.count {
          copies[number, default: [newest[number]]].append(place)
        } else {
          newest.append(place)
        }
      }
    }
    for (number, places) in copies { choose(places, number: number, id: id) }
    contradicting.sort()
  }

  /// Hands a dictionary's value on, so that a missing one is put in with the same look.
  private static func number(_ value: inout Int) -> Int { value }

  /// The versions that count, in no particular order.
  func map<Result>(_ body: (Record) -> Result) -> [Result] {
    newest.map { body(lists[$0.list].records[$0.index]) }
  }

  private mutating func choose(_ places: [Place], number: Int, id: (Record) -> ID) {
    let copies = places.map { place in
      Copy(
        record: lists[place.list].records[place.index],
        rank: lists[place.list].rank,
        place: place
      )
    }
    .sorted { $0.counts(before: $1) }
    let winner = copies[0]
    newest[number] = winner.place
    if Set(copies.map(\.rank)).count > 1 { repeated += 1 }
    // Versions with different signing dates are a history, not a contradiction.
    let rivals = copies.dropFirst().filter { $0.record.signedDate == winner.record.signedDate }
    if rivals.contains(where: { $0.record.contradicts(winner.record) }) {
      contradicting.append(id(winner.record))
    }
  }

  private struct Copy {
    var record: Record
    var rank: Int
    var place: Place

    func counts(before other: Copy) -> Bool {
      if record.signedDate != other.record.signedDate {
        guard let date = record.signedDate, let otherDate = other.record.signedDate else {
          return record.signedDate != nil
        }
        return date > otherDate
      }
      if rank != other.rank { return rank > other.rank }
      if record.strictness != other.record.strictness {
        return record.strictness > other.record.strictness
      }
      return record != other.record && canonicalText(record) > canonicalText(other.record)
    }
  }
}

/// Records of equal weight; between copies that nothing else tells apart the higher rank counts.
struct RankedRecords<Record> {
  var rank: Int
  var records: [Record]
}

/// A record of which several versions may be around.
protocol VersionedRecord: Equatable, Encodable {
  var signedDate: Instant? { get }
  /// The greater, the less access it gives.
  var strictness: Int { get }
  /// True: both cannot be right about access.
  func contradicts(_ other: Self) -> Bool
}

extension RenewalInfo: VersionedRecord {
  var strictness: Int { 0 }
  func contradicts(_ other: RenewalInfo) -> Bool { self != other }
}
