/// Where the store's UUIDs come from: a function of seed, account, kind and counter (rule X-5).
///
/// Equal questions get equal answers in every run. The mixer is not cryptographic: the identifiers
/// are unlikely to collide, not hard to guess.
package struct IdentifierSource: Equatable, Sendable {
  package var seed: UInt64

  package init(seed: UInt64) {
    self.seed = seed
  }

  /// A UUID in lower case with the shape of version 4.
  ///
  /// `kind` says what is named (`notification`, `appTransaction`), so that the counters of different
  /// kinds may overlap; `counter` counts within account and kind.
  package func uuid(account: String, kind: String, counter: UInt64) -> String {
    var state = SplitMix64.mixed(seed)
    absorb(account, into: &state)
    absorb(kind, into: &state)
    absorb(counter, into: &state)
    var generator = SplitMix64(seed: state)
    let high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    return Self.text(high: high, low: low)
  }

  /// The length goes in as well: `ab` + `c` and `a` + `bc` are different names.
  private func absorb(_ text: String, into state: inout UInt64) {
    absorb(UInt64(text.utf8.count), into: &state)
    for byte in text.utf8 { absorb(UInt64(byte), into: &state) }
  }

  private func absorb(_ value: UInt64, into state: inout UInt64) {
    state = SplitMix64.mixed((state &+ 0x9E37_79B9_7F4A_7C15) ^ value)
  }

  private static func text(high: UInt64, low: UInt64) -> String {
    String(unsafeUninitializedCapacity: 36) { buffer in
      var place = 0
      for index in 0..<32 {
        if index == 8 || index == 12 || index == 16 || index == 20 {
          buffer[place] = UInt8(ascii: "-")
          place += 1
        }
        let half = index < 16 ? high : low
        let digit = UInt8(half >> UInt64(60 - 4 * (index % 16)) & 0xF)
        buffer[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        place += 1
      }
      return 36
    }
  }
}
