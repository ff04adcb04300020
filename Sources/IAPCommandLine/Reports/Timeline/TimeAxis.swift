import IAPCore

/// The scale of a picture: where a moment stands, and which moments get a label.
struct TimeAxis: Equatable {
  let span: ClosedRange<Instant>

  /// A moment with a label.
  struct Tick: Equatable {
    let date: Instant
    /// `Feb`, `5 Feb`, `14:30`, `2027`.
    let label: String
    /// What all labels up to the next change share: the year, or the day; empty where a year is said.
    let group: String
  }

  /// A year or a day that labels share.
  struct Group: Equatable {
    /// Where it begins on the axis: its first moment, or that of the axis.
    let date: Instant
    let label: String
  }

  /// A span without length is widened, so that everything has a place.
  init(_ span: ClosedRange<Instant>) {
    let length = span.upperBound.milliseconds(since: span.lowerBound)
    self.span =
      length >= Instant.second
      ? span : span.lowerBound...span.lowerBound.adding(milliseconds: Instant.second)
  }

  private var length: Int64 { span.upperBound.milliseconds(since: span.lowerBound) }

  /// 0 at the beginning, 1 at the end.
  func fraction(of instant: Instant) -> Double {
    let place = Double(instant.milliseconds(since: span.lowerBound)) / Double(length)
    return max(0, min(1, place))
  }

  /// At most that many moments, evenly on the calendar, the finest that fit.
  func ticks(atMost count: Int) -> [Tick] {
    let step =
      Step.all.first { length / $0.nominal < Int64(max(count, 1)) } ?? Step(.month, 1200)
    var ticks: [Tick] = []
    var date = step.floor(span.lowerBound)
    while date <= span.upperBound, ticks.count <= count {
      if date >= span.lowerBound { ticks.append(step.tick(at: date)) }
      date = step.next(after: date)
    }
    return ticks
  }

  /// The years or days of the labels, each where it really begins.
  func groups(of ticks: [Tick]) -> [Group] {
    var groups: [Group] = []
    for tick in ticks where !tick.group.isEmpty && tick.group != groups.last?.label {
      var civil = CivilTime(tick.date)
      (civil.hour, civil.minute, civil.second, civil.millisecond) = (0, 0, 0, 0)
      // A year's name is shorter than a day's.
      if tick.group == String(civil.year) { (civil.month, civil.day) = (1, 1) }
      groups.append(Group(date: max(civil.instant, span.lowerBound), label: tick.group))
    }
    return groups
  }

  /// The distance between two labels.
  private struct Step {
    enum Unit {
      case second
      case day
      case month
    }

    let unit: Unit
    let count: Int

    init(_ unit: Unit, _ count: Int) {
      self.unit = unit
      self.count = count
    }

    static let all: [Step] =
      [1, 5, 10, 30, 60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200].map { Step(.second, $0) }
      + [1, 2, 7].map { Step(.day, $0) }
      + [1, 3, 6, 12, 24, 60, 120, 240, 600].map { Step(.month, $0) }

    /// Milliseconds, for the choice only.
    var nominal: Int64 {
      switch unit {
      case .second: Int64(count) * Instant.second
      case .day: Int64(count) * Instant.day
      case .month: Int64(count) * 30 * Instant.day
      }
    }

    /// The last moment of the grid that is not later.
    func floor(_ instant: Instant) -> Instant {
      switch unit {
      case .second, .day:
        // 1970-01-05 was a Monday: weeks begin on Mondays.
        let origin = unit == .day && count == 7 ? 4 * Instant.day : 0
        let rest = (instant.milliseconds - origin) % nominal
        return instant.adding(milliseconds: -(rest < 0 ? rest + nominal : rest))
      case .month:
        var civil = CivilTime(instant)
        let months = (civil.year * 12 + civil.month - 1) / count * count
        (civil.year, civil.month, civil.day) = (months / 12, months % 12 + 1, 1)
        (civil.hour, civil.minute, civil.second, civil.millisecond) = (0, 0, 0, 0)
        return civil.instant
      }
    }

    func next(after date: Instant) -> Instant {
      switch unit {
      case .second, .day: date.adding(milliseconds: nominal)
      case .month: date.adding(CalendarDuration(months: count))
      }
    }

    func tick(at date: Instant) -> Tick {
      let civil = CivilTime(date)
      switch unit {
      case .second:
        let clock = String(date.forPeople.dropFirst(11).dropLast(4))
        return Tick(date: date, label: clock, group: date.dateText)
      case .day: return Tick(date: date, label: date.shortDay, group: String(civil.year))
      case .month where count < 12:
        return Tick(date: date, label: date.shortMonth, group: String(civil.year))
      case .month: return Tick(date: date, label: String(civil.year), group: "")
      }
    }
  }
}

extension Instant {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `Feb`, the same in every locale.
  var shortMonth: String { Self.months[CivilTime(self).month - 1] }

  /// `5 Feb`.
  var shortDay: String { "\(CivilTime(self).day) \(shortMonth)" }
}
