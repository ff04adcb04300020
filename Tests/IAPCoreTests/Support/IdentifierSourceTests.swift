import IAPCore
import Testing

struct IdentifierSourceTests {
  @Test func `SplitMix64 gives the published numbers`() {
    var generator = SplitMix64(seed: 1_234_567)

    let numbers = (0..<5).map { _ in generator.next() }

    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ]
    )
  }

  @Test func `The same question always has the same answer, kept here for ever`() {
    let source = IdentifierSource(seed: 42)

    #expect(
      source.uuid(account: "default", kind: "notification", counter: 1)
        == "eb32af98-7908-478a-8f0c-43fb97818109"
    )
  }

  @Test func `Seed, account, kind and counter all matter, and every answer has version 4's shape`()
  {
    var seen: Set<String> = []
    for seed in [0, 1, 42, .max] as [UInt64] {
      for account in ["", "a", "ab", "default"] {
        for kind in ["", "b", "bnotification", "notification"] {
          for counter in 0..<20 as Range<UInt64> {
            let uuid = IdentifierSource(seed: seed)
              .uuid(account: account, kind: kind, counter: counter)
            seen.insert(uuid)
            let parts = uuid.split(separator: "-", omittingEmptySubsequences: false)
            #expect(parts.map(\.count) == [8, 4, 4, 4, 12], "\(uuid)")
            #expect(parts.count == 5 && parts[2].hasPrefix("4"), "\(uuid)")
            #expect(parts.count == 5 && "89ab".contains(parts[3].prefix(1)), "\(uuid)")
            #expect(uuid.allSatisfy { "0123456789abcdef-".contains($0) }, "\(uuid)")
          }
        }
      }
    }
    #expect(seen.count == 4 * 4 * 4 * 20)
  }
}
