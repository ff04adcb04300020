/// Why a document is no entitlement map.
///
/// `path` names the place as a reader of the file would: `entitlements.pro[2]`.
package enum EntitlementMapError: Error, Equatable, Sendable {
  /// Not one strict JSON value; equal names in one object are found here too.
  case syntax(JSONSyntaxError)
  /// Another kind of value stands there.
  case expected(String, found: String, path: String)
  case missing(path: String)
  /// `found` is `nil` when the document names no format.
  case wrongFormat(found: String?)
  case newerVersion(found: String, known: Int)
  /// A member that means nothing here, with the nearest known name if one is near.
  case unknownMember(path: String, nearest: String?)
  /// The product stands twice in one entitlement.
  case duplicateProduct(ProductID, path: String)
  /// An entitlement, product or list without content.
  case empty(path: String)
  /// Not a length of time above zero.
  case invalidDuration(String, path: String)
  case invalidOverlap(String, path: String, nearest: String?)
}
