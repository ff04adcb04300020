import IAPTestSupport
import Testing

@testable import IAPCore

/// The one order of texts, and that of ids, which are numbers of any length.
struct TextOrderTests {
  @Test func `Texts are in the order of their Unicode scalars`() {
    var random = SplitMix64(seed: 3)
    let letters: [Character] = ["a", "b", "\u{7F}", "\u{80}", "é", "\u{FFFF}", "\u{10000}", "😀"]
    func text() -> String {
      String((0..<Int(random.next() % 4)).map { _ in letters[Int(random.next() % 8)] })
    }

    for _ in 0..<2000 {
      let (left, right) = (text(), text())
      #expect(
        left.isBefore(right)
          == left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars),
        "\(left) \(right)"
      )
    }
  }

  @Test func `Ids are in the order of their numbers, then of their texts`() {
    let ids: [TransactionID] = [
      "", "0", "00", "001", "01", "1", "2", "10", "0020", "20", "2000000000000001",
      "2000000000000010", "10000000000000000000000000",
    ]

    for (place, left) in ids.enumerated() {
      for (other, right) in ids.enumerated() {
        #expect((left < right) == (place < other), "\(left) \(right)")
      }
    }
  }
}
