import IAPCore
import Testing

struct CalendarAdditionTests {
  @Test(arguments: [
    ("2026-01-31", "P1M", "2026-02-28T00:00:00Z"), ("2028-01-31", "1mo", "2028-02-29T00:00:00Z"),
    ("2026-01-31", "P1Y2M3DT4H", "2027-04-03T04:00:00Z"),
    ("2024-02-29", "1y", "2025-02-28T00:00:00Z"),
    ("2026-01-01", "2w", "2026-01-15T00:00:00Z"), ("2026-03-28", "30d", "2026-04-27T00:00:00Z"),
    ("2026-12-31", "PT0.5S", "2026-12-31T00:00:00.500Z"),
    ("2026-01-01", "PT0S", "2026-01-01T00:00:00Z"),
    ("2000-01-01", "P150Y", "2150-01-01T00:00:00Z"),
  ])
  func `A length is added months first, then days, then time`(
    start: String,
    length: String,
    end: String
  ) throws {
    let instant = try #require(Instant(rfc3339: start))
    let duration = try #require(CalendarDuration(length))

    #expect(instant.adding(duration).rfc3339 == end)
  }
}
