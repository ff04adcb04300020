import IAPCore
import Testing

struct RenewalCalculatorTests {
  private static let periods = ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"]

  private func calculator(_ rate: RenewalRate) -> RenewalCalculator {
    var settings = StoreSettings()
    settings.rate = rate
    return RenewalCalculator(settings: settings)
  }

  /// Seconds of one period, measured from 2026-01-01.
  private func seconds(_ rate: RenewalRate, _ text: String) throws -> Int64 {
    let start = try #require(Instant(rfc3339: "2026-01-01"))
    let period = try #require(SubscriptionPeriod(iso8601: text))
    let end = calculator(rate).end(anchor: start, start: start, periods: 1, period: period)
    return end.milliseconds(since: start) / Instant.second
  }

  /// Seconds of all columns of section 9: six periods, weekly grace, other grace, retry.
  private func line(_ rate: RenewalRate) throws -> [Int64] {
    let calculator = calculator(rate)
    let weekly = calculator.grace(length: .sixteenDays, period: .init(1, .week))
    let other = calculator.grace(length: .sixteenDays, period: .init(1, .month))
    let retry = calculator.billingRetry(days: 60)
    return try Self.periods.map { try seconds(rate, $0) }
      + [weekly, other, retry].map { $0 / Instant.second }
  }

