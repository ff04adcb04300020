import Foundation
import Testing

/// Every rule, row and case that this project promises has a test that is named by it.
///
/// The numbers are the project's own list; what each stands for is said where it is implemented and
/// tested. Gaps in the numbers are gaps in the list, not rules left out.
struct CoverageTests {
  /// How the App Store behaves: products, purchases, Ask to Buy, sequences, fields, states, billing,
  /// offers, refunds, families, order.
  private static let rules: [(letter: String, numbers: [ClosedRange<Int>])] = [
    ("P", [1...9]), ("T", [1...7, 10...15, 20...25]), ("A", [1...10]), ("E", [1...11, 20...23]),
    ("C", [1...17]), ("S", [1...6, 10...14, 20...25, 30...39, 40...43]),
    ("B", [1...13, 20...25]), ("O", [1...11]), ("R", [1...10]), ("F", [1...7]), ("X", [1...8]),
  ]

  /// What the server is told, and how it is delivered.
  private static let rows: [(letter: String, numbers: [ClosedRange<Int>])] = [
    (
      "N",
      [
        1...5, 10...14, 20...24, 30...35, 40...46, 50...56, 60...66, 70...78, 80...84, 90...93,
        95...97,
      ]
    ), ("D", [1...8]),
  ]

  /// Situations in which real apps went wrong.
  private static let cases: [(letter: String, numbers: [Int])] = [
    ("A", [1, 2, 4, 5, 7, 9, 10, 11, 12, 14]), ("B", [1, 2, 3, 4, 5, 7, 8, 10, 11, 12, 14, 15]),
    ("C", [1, 2, 3, 4, 6, 7, 9, 11]), ("D", [1, 2, 4, 5, 8]), ("E", [1, 2, 4, 5, 6, 9, 10]),
    ("F", [1, 2, 4, 5, 7, 8, 9, 11, 12, 13, 14]), ("G", [1, 2, 4, 5, 7, 8, 9]),
    ("H", [1, 2, 3, 4, 7]), ("I", [1, 2, 4, 6, 7, 8, 10, 11, 12, 14, 15, 16, 17]),
    ("J", [1, 3, 5, 6]), ("K", [1, 2, 3, 5, 7]), ("L", [1, 2, 4, 5, 7, 8, 9]),
    ("M", [1, 2, 3, 4, 6, 8, 10, 11, 12]), ("N", [1, 2, 3, 4, 6]),
  ]

  private static func names(_ list: [(letter: String, numbers: [ClosedRange<Int>])]) -> [String] {
    list.flatMap { entry in
      entry.numbers.flatMap { $0.map { "\(entry.letter)-\($0)" } }
    }
  }

  /// The ids in the names of test functions, which stand between back ticks.
  private func idsInTestNames(_ pattern: String) throws -> Set<String> {
    let expression = try Regex(pattern)
    return SourceTree.tests.reduce(into: Set()) { found, file in
      for line in file.lines where line.contains("func `") {
        let name = line.split(separator: "`", omittingEmptySubsequences: false)[1]
        for match in name.matches(of: expression) { found.insert(String(name[match.range])) }
      }
    }
  }

  @Test func `Every rule of the store is named by a test`() throws {
    let wanted = Self.names(Self.rules)

    let found = try idsInTestNames(#"\b[A-Z]-[0-9]+\b"#)

    #expect(wanted.count == 156)
    #expect(wanted.filter { !found.contains($0) } == [])
  }

  @Test func `Every row of the notifications is named by a test`() throws {
    let found = try idsInTestNames(#"\b[A-Z]-[0-9]+\b"#)

    #expect(Self.names(Self.rows).filter { !found.contains($0) } == [])
  }

  @Test func `Every case is named by a test`() throws {
    let wanted = Self.cases.flatMap { entry in
      entry.numbers.map { "\(entry.letter)\($0 < 10 ? "0" : "")\($0)" }
    }

    let found = try idsInTestNames(#"\b[A-N][0-9]{2}\b"#)

    #expect(wanted.count == 108)
    #expect(wanted.filter { !found.contains($0) } == [])
  }
}
