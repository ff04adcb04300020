/// When the periods of a subscription end, and how long grace and billing retry last.
///
/// In real time by the calendar (rules S-20...S-25), in accelerated time by the tables of
/// store-semantics section 9, where a period is a fixed number of milliseconds.
package struct RenewalCalculator: Equatable, Sendable {
  private let rate: RenewalRate
  private let calendar: RenewalCalendar
  private let mode: RenewalAnchor

  package init(settings: StoreSettings) {
    rate = settings.rate
    calendar = settings.calendar
    mode = settings.anchor
  }

  /// The end of one period of a series that began at `anchor` (rules S-20...S-23).
  ///
  /// `periods` counts from the anchor: 1 is the end of the first period. In `chained` mode only
  /// `start`, the beginning of the period that ends, counts. Where the anchor moves (rule S-24) the
  /// caller passes the new one.
  package func end(
    anchor: Instant,
    start: Instant,
    periods: Int,
    period: SubscriptionPeriod
  ) -> Instant {
    switch mode {
    case .anchor: moment(periods, period, after: anchor)
    case .chained: moment(1, period, after: start)
    }
  }

  /// The end of a free trial or of an offer paid up front: one stretch of all its periods (O-3).
  ///
  /// In accelerated time the whole length is looked up at once, as one renewal takes one slot.
  package func offerEnd(start: Instant, period: SubscriptionPeriod, count: Int = 1) -> Instant {
    moment(1, period.times(max(count, 1)), after: start)
  }

  /// Milliseconds of the grace period after the expiry (rules B-3, B-4).
  ///
  /// Weekly plans get at most six days. In accelerated time a weekly plan's day is a seventh of its
  /// period, and a day of the other plans the 32nd part of a month: so the usual 6 and 16 days give
  /// the published lengths.
  package func grace(length: GracePeriodLength, period: SubscriptionPeriod) -> Int64 {
    let isWeekly = period.nominalDays <= 7
    let days = Int64(isWeekly ? length.weeklyDays : length.days)
    switch rate.speed {
    case .real: return days * Instant.day
    case .day(let day): return days * day
    case .slot(let slot): return slot
    case .table(let table):
      return isWeekly
        ? table.week.rounded(times: days, over: 7) : table.month.rounded(times: days, over: 32)
    }
  }

  /// Milliseconds from the expiry until the store gives up charging (rules B-1, B-5).
  ///
  /// In accelerated time the usual 60 days are two months of the table, or two renewals.
  package func billingRetry(days: Int) -> Int64 {
    switch rate.speed {
    case .real: Int64(days) * Instant.day
    case .day(let day): Int64(days) * day
    case .slot(let slot): (2 * slot).rounded(times: Int64(days), over: 60)
    case .table(let table): (2 * table.month).rounded(times: Int64(days), over: 60)
    }
  }

  private func moment(
    _ count: Int,
    _ period: SubscriptionPeriod,
    after start: Instant
  ) -> Instant {
    guard let length = rate.length(of: period) else {
      let total = Self.product(count, period.value)
      switch period.unit {
      case .day: return start.adding(days: total, in: calendar)
      case .week: return start.adding(days: Self.product(total, 7), in: calendar)
      case .month: return start.adding(months: total, in: calendar)
      case .year: return start.adding(months: Self.product(total, 12), in: calendar)
      }
    }
    let (total, overflow) = length.multipliedReportingOverflow(by: Int64(count))
    return start.adding(milliseconds: overflow ? .max : total)
  }

  /// Saturating: a count beyond the store's clock means "later than ever".
  private static func product(_ left: Int, _ right: Int) -> Int {
    let (product, overflow) = left.multipliedReportingOverflow(by: right)
    return overflow ? .max : product
  }
}

extension GracePeriodLength {
  fileprivate var days: Int {
    switch self {
    case .threeDays: 3
    case .sixteenDays: 16
    case .twentyEightDays: 28
    }
  }

  fileprivate var weeklyDays: Int { min(days, 6) }
}
