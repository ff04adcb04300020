import IAPCore
import Testing

struct NearNamesTests {
  private let names = ["demo.gold.monthly", "demo.gold.yearly", "demo.silver.monthly", "coins_100"]

  @Test func `Case and blanks never hide the name that was meant`() {
    #expect(NearNames.of("Demo.Gold.Monthly", among: names).first == "demo.gold.monthly")
    #expect(NearNames.of(" demo.gold.monthly\n", among: names).first == "demo.gold.monthly")
  }

  @Test func `A part of a name finds the names that hold it`() {
    #expect(NearNames.of("gold", among: names) == ["demo.gold.monthly", "demo.gold.yearly"])
  }

  @Test func `Swapped letters count as one mistake`() {
    #expect(NearNames.of("conis_100", among: names) == ["coins_100"])
  }

  @Test func `Nobody meant a name that shares nothing`() {
    #expect(NearNames.of("zzzzzz", among: names) == [])
    #expect(NearNames.of("", among: names) == [])
    #expect(NearNames.of("x", among: ["y", "ab"]) == [])
  }

  @Test func `Never more than asked for, never one name twice`() {
    let many = (1...9).map { "pro_\($0)" } + ["pro_1"]

    #expect(NearNames.of("pro_x", among: many) == ["pro_1", "pro_2", "pro_3"])
  }
}
