/// Sebastiano Vigna's SplitMix64: a small seeded generator, for simulation and tests only.
///
/// Nothing secret may come from it; keys and nonces that matter are OpenSSL's business.
package struct SplitMix64: RandomNumberGenerator, Equatable, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  /// The finalizer on its own: every bit of the input reaches every bit of the output.
  static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
