import IAPCore
import IAPTestSupport
import Testing

@testable import IAPCommandLine

/// The stories of `Fixtures/scenarios`: every one holds, and together they tell everything.
struct ScenarioFixtureTests {
  private func scenarios() throws -> [(file: String, scenario: Scenario)] {
    try Fixture.names(in: "scenarios", suffix: ".json")
      .map { ($0, try ScenarioReader.read(try Fixture.bytes($0))) }
  }

  @Test func `All stories hold`() throws {
    let outcome = try World.withFixtures().run("replay", "scenarios")

    #expect(outcome.exit == .success, "\(outcome.output)")
    #expect(outcome.errors == "")
  }

  @Test func `Every story has a name of its own and says why it is told`() throws {
    let scenarios = try scenarios().map(\.scenario)

    #expect(scenarios.count >= 40)
    #expect(Set(scenarios.map(\.name)).count == scenarios.count)
    #expect(scenarios.filter { ($0.description ?? "").count < 40 }.map(\.name) == [])
    #expect(scenarios.filter { $0.steps.flatMap(\.expectations).isEmpty }.map(\.name) == [])
  }

  @Test func `Every event has a story`() throws {
    let used = Set(try scenarios().flatMap(\.scenario.steps).compactMap { $0.event?.verb })

    #expect(EventVerb.allCases.filter { !used.contains($0) } == [])
  }

  @Test func `Every setting has a story or is told by its own tests`() throws {
    let used = Set(
      try scenarios().map(\.scenario).flatMap { scenario in
        scenario.steps.flatMap { step -> [String] in
          guard case .set(let set)? = step.event else { return [] }
          return Array(set.values.keys)
        } + scenario.settings.keys
      }
    )

    #expect(used.isSuperset(of: ["ask-to-buy", "interrupted", "network", "grace-period", "lead"]))
  }

  @Test func `A story with another end fails`() throws {
    let world = try World.withFixtures()
    let path = "scenarios/refund-ends-access.json"
    let text = try Fixture.text(path)
    world.files[path] = text.replacing("\"state\": \"revoked\"", with: "\"state\": \"active\"")

    let outcome = world.run("replay", path)

    #expect(outcome.exit == .no)
    #expect(
      outcome.output.contains(
        """
          step 2
            expected  {"entitlement":"pro","state":"active"}
            found     {"entitlement":"pro","state":"revoked"}
        """
      )
    )
  }

  @Test func `The list says what the stories tell`() throws {
    let outcome = try World.withFixtures().run("replay", "--list", "scenarios")

    #expect(outcome.exit == .success)
    for (file, scenario) in try scenarios() {
      #expect(outcome.output.contains("\(scenario.name)  \(file)"))
    }
  }
}

extension World {
  /// A world with the fixtures of stories in its working directory.
  static func withFixtures() throws -> World {
    let world = World()
    let stories = try Fixture.names(in: "scenarios", suffix: ".json")
    let shops = try Fixture.names(in: "scenarios/shops", suffix: "")
    for name in stories + shops {
      let bytes = try Fixture.bytes(name)
      world.files.contents[name] = bytes
      world.files.contents["/shop/\(name)"] = bytes
    }
    return world
  }
}
