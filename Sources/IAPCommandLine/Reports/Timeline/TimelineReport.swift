import IAPCore

/// A timeline as text and as JSON.
struct TimelineReport: Report {
  let timeline: Timeline
  /// Columns.
  let width: Int
  let isPlain: Bool

  /// Where there is no terminal to ask.
  static let usualWidth = 100

  var json: JSONValue {
    .object([
      "date": .integer(timeline.now.milliseconds),
      "lanes": .array(timeline.lanes.map(Self.json)),
    ])
  }

  func write(to page: inout TextPage) {
    for line in TerminalTimeline(timeline, width: width, isPlain: isPlain).lines() {
      page.line(line)
    }
  }

  private static func json(_ lane: Timeline.Lane) -> JSONValue {
    .object([
      "id": .string(lane.id),
      "productIds": .strings(lane.products.map(\.rawValue)),
      "periods": .array(lane.periods.map(json)),
      "events": .array(lane.marks.map(json)),
    ])
  }

  private static func json(_ period: Timeline.Period) -> JSONValue {
    .object([
      "kind": .string(period.kind.rawValue),
      "productId": .string(period.product.rawValue),
      "startDate": .integer(period.start.milliseconds),
      "endDate": period.end.map { .integer($0.milliseconds) },
      "price": period.price.map { .integer($0.milliunits) },
      "currency": period.price?.currency.map { .string($0) },
    ])
  }

  private static func json(_ mark: Timeline.Mark) -> JSONValue {
    .object([
      "date": .integer(mark.date.milliseconds),
      "kind": .string(mark.kind.rawValue),
      "productId": mark.product.map { .string($0.rawValue) },
      "nextProductId": mark.nextProduct.map { .string($0.rawValue) },
      "nextPrice": mark.nextPrice.map { .integer($0.milliunits) },
      "expiresDate": mark.newEnd.map { .integer($0.milliseconds) },
      "period": mark.period.map(json),
    ])
  }
}
