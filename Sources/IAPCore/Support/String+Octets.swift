extension String {
  /// Whether both are the same octets.
  ///
  /// `==` follows Unicode, for which the Kelvin sign is the letter K: too generous where texts of
  /// strangers say who they are.
  func isIdentical(to other: String?) -> Bool {
    guard let other else { return false }
    return utf8.elementsEqual(other.utf8)
  }
}
