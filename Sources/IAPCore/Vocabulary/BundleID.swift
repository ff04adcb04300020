/// What a bundle id may be: the one rule for everything that makes a store.
package enum BundleID {
  /// What is expected, for messages.
  package static let expectation = "letters, digits, hyphens and dots, like com.example.app"

  /// Letters, digits and hyphens between single dots, 155 characters at most.
  package static func isValid(_ text: String) -> Bool {
    guard (1...155).contains(text.utf8.count) else { return false }
    return text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
              UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
              true
            default: false
            }
          }
      }
  }
}

extension StoreEnvironment {
  /// What a store can sign as; the others are words of somebody else's data.
  package static let ofStores: [StoreEnvironment] = [.sandbox, .production, .xcode]
}
