/// Why bytes cannot be used as a catalogue at all.
///
/// Paths are those inside the file: `subscriptionGroups[0].subscriptions[1].displayPrice`.
package enum CatalogError: Error, Equatable, Sendable {
  /// No bytes, or nothing but white space.
  case empty
  /// More bytes than any catalogue can need.
  case tooLarge(bytes: Int, limit: Int)
  /// An XML or binary property list, whatever its keys are.
  case propertyList
  case notJSON(JSONSyntaxError)
  /// JSON, but of something else; with the names of its first members, none if it is no object.
  case notACatalog(members: [String])
  /// Another kind of value stands at the path.
  case wrongType(path: String, expected: String, found: String)
  /// A member without which nothing can be sold is missing.
  case missing(path: String)
  /// The kind is right, the text or number is not.
  case invalidValue(path: String, expected: String, found: String)

  /// The stable word for it.
  package var code: String {
    switch self {
    case .empty: "emptyCatalog"
    case .tooLarge: "catalogTooLarge"
    case .propertyList: "propertyList"
    case .notJSON: "notJSON"
    case .notACatalog: "notACatalog"
    case .wrongType: "wrongType"
    case .missing: "missingMember"
    case .invalidValue: "invalidValue"
    }
  }

  /// The place inside the file; empty where the whole file is meant.
  package var path: String {
    switch self {
    case .empty, .tooLarge, .propertyList, .notJSON, .notACatalog: ""
    case .wrongType(let path, _, _), .missing(let path), .invalidValue(let path, _, _): path
    }
  }
}
