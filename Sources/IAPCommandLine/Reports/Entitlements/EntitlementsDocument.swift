import IAPCore

/// Who has access to what, and why.
struct EntitlementsDocument: Report {
  let report: EntitlementReport
  /// What else the reader should know, already in words.
  var otherWarnings: [String] = []
  /// True: every transaction that was looked at, and in text too; else in JSON what decided.
  let explains: Bool

  /// All warnings in words, each once.
  var warnings: [String] {
    var seen: Set<String> = []
    return (otherWarnings + report.warnings.map(\.words)).filter { seen.insert($0).inserted }
  }

  var json: JSONValue {
    .object([
      "asOfDate": .integer(report.asOf.milliseconds),
      "clock": .string(report.clock.rawValue),
      "entitlements": .array(report.entitlements.map(json)),
      "warnings": .strings(warnings),
    ])
  }

  private func json(_ entitlement: Entitlement) -> JSONValue {
    .object([
      "name": .string(entitlement.name),
      "entitled": .boolean(entitlement.isEntitled),
      "state": .string(entitlement.state.rawValue),
      "productId": entitlement.productID.map { .string($0.rawValue) },
      "transactionId": entitlement.transactionID.map { .string($0.rawValue) },
      "expiresDate": entitlement.expiresDate.map { .integer($0.milliseconds) },
      "entitledUntilDate": entitlement.entitledUntilDate.map { .integer($0.milliseconds) },
      "willRenew": entitlement.willRenew.map { .boolean($0) },
      "ownership": entitlement.ownershipType.map { .string($0.rawValue) },
      "expirationReason": entitlement.expirationIntent.map { .string($0.name) },
      "overridden": entitlement.isOverridden ? .boolean(true) : nil,
      "reasons": .strings(entitlement.reasons.filter { explains || $0.decides }.map(\.words)),
    ])
  }

  func write(to page: inout TextPage) {
    if report.entitlements.isEmpty {
      page.line("no entitlements")
    } else if explains {
      for entitlement in report.entitlements { explain(entitlement, on: &page) }
    } else {
      table(on: &page)
    }
  }

  private func table(on page: inout TextPage) {
    var table = TextTable("ENTITLEMENT", "ENTITLED", "STATE", "PRODUCT", "UNTIL", "NOTES")
    for entitlement in report.entitlements {
      table.add(
        StyledText(entitlement.name),
        Self.yesOrNo(entitlement),
        StyledText(entitlement.state.rawValue, entitlement.state.style),
        StyledText(entitlement.productID?.rawValue ?? ""),
        StyledText(Self.until(entitlement)),
        StyledText(Self.notes(entitlement))
      )
    }
    page.table(table)
    // The store's clock goes without saying.
    if report.clock != .store {
      page.line("as of \(report.asOf.forPeople), \(report.clock.words)")
    }
  }

  private func explain(_ entitlement: Entitlement, on page: inout TextPage) {
    page.line(
      StyledText(entitlement.name, .strong) + ": " + Self.yesOrNo(entitlement) + ", "
        + StyledText(entitlement.state.rawValue, entitlement.state.style)
    )
    for reason in entitlement.reasons {
      for (index, line) in TerminalText.wrapped(reason.words, width: 76).enumerated() {
        page.line(StyledText((index == 0 ? "  - " : "    ") + line))
      }
    }
  }

  private static func yesOrNo(_ entitlement: Entitlement) -> StyledText {
    entitlement.isEntitled ? StyledText("yes", .good) : StyledText("no", .bad)
  }

  private static func until(_ entitlement: Entitlement) -> String {
    guard entitlement.isEntitled else { return "" }
    return entitlement.entitledUntilDate?.forPeople ?? "for ever"
  }

  private static func notes(_ entitlement: Entitlement) -> String {
    var notes: [String] = []
    if entitlement.isOverridden { notes.append("overridden") }
    if entitlement.ownershipType == .familyShared { notes.append("family shared") }
    if let willRenew = entitlement.willRenew, entitlement.isEntitled {
      notes.append(willRenew ? "renews" : "does not renew")
    }
    if let intent = entitlement.expirationIntent { notes.append(intent.name) }
    return notes.joined(separator: ", ")
  }
}

extension EntitlementReason {
  /// False for the transactions that only `--explain` shows.
  fileprivate var decides: Bool {
    if case .didNotDecide = self { false } else { true }
  }
}
