/// What a bundle id may be: the one rule for everything that makes a store.
package enum BundleID {
  /// What is expected, for messages.
  package static let expectation =
    "a bundle id like com.example.app: letters, digits, - and _, in parts with a dot between them"

  /// 155 characters at most.
  package static func isValid(_ text: String) -> Bool {
    guard (1...155).contains(text.utf8.count) else { return false }
    return text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
              UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
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
