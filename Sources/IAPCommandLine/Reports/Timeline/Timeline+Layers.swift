import IAPCore

extension Timeline.Period.Kind {
  /// From the bottom to the top: what is short and matters is drawn over what is long.
  static let layers: [Timeline.Period.Kind] = [
    .lapsed, .paid, .shared, .offer, .trial, .retry, .revoked, .grace,
  ]
}

extension Timeline.Lane {
  /// The periods of a product from the bottom layer to the top.
  func layered(_ product: ProductID) -> [Timeline.Period] {
    Timeline.Period.Kind.layers.flatMap { kind in
      periods.filter { $0.product == product && $0.kind == kind }
    }
  }

  /// What is to be seen of a period: the stretches that no higher layer of its product covers.
  ///
  /// Of a period without length the moment itself is seen, unless it lies in a covered stretch.
  func visible(of period: Timeline.Period) -> [Timeline.Stretch] {
    let layer = Timeline.Period.Kind.layers.firstIndex(of: period.kind) ?? 0
    let above = periods.filter { other in
      other.product == period.product
        && (Timeline.Period.Kind.layers.firstIndex(of: other.kind) ?? 0) > layer
    }
    return above.reduce([Timeline.Stretch(period)]) { stretches, other in
      stretches.flatMap { $0.without(Timeline.Stretch(other)) }
    }
  }
}

extension Timeline {
  /// A part of a period; without an end it never ends.
  struct Stretch: Equatable {
    var start: Instant
    var end: Instant?

    init(start: Instant, end: Instant?) {
      self.start = start
      self.end = end
    }

    init(_ period: Period) {
      self.init(start: period.start, end: period.end)
    }

    /// What is left beside the other: nothing, one part, or one on each side.
    func without(_ other: Stretch) -> [Stretch] {
      let isApart =
        (end.map { $0 < other.start || ($0 == other.start && start < $0) } ?? false)
        || (other.end.map { $0 <= start } ?? false)
      if isApart { return [self] }
      var rest: [Stretch] = []
      if start < other.start { rest.append(Stretch(start: start, end: other.start)) }
      if let otherEnd = other.end, end.map({ otherEnd < $0 }) ?? true {
        rest.append(Stretch(start: otherEnd, end: end))
      }
      return rest
    }
  }

  /// The kinds of stretches that can be seen, in the order of a legend.
  var visibleKinds: [Period.Kind] {
    var seen: Set<Period.Kind> = []
    for lane in lanes {
      for period in lane.periods where !lane.visible(of: period).isEmpty {
        seen.insert(period.kind)
      }
    }
    return Period.Kind.allCases.filter(seen.contains)
  }
}
