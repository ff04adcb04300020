import IAPCore

extension EntitlementWarning {
  /// One sentence.
  var words: String {
    switch self {
    case .consumable(let product):
      "\(product) is a consumable and gives no lasting access"
    case .noDuration(let product):
      "\(product) is a non-renewing subscription; the map does not tell its duration"
    case .noDurationAsked(let product):
      "no duration known for \(product), a non-renewing subscription: name it with --duration"
    case .otherType(let product, let type):
      "the data has \(product) as \(type): --type asks about another"
    case .oldData(let date, let moment): Self.age(of: date, asOf: moment)
    case .typeUnknown(let product): "the data does not tell the type of \(product)"
    case .missingExpiry(let id, let product):
      "transaction \(id) of \(product) does not say when it expires and counts for nothing"
    case .zeroLengthPeriod(let id, let product):
      "transaction \(id) of \(product) expires at the moment it starts"
    case .purchasedLater(let id, let product, let date):
      "transaction \(id) of \(product) was bought later, \(date.forPeople)"
    case .billingProblem(let product, let graceEnd):
      "payment for \(product) failed; access lasts until \(graceEnd.forPeople)"
    case .conflictingCopies(let id):
      "copies of transaction \(id) say different things; the later one was believed"
    case .recordsInSeveralLists(let count):
      "\(count) transactions stand in more than one list; each was counted once"
    case .clockWentBack(let milliseconds, let trusted):
      "the clock went back \(CalendarDuration(milliseconds: milliseconds).inDays);"
        + " \(trusted.forPeople) was used, the latest time that is known"
    case .afterStoreClock(let date):
      "the time lies after the store's clock, \(date.forPeople); answered from what is known now"
    case .offline(let date): "the store could not be asked since \(date.forPeople)"
    case .unknownProductInMap(let product, let entitlement):
      "the map's entitlement '\(entitlement)' names the unknown product '\(product)'"
    case .takenForProduct(let product, let near):
      "nothing in the data names '\(product)': taken for a product that was never bought"
        + (near.isEmpty
          ? "" : "; did you mean " + near.map { "'\($0)'" }.joined(separator: " or ") + "?")
    }
  }

  private static func age(of date: Instant, asOf moment: Instant) -> String {
    let days = moment.milliseconds(since: date) / Instant.day
    return "the data is from \(date.forPeople), \(days) day\(days == 1 ? "" : "s") before the time "
      + "asked for: what happened since is not in it"
  }
}

extension EntitlementWarning {
  /// That the data is old for the moment that is asked about; `nil`: at most a day.
  static func age(of date: Instant?, asOf moment: Instant?) -> EntitlementWarning? {
    guard let date, let moment, moment.milliseconds(since: date) > Instant.day else { return nil }
    return .oldData(from: date, asOf: moment)
  }
}

extension CalendarDuration {
  /// `21 d`, or the ISO 8601 form where it is no whole number of days.
  fileprivate var inDays: String {
    milliseconds % Instant.day == 0 ? "\(milliseconds / Instant.day) d" : iso8601
  }
}
