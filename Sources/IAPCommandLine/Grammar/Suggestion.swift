import IAPCore

/// The nearest of the allowed words to one that is not allowed.
package enum Suggestion {
  /// `nil`: none is near enough to be what was meant.
  package static func nearest(to word: String, among allowed: [String]) -> String? {
    NearestName.of(word, among: allowed)
  }

  /// Up to `limit` near words, nearest first.
  package static func nearest(to word: String, among allowed: [String], limit: Int) -> [String] {
    NearestName.all(near: word, among: allowed, limit: limit)
  }

  /// How many letters must be changed, added, dropped or swapped with a neighbour.
  static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    NearestName.distance(left, right)
  }
}
