import IAPCore

/// The words of pictures of timelines, and the signs that stand for them on a terminal.
enum TimelineWords {
  /// What a legend calls a stretch of time.
  static func word(for kind: Timeline.Period.Kind) -> String {
    switch kind {
    case .paid: "paid"
    case .trial: "free trial"
    case .offer: "offer"
    case .shared: "shared by the family"
    case .grace: "grace period"
    case .retry: "billing retry"
    case .lapsed: "not subscribed"
    case .revoked: "taken back"
    }
  }

  /// What happened, in the past tense.
  static func word(for kind: StoreChange.Kind) -> String {
    switch kind {
    case .planChangeScheduled: "plan change chosen"
    case .planChangeCancelled: "plan change cancelled"
    case .planChanged: "plan changed"
    case .offerRedeemed: "offer redeemed"
    case .autoRenewDisabled: "auto-renewal off"
    case .autoRenewEnabled: "auto-renewal on"
    case .renewalFailed: "renewal failed"
    case .gracePeriodExpired: "grace period ended"
    case .priceIncreasePending: "price increase announced"
    case .priceIncreaseAccepted: "price increase accepted"
    case .priceIncreaseDeclined: "price increase declined"
    case .refundRequested: "refund requested"
    case .refundDeclined: "refund declined"
    case .refundReversed: "refund reversed"
    default: kind.rawValue
    }
  }

  /// One column wide each: for a terminal that knows Unicode, and for one that does not.
  static func sign(for kind: StoreChange.Kind) -> (unicode: Character, plain: Character) {
    switch kind {
    case .purchased, .subscribed, .resubscribed: ("▲", "^")
    case .renewed: ("•", "'")
    case .restored: ("↺", "r")
    case .recovered: ("✓", "v")
    case .upgraded: ("↑", "U")
    case .planChanged: ("↓", "D")
    case .planChangeScheduled: ("↷", "d")
    case .planChangeCancelled: ("↶", "k")
    case .offerRedeemed: ("★", "@")
    case .autoRenewDisabled: ("○", "o")
    case .autoRenewEnabled: ("●", "O")
    case .renewalFailed, .gracePeriodExpired: ("!", "!")
    case .expired: ("■", "#")
    case .priceIncreasePending, .priceIncreaseAccepted, .priceIncreaseDeclined: ("$", "$")
    case .refundRequested: ("?", "?")
    case .refunded, .revoked: ("✗", "x")
    case .refundDeclined: ("=", "=")
    case .refundReversed: ("↩", "<")
    case .extended: ("→", ">")
    case .shared: ("◇", "*")
    default: ("·", ".")
    }
  }

  /// How a stretch is drawn: the sign, and the one that ends a stretch.
  static func bar(
    for kind: Timeline.Period.Kind,
    isPlain: Bool
  ) -> (fill: Character, end: Character) {
    switch kind {
    case .paid: isPlain ? ("=", "|") : ("█", "▊")
    case .trial: isPlain ? ("~", "|") : ("░", "▏")
    case .offer: isPlain ? ("+", "|") : ("▓", "▍")
    case .shared: isPlain ? ("%", "|") : ("▤", "▏")
    case .grace: isPlain ? ("!", "!") : ("▞", "▞")
    case .retry: isPlain ? ("-", "-") : ("╱", "╱")
    case .lapsed: isPlain ? (".", ".") : ("·", "·")
    case .revoked: isPlain ? ("x", "x") : ("╳", "╳")
    }
  }

  static func style(for kind: Timeline.Period.Kind) -> StyledText.Style {
    switch kind {
    case .paid, .shared, .trial, .offer: .good
    case .grace: .warning
    case .retry, .revoked: .bad
    case .lapsed: .faint
    }
  }

  /// `9.99 USD`; `free` for nothing.
  static func price(_ charge: Timeline.Charge) -> String {
    guard charge.milliunits != 0 else { return "free" }
    let amount = Price(milliunits: charge.milliunits).text
    return charge.currency.map { "\(amount) \($0)" } ?? amount
  }

  /// The day alone where it is midnight.
  private static func shortMoment(_ moment: Instant) -> String {
    moment.milliseconds % Instant.day == 0 ? moment.dateText : moment.forPeople
  }

  /// What a mark is about: `pro_monthly, free trial, until 2026-01-08`.
  static func details(of mark: Timeline.Mark) -> String {
    var parts: [String] = []
    if let product = mark.period?.product ?? mark.product { parts.append(product.rawValue) }
    if let period = mark.period {
      if period.kind != .paid { parts.append(word(for: period.kind)) }
      if let charge = period.price, period.kind != .trial { parts.append(price(charge)) }
      if period.start != mark.date { parts.append("from " + shortMoment(period.start)) }
      if let end = period.end { parts.append("until " + shortMoment(end)) }
    }
    if let end = mark.newEnd { parts.append("until " + shortMoment(end)) }
    if let charge = mark.nextPrice { parts.append("next " + price(charge)) }
    let announcesNext: Set<StoreChange.Kind> = [.planChangeScheduled, .offerRedeemed]
    if let next = mark.nextProduct, announcesNext.contains(mark.kind) {
      parts.append("next " + next.rawValue)
    }
    return parts.joined(separator: ", ")
  }
}
