extension String {
  /// The octets where they stand, or in a copy where they stand nowhere in one piece.
  func withOctets<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    utf8.withContiguousStorageIfAvailable(body) ?? Array(utf8).withUnsafeBufferPointer(body)
  }

  /// Whether both are the same octets.
  ///
  /// `==` follows Unicode, for which the Kelvin sign is the letter K: too generous where texts of
  /// strangers say who they are.
  func isIdentical(to other: String?) -> Bool {
    guard let other else { return false }
    return utf8.elementsEqual(other.utf8)
  }
}
