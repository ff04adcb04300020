/// A text that names one thing; two kinds of names are two types.
///
/// Compared exactly, byte by byte of the text: no case folding, no trimming (case M08).
package protocol TextIdentifier: RawRepresentable, Hashable, Comparable, Codable, Sendable,
  CodingKeyRepresentable, CustomStringConvertible, ExpressibleByStringLiteral
where RawValue == String {
  init(rawValue: String)
}

extension TextIdentifier {
  package init(_ text: String) { self.init(rawValue: text) }
  package init(stringLiteral value: String) { self.init(rawValue: value) }
  package var description: String { rawValue }

  package static func < (left: Self, right: Self) -> Bool {
    left.rawValue.isBefore(right.rawValue)
  }

  package init?(codingKey: some CodingKey) { self.init(rawValue: codingKey.stringValue) }
  package var codingKey: any CodingKey { TextCodingKey(stringValue: rawValue) }
}

/// A member name that is not known when the program is written.
package struct TextCodingKey: CodingKey {
  package var stringValue: String
  package var intValue: Int? { nil }

  package init(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }
}

/// The identifier of a product, as the developer wrote it.
package struct ProductID: TextIdentifier {
  package var rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// The identifier of a subscription group.
package struct SubscriptionGroupID: TextIdentifier {
  package var rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// The identifier of an offer; for an offer code its reference name (storekit-format 3.19).
package struct OfferID: TextIdentifier {
  package var rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// A customer of the simulated store: `[A-Za-z0-9._-]{1,64}`, not starting with a dot.
package struct AccountName: TextIdentifier {
  package var rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  /// The account that exists from `init`.
  package static let standard = AccountName(rawValue: "default")

  package var isValid: Bool {
    let allowed = rawValue.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"):
        true
      default: false
      }
    }
    return allowed && (1...64).contains(rawValue.utf8.count) && !rawValue.hasPrefix(".")
  }
}

/// A purchase that waits for somebody: an Ask to Buy request or an interrupted purchase, `req-1`.
package struct RequestID: TextIdentifier {
  package var rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// A purchase started outside the app that waits until the app continues or refuses it.
package struct IntentID: TextIdentifier {
  package var rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// The identifier of one transaction: decimal text, compared as a number of any length.
package struct TransactionID: TextIdentifier {
  package var rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static func < (left: TransactionID, right: TransactionID) -> Bool {
    let answer: Bool? = left.rawValue.withOctets { left in
      right.rawValue.withOctets { right in isLess(left, right) }
    }
    return answer ?? left.rawValue.isBefore(right.rawValue)
  }

  /// `nil`: the same number, however it is written.
  private static func isLess(
    _ left: UnsafeBufferPointer<UInt8>,
    _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool? {
    func start(_ digits: UnsafeBufferPointer<UInt8>) -> Int {
      digits.firstIndex { $0 != UInt8(ascii: "0") } ?? digits.count
    }
    let (leftStart, rightStart) = (start(left), start(right))
    let (count, rightCount) = (left.count - leftStart, right.count - rightStart)
    guard count == rightCount else { return count < rightCount }
    for place in 0..<count where left[leftStart + place] != right[rightStart + place] {
      return left[leftStart + place] < right[rightStart + place]
    }
    return nil
  }
}
