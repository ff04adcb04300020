/// Gathers the elements of a picture; numbers are written with one decimal, the same everywhere.
struct SVGCanvas {
  private(set) var lines: [String] = []

  mutating func add(_ other: SVGCanvas) { lines += other.lines }

  mutating func line(x1: Double, y1: Double, x2: Double, y2: Double, _ style: String) {
    lines.append(
      "<line class=\"\(style)\" x1=\"\(Self.number(x1))\" y1=\"\(Self.number(y1))\""
        + " x2=\"\(Self.number(x2))\" y2=\"\(Self.number(y2))\"/>"
    )
  }

  mutating func circle(x: Double, y: Double, radius: Double, _ style: String) {
    lines.append(
      "<circle class=\"\(style)\" cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\""
        + " r=\"\(Self.number(radius))\"/>"
    )
  }

  mutating func rectangle(
    x: Double,
    y: Double,
    width: Double,
    height: Double,
    radius: Double,
    _ style: String,
    tip: String? = nil
  ) {
    let shape =
      "<rect class=\"\(style)\" x=\"\(Self.number(x))\" y=\"\(Self.number(y))\""
      + " width=\"\(Self.number(width))\" height=\"\(Self.number(height))\""
      + " rx=\"\(Self.number(radius))\""
    let title = tip.map { "><title>\(MarkupText.escaped($0))</title></rect>" }
    lines.append(shape + (title ?? "/>"))
  }

  mutating func text(
    _ text: String,
    x: Double,
    y: Double,
    _ style: String,
    anchor: String? = nil
  ) {
    let anchor = anchor.map { " text-anchor=\"\($0)\"" } ?? ""
    lines.append(
      "<text class=\"\(style)\" x=\"\(Self.number(x))\" y=\"\(Self.number(y))\"\(anchor)>"
        + MarkupText.escaped(text) + "</text>"
    )
  }

  /// A word with something fainter after it.
  mutating func label(_ word: String, _ faint: String, x: Double, y: Double, tip: String) {
    lines.append(
      "<text class=\"label\" x=\"\(Self.number(x))\" y=\"\(Self.number(y))\">"
        + "<title>\(MarkupText.escaped(tip))</title>\(MarkupText.escaped(word))"
        + "<tspan class=\"muted\" dx=\"5\">\(MarkupText.escaped(faint))</tspan></text>"
    )
  }

  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let (whole, rest) = tenths.quotientAndRemainder(dividingBy: 10)
    return rest == 0 ? String(whole) : "\(tenths < 0 && whole == 0 ? "-" : "")\(whole).\(abs(rest))"
  }
}
