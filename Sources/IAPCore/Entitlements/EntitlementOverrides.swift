/// What a developer switched on or off by hand, by entitlement name; always labelled in answers.
package struct EntitlementOverrides: Equatable, Sendable {
  /// True: entitled whatever was bought; false: not entitled whatever was bought.
  package private(set) var values: [String: Bool]

  package init(_ values: [String: Bool] = [:]) {
    self.values = values
  }

  package var isEmpty: Bool { values.isEmpty }

  /// Sets or clears one; a store folder that does not allow overrides refuses all but clearing.
  package mutating func apply(
    _ event: OverrideEvent,
    isAllowed: Bool
  ) throws(EntitlementOverrideError) {
    switch event.value {
    case .clear: values[event.name] = nil
    case .on, .off:
      guard isAllowed else { throw .notAllowed(event.name) }
      values[event.name] = event.value == .on
    }
  }

  /// The entitlement as the override has it, with the state that it stands above as a reason.
  func applied(to entitlement: Entitlement) -> Entitlement {
    guard let isOn = values[entitlement.name] else { return entitlement }
    var overridden = entitlement
    overridden.isOverridden = true
    overridden.isEntitled = isOn
    overridden.state = isOn ? .active : .notPurchased
    overridden.productID = nil
    overridden.transactionID = nil
    overridden.expiresDate = nil
    overridden.entitledUntilDate = nil
    overridden.willRenew = nil
    overridden.ownershipType = nil
    overridden.expirationIntent = nil
    overridden.reasons.insert(.overridden(isOn: isOn, instead: entitlement.state), at: 0)
    return overridden
  }
}

/// Why an override was refused.
package enum EntitlementOverrideError: Error, Equatable, Sendable {
  /// The store folder's configuration does not allow overrides.
  case notAllowed(String)
}

extension EntitlementOverrides: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: TextCodingKey.self)
    values = [:]
    for key in container.allKeys {
      values[key.stringValue] = try container.decode(Bool.self, forKey: key)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TextCodingKey.self)
    for (name, isOn) in values.sorted(by: { $0.key.isBefore($1.key) }) {
      try container.encode(isOn, forKey: TextCodingKey(stringValue: name))
    }
  }
}