  @Test func `The tables of Xcode's rates are kept to the second`() throws {
    let day = 86_400 as Int64
    #expect(
      try line(.realTime)
        == [
          7 * day, 31 * day, 59 * day, 90 * day, 181 * day, 365 * day, 6 * day, 16 * day, 60 * day,
        ]
    )
    #expect(
      try line(.monthlyRenewalEveryThirtySeconds) == [10, 30, 60, 90, 180, 360, 9, 15, 60]
    )
    #expect(
      try line(.monthlyRenewalEveryFiveMinutes)
        == [180, 300, 600, 900, 1800, 3600, 154, 150, 600]
    )
    #expect(
      try line(.monthlyRenewalEveryFifteenMinutes)
        == [300, 900, 1800, 2700, 5400, 10_800, 257, 450, 1800]
    )
    #expect(
      try line(.monthlyRenewalEveryThirtyMinutes)
        == [600, 1800, 3600, 5400, 10_800, 21_600, 514, 900, 3600]
    )
    #expect(
      try line(.monthlyRenewalEveryHour)
        == [900, 3600, 7200, 10_800, 21_600, 43_200, 771, 1800, 7200]
    )
  }

  @Test func `The tables of the sandbox's rates are kept`() throws {
    #expect(try line(.sandbox3min).prefix(6) == [180, 180, 360, 540, 1080, 2160])
    #expect(try line(.sandbox5min).prefix(6) == [180, 300, 600, 900, 1800, 3600])
    #expect(try line(.sandbox15min).prefix(6) == [300, 900, 1800, 2700, 5400, 10_800])
    #expect(try line(.sandbox30min).prefix(6) == [600, 1800, 3600, 5400, 10_800, 21_600])
    #expect(try line(.sandbox1h).prefix(6) == [900, 3600, 7200, 10_800, 21_600, 43_200])
  }

  @Test(
    arguments: [
      (.oneRenewalEveryTwoSeconds, 2), (.oneRenewalEveryTenSeconds, 10),
      (.oneRenewalEveryThirtySeconds, 30), (.oneRenewalEveryMinute, 60),
      (.oneRenewalEveryFiveMinutes, 300), (.oneRenewalEveryFifteenMinutes, 900),
      (.testflight, 86_400),
    ] as [(RenewalRate, Int64)]
  )
  func `Rates of one renewal give every period, and grace, the same time`(
    rate: RenewalRate,
    slot: Int64
  ) throws {
    #expect(try line(rate) == Array(repeating: slot, count: 8) + [2 * slot])
  }

  @Test(
    arguments: [
      (.oneHourIsOneDay, 3600), (.thirtyMinutesIsOneDay, 1800), (.fiveMinutesIsOneDay, 300),
      (.oneMinuteIsOneDay, 60), (.thirtySecondsIsOneDay, 30), (.oneSecondIsOneDay, 1),
    ] as [(RenewalRate, Int64)]
  )
  func `The deprecated rates say how long a day is`(rate: RenewalRate, day: Int64) throws {
    #expect(try line(rate) == [7, 30, 60, 90, 180, 360, 6, 16, 60].map { $0 * day })
  }

  @Test func `Every rate is in one of these tables`() throws {
    for rate in RenewalRate.allCases {
      #expect(try line(rate).allSatisfy { $0 > 0 }, "\(rate)")
    }
    #expect(RenewalRate.allCases.count == 24)
  }

  @Test func `Offer periods outside the tables lie between their neighbours`() throws {
    #expect(try seconds(.sandbox5min, "P3D") == 77)
    #expect(try seconds(.sandbox5min, "P2W") == 217)
    #expect(try seconds(.sandbox3min, "P2W") == 180)
    #expect(try seconds(.monthlyRenewalEveryThirtySeconds, "P1D") == 1)
    #expect(try seconds(.monthlyRenewalEveryHour, "P4M") == 4 * 3600)
    let texts = [
      "P1D", "P3D", "P1W", "P2W", "P3W", "P1M", "P2M", "P3M", "P6M", "P9M", "P1Y", "P2Y",
    ]
    for rate in RenewalRate.allCases {
      let lengths = try texts.map { try seconds(rate, $0) }
      #expect(lengths == lengths.sorted(), "\(rate)")
      #expect(try seconds(rate, "P12M") == seconds(rate, "P1Y"), "\(rate)")
      #expect(try seconds(rate, "P7D") == seconds(rate, "P1W"), "\(rate)")
    }
  }

  @Test func `rule B-3: grace lasts 3, 16 or 28 days, for weekly plans at most 6`() throws {
    let calculator = calculator(.realTime)
    let lengths = GracePeriodLength.allCases.map { length in
      ["P1W", "P1M", "P1Y"].map { text in
        SubscriptionPeriod(iso8601: text).map {
          calculator.grace(length: length, period: $0) / Instant.day
        }
      }
    }

    #expect(lengths == [[3, 3, 3], [6, 16, 16], [6, 28, 28]])
  }

  @Test func `rule B-1: billing retry takes the days that are set, scaled by the rate`() {
    #expect(calculator(.realTime).billingRetry(days: 30) == 30 * Instant.day)
    #expect(calculator(.monthlyRenewalEveryHour).billingRetry(days: 30) == Instant.hour)
    #expect(calculator(.oneRenewalEveryTenSeconds).billingRetry(days: 30) == 10 * Instant.second)
    #expect(calculator(.oneMinuteIsOneDay).billingRetry(days: 30) == 30 * Instant.minute)
  }

  @Test func `rule O-3: a trial and an offer paid up front are one stretch`() throws {
    let start = try #require(Instant(rfc3339: "2026-01-31T12:00:00Z"))
    let realTime = calculator(.realTime)

    #expect(
      realTime.offerEnd(start: start, period: .init(3, .day)).rfc3339 == "2026-02-03T12:00:00Z"
    )
    #expect(
      realTime.offerEnd(start: start, period: .init(1, .month), count: 3).rfc3339
        == "2026-04-30T12:00:00Z"
    )
    #expect(
      calculator(.sandbox5min).offerEnd(start: start, period: .init(1, .month), count: 3)
        == start.adding(milliseconds: 15 * Instant.minute)
    )
  }

  @Test func `rule S-20: ends grow with the count, and months have no drift`() throws {
    let calculator = calculator(.realTime)
    let first = try #require(Instant(rfc3339: "2000-01-01")).milliseconds
    for seed in 0..<500 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      let start = Instant(
        milliseconds: first + .random(in: 0..<(50 * 366 * Instant.day), using: &generator)
      )
      let unit = try #require(SubscriptionPeriod.Unit.allCases.randomElement(using: &generator))
      let period = SubscriptionPeriod(.random(in: 1...12, using: &generator), unit)
      let ends = (0...24).map {
        calculator.end(anchor: start, start: start, periods: $0, period: period)
      }

      #expect(ends[0] == start, "seed \(seed)")
      #expect(zip(ends, ends.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
      #expect(ends.allSatisfy { keepsTimeOfDay($0, as: start) }, "seed \(seed)")
      if unit == .month {
        let days = ends.map { CivilTime($0).day }
        #expect(days.allSatisfy { $0 == days[0] || ($0 < days[0] && $0 >= 28) }, "seed \(seed)")
      }
    }
  }

  @Test func `Counts and lengths beyond every clock saturate and do not trap`() throws {
    let start = Instant.clockLimits.upperBound
    for rate in RenewalRate.allCases {
      let end = calculator(rate)
        .end(anchor: start, start: start, periods: .max, period: .init(9999, .year))
      #expect(end > start, "\(rate)")
    }
    #expect(start.adding(CalendarDuration(months: .max, days: .max, milliseconds: .max)) > start)
    #expect(Instant(milliseconds: .max).adding(CalendarDuration(months: 1)).milliseconds == .max)
    #expect(Instant(milliseconds: .min).adding(CalendarDuration(months: -1)).milliseconds == .min)
  }

  private func keepsTimeOfDay(_ instant: Instant, as other: Instant) -> Bool {
    instant.milliseconds % Instant.day == other.milliseconds % Instant.day
  }
}
