/// The colours of the timeline's picture.
///
/// Classes instead of custom properties: viewers that are no browser do not know those. Stretches
/// that differ in meaning differ in pattern too, for print and for eyes that see few colours.
enum SVGStyle {
  static let sheet = """
    text { font: 11px system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif; fill: #1d1d1f; }
    .title { font-size: 18px; font-weight: 600; }
    .product { font-size: 12.5px; font-weight: 600; }
    .tick, .muted, .id { fill: #6e6e73; }
    .id { font-size: 9.5px; }
    .group { font-weight: 600; }
    .label { paint-order: stroke; stroke: #ffffff; stroke-width: 4px; stroke-linejoin: round; }
    .now-label { font-size: 10.5px; font-weight: 600; fill: #c2410c; }
    .paper { fill: #ffffff; }
    .grid { stroke: #ececf0; }
    .year { stroke: #d2d2d9; }
    .track { stroke: #e3e3e8; stroke-dasharray: 1 4; }
    .leader { stroke: #b4b4bb; }
    .now { stroke: #c2410c; stroke-width: 1.2; }
    .now-dot { fill: #c2410c; }
    .future { fill: #ffffff; opacity: 0.55; }
    .paid { fill: #2563eb; }
    .trial { fill: #a7d8c6; }
    .offer { fill: #7c4ddb; }
    .shared { fill: #0e9aa7; }
    .grace { fill: url(#grace); }
    .retry { fill: url(#retry); }
    .lapsed { fill: #c7c7cc; }
    .revoked { fill: url(#revoked); }
    .grace-ground { fill: #fde68a; } .grace-line { stroke: #d97706; }
    .retry-ground { fill: #fee2e2; } .retry-line { stroke: #dc2626; }
    .revoked-ground { fill: #f1f1f4; } .revoked-line { stroke: #9a9aa3; }
    .in { font-weight: 600; text-anchor: middle; }
    .in.paid, .in.offer, .in.shared { fill: #ffffff; }
    .in.trial { fill: #0b4a36; }
    .in.grace, .in.retry, .in.revoked { fill: #1d1d1f; paint-order: stroke; stroke: #ffffff; stroke-width: 3px; stroke-linejoin: round; }
    .good { fill: #2563eb; } .warning { fill: #d97706; } .bad { fill: #dc2626; }
    @media screen and (prefers-color-scheme: dark) {
    text { fill: #f5f5f7; }
    .tick, .muted, .id { fill: #98989f; }
    .label { stroke: #16161a; }
    .now-label { fill: #fdba74; }
    .paper { fill: #16161a; }
    .grid { stroke: #26262c; }
    .year { stroke: #3a3a42; }
    .track { stroke: #303038; }
    .leader { stroke: #55555e; }
    .now { stroke: #fb923c; }
    .now-dot { fill: #fb923c; }
    .future { fill: #16161a; }
    .paid { fill: #3b82f6; }
    .trial { fill: #2f7d63; }
    .offer { fill: #9333ea; }
    .shared { fill: #0f8b97; }
    .lapsed { fill: #55555e; }
    .grace-ground { fill: #57400c; } .grace-line { stroke: #f59e0b; }
    .retry-ground { fill: #4c1d1d; } .retry-line { stroke: #f87171; }
    .revoked-ground { fill: #26262c; } .revoked-line { stroke: #6e6e78; }
    .in.trial { fill: #ffffff; }
    .in.grace, .in.retry, .in.revoked { fill: #f5f5f7; stroke: #16161a; }
    .good { fill: #60a5fa; } .warning { fill: #f59e0b; } .bad { fill: #f87171; }
    }
    @media print {
    .bar { stroke: #1d1d1f; stroke-width: 0.4; }
    * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
    }
    """

  static let patterns = """
    <defs>
    <pattern id="grace" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
    <rect class="grace-ground" width="7" height="7"/><line class="grace-line" x1="0" y1="0" x2="0" y2="7" stroke-width="3"/></pattern>
    <pattern id="retry" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">\
    <rect class="retry-ground" width="6" height="6"/><line class="retry-line" x1="0" y1="0" x2="0" y2="6" stroke-width="2"/></pattern>
    <pattern id="revoked" width="7" height="7" patternUnits="userSpaceOnUse">\
    <rect class="revoked-ground" width="7" height="7"/><path class="revoked-line" d="M0 0L7 7M7 0L0 7" stroke-width="1"/></pattern>
    </defs>
    """
}
