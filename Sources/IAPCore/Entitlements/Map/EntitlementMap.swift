/// Which products give which entitlement: the `iap.entitlements` document of design section 4.
package struct EntitlementMap: Equatable, Sendable {
  /// How long a non-renewing subscription lasts; the App Store does not know (rule P-4).
  package struct Duration: Equatable, Sendable {
    package enum Overlap: String, Sendable, CaseIterable {
      /// A purchase during access is added to its end (once for each of its quantity).
      case extend
      /// Only the newest purchase counts, from its own date.
      case latest
    }

    package var duration: CalendarDuration
    package var overlap: Overlap

    package init(_ duration: CalendarDuration, overlap: Overlap = .extend) {
      self.duration = duration
      self.overlap = overlap
    }
  }

  /// The products of each entitlement, in the file's order.
  package var entitlements: [String: [ProductID]]
  package var nonRenewing: [ProductID: Duration]
  /// False: billing retry without grace gives no access, as the App Store has it (rule S-1).
  package var allowsAccessDuringBillingRetry: Bool

  package init(
    entitlements: [String: [ProductID]] = [:],
    nonRenewing: [ProductID: Duration] = [:],
    allowsAccessDuringBillingRetry: Bool = false
  ) {
    self.entitlements = entitlements
    self.nonRenewing = nonRenewing
    self.allowsAccessDuringBillingRetry = allowsAccessDuringBillingRetry
  }

  static let formatName = "iap.entitlements"
  static let version = 1

  /// The entitlements' names in order.
  package var names: [String] { entitlements.keys.sorted { $0.isBefore($1) } }

  /// The map as its document writes it.
  package var json: JSONValue {
    let products = names.map { name in
      JSONMember(name, .strings((entitlements[name] ?? []).map(\.rawValue)))
    }
    let durations = nonRenewing.sorted { $0.key < $1.key }.map { product, rule in
      JSONMember(
        product.rawValue,
        .object([
          "duration": .string(rule.duration.iso8601), "overlap": .string(rule.overlap.rawValue),
        ])
      )
    }
    return .object([
      "format": .string(Self.formatName),
      "version": .integer(Self.version),
      "entitlements": .object(products),
      "nonRenewing": durations.isEmpty ? nil : .object(durations),
      "allowAccessDuringBillingRetry": .boolean(allowsAccessDuringBillingRetry),
    ])
  }
}
