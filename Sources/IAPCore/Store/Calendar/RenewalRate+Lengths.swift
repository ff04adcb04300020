/// How a rate turns calendar lengths into time.
enum RenewalSpeed: Equatable {
  /// By the calendar.
  case real
  /// By the table of section 9.
  case table(RateTable)
  /// Every period takes the same time, whatever its length.
  case slot(Int64)
  /// A day takes that many milliseconds; months have 30 days and years 360.
  case day(Int64)
}

/// One line of the tables of accelerated time; milliseconds.
///
/// Two, three, six and twelve months are multiples of the month in every published line.
struct RateTable: Equatable {
  var week: Int64
  var month: Int64

  /// The published length, or for other lengths (P3D, P2W) the one on the line between neighbours.
  ///
  /// So a longer period is never shorter in accelerated time. Whole seconds, at least one.
  func length(of period: SubscriptionPeriod) -> Int64 {
    let days = Int64(period.nominalDays)
    let length: Int64
    if days <= 7 {
      length = week.rounded(times: days, over: 7)
    } else if days < 30 {
      length = week + (month - week).rounded(times: days - 7, over: 23)
    } else {
      length = month.rounded(times: days, over: 30)
    }
    return max(length, Instant.second)
  }
}

extension RenewalRate {
  /// Milliseconds of a period in accelerated time; `nil` in real time, where the calendar counts.
  func length(of period: SubscriptionPeriod) -> Int64? {
    switch speed {
    case .real: nil
    case .table(let table): table.length(of: period)
    case .slot(let slot): slot
    case .day(let day): Int64(period.nominalDays) * day
    }
  }

  /// The lines of store-semantics section 9; the deprecated rates by what their names say.
  var speed: RenewalSpeed {
    switch self {
    case .realTime: .real
    case .sandbox3min: .minutes(week: 3, month: 3)
    case .sandbox5min, .monthlyRenewalEveryFiveMinutes: .minutes(week: 3, month: 5)
    case .sandbox15min, .monthlyRenewalEveryFifteenMinutes: .minutes(week: 5, month: 15)
    case .sandbox30min, .monthlyRenewalEveryThirtyMinutes: .minutes(week: 10, month: 30)
    case .sandbox1h, .monthlyRenewalEveryHour: .minutes(week: 15, month: 60)
    case .monthlyRenewalEveryThirtySeconds:
      .table(RateTable(week: 10 * Instant.second, month: 30 * Instant.second))
    case .testflight: .slot(Instant.day)
    case .oneRenewalEveryTwoSeconds: .slot(2 * Instant.second)
    case .oneRenewalEveryTenSeconds: .slot(10 * Instant.second)
    case .oneRenewalEveryThirtySeconds: .slot(30 * Instant.second)
    case .oneRenewalEveryMinute: .slot(Instant.minute)
    case .oneRenewalEveryFiveMinutes: .slot(5 * Instant.minute)
    case .oneRenewalEveryFifteenMinutes: .slot(15 * Instant.minute)
    case .oneHourIsOneDay: .day(Instant.hour)
    case .thirtyMinutesIsOneDay: .day(30 * Instant.minute)
    case .fiveMinutesIsOneDay: .day(5 * Instant.minute)
    case .oneMinuteIsOneDay: .day(Instant.minute)
    case .thirtySecondsIsOneDay: .day(30 * Instant.second)
    case .oneSecondIsOneDay: .day(Instant.second)
    }
  }
}

extension RenewalSpeed {
  fileprivate static func minutes(week: Int64, month: Int64) -> RenewalSpeed {
    .table(RateTable(week: week * Instant.minute, month: month * Instant.minute))
  }
}

extension Int64 {
  /// This many milliseconds times a fraction, to the nearest whole second, as Apple's tables are.
  func rounded(times numerator: Int64, over denominator: Int64) -> Int64 {
    let unit = denominator * Instant.second
    return (self * Swift.min(numerator, 1_000_000) + unit / 2) / unit * Instant.second
  }
}
