import IAPCore
import IAPTestSupport
import Testing

@testable import IAPCommandLine

struct ReplayCommandTests {
  private func story(_ steps: String, name: String = "a story") -> String {
    """
    { "format": "iap.scenario", "version": 1, "name": "\(name)",
      "steps": [
        \(steps)
      ] }
    """
  }

  private func world(_ steps: String) -> World {
    let world = World()
    world.files["story.json"] = story(steps)
    return world
  }

  @Test func `The exit status says whether the story holds`() {
    #expect(world(#"{ "purchase": "lifetime" }"#).run("replay", "story.json").exit == .success)
    #expect(world(#"{ "expect": { "queue": 1 } }"#).run("replay", "story.json").exit == .no)
    #expect(world(#"{ "purchse": "lifetime" }"#).run("replay", "story.json").exit == .invalid)
    #expect(World().run("replay", "story.json").exit == .notFound)
  }

  @Test func `An error code that does not exist makes the file no scenario`() {
    let wrong = world(#"{ "refund": "lifetime", "expect": { "error": "unknownTransactio" } }"#)
    let right = world(#"{ "refund": "lifetime", "expect": { "error": "unknownTransaction" } }"#)

    let outcome = wrong.run("replay", "story.json")

    #expect(outcome.exit == .invalid)
    #expect(outcome.errors.contains("steps[0].expect.error"))
    #expect(outcome.errors.contains("'unknownTransaction' perhaps"))
    #expect(right.run("replay", "story.json").exit == .success)
  }

  @Test func `A step that looks at an account that does not exist does not hold`() {
    let nobody = world(#"{ "account": "kdi", "expect": { "queue": 0, "transaction": null } }"#)

    #expect(nobody.run("replay", "story.json").exit == .no)
  }

  @Test func `A folder without a scenario is no success`() {
    let world = world(#"{ "purchase": "lifetime" }"#)
    world.files["empty/notes.txt"] = "nothing"
    world.files["maps/map.json"] = #"{ "format": "iap.entitlements", "version": 1 }"#

    let empty = world.run("replay", "empty")
    let others = world.run("replay", "story.json", "maps", "--list")

    #expect(empty.exit == .notFound && empty.output == "")
    #expect(empty.errors.hasPrefix("iap: error: no scenario in the folder 'empty'\n"))
    #expect(others.exit == .notFound && others.errors.contains("none of its .json files (1)"))
  }

  @Test func `Other JSON in a folder is passed over, a scenario without its format is not`() {
    let world = World()
    world.files["stories/good.json"] = story("")
    world.files["stories/package.json"] = #"{ "name": "my-app", "version": "1.0.0" }"#

    #expect(world.run("replay", "stories").exit == .success)

    world.files["stories/forgotten.json"] = #"{ "name": "b", "steps": [] }"#
    #expect(world.run("replay", "stories").exit == .invalid)
  }

  @Test func `One bad file hides no other from the list`() {
    let world = World()
    world.files["bad.json"] = "{"
    world.files["good.json"] = story("", name: "good")

    let outcome = world.run("replay", "bad.json", "good.json", "missing.json", "--list")
    let document = world.run("replay", "bad.json", "good.json", "--list", "--json")

    #expect(outcome.exit == .notFound)
    #expect(outcome.output.contains("\ngood  good.json\n"), "\(outcome.output)")
    #expect(outcome.output.hasPrefix("bad.json\n  no scenario: bad.json: 1:2: "))
    #expect(document.exit == .invalid)
    #expect(document.output.contains(#""code": "invalidScenario""#), "\(document.output)")
  }

  @Test func `A kept store is never replaced, and no hint says to replace another`() {
    let world = World()
    world.files["a/x.json"] = story("")
    world.files["b/x.json"] = story("")
    #expect(world.run("replay", "a/x.json", "--into", "kept").exit == .success)

    let again = world.run("replay", "a/x.json", "--into", "kept")
    let twins = world.run("replay", "a/x.json", "b/x.json", "--into", "twins")

    #expect(again.exit == .unusableStore && !again.errors.contains("--force"), "\(again.errors)")
    #expect(again.errors.contains("there is a store already in 'kept'"))
    #expect(twins.exit == .usage, "\(twins.errors)")
    #expect(twins.errors.contains("'a/x.json' and 'b/x.json' would both be kept in 'twins/x'"))
  }

  @Test func `What could not be played says why in every report`() {
    let world = world(#"{ "purchse": "lifetime" }"#)
    world.variables["GITHUB_ACTIONS"] = "true"

    let outcome = world.run("replay", "story.json", "--junit", "report.xml")

    let why = "is not known, did you mean 'purchase'"
    #expect(outcome.errors.contains("steps[0].purchse: " + why), "\(outcome.errors)")
    #expect(world.files["report.xml"]?.contains("did you mean") == true)
  }

  @Test func `Of several scenarios the highest status counts`() {
    let world = world(#"{ "expect": { "queue": 1 } }"#)
    world.files["good.json"] = story("")
    world.files["broken.json"] = "{"

    #expect(world.run("replay", "good.json", "good.json").exit == .success)
    #expect(world.run("replay", "good.json", "story.json").exit == .no)
    #expect(world.run("replay", "broken.json", "story.json", "good.json").exit == .invalid)
    #expect(world.run("replay", "story.json", "missing.json", "broken.json").exit == .notFound)
  }

  @Test func `A misspelt key is told with place and nearest key`() {
    let outcome = world(#"{ "purchse": "lifetime" }"#).run("replay", "story.json")

    #expect(
      outcome.output == """
        FAIL  story.json
              no scenario: story.json: steps[0].purchse
              why: is not known, did you mean 'purchase'
              hint: iap help scenarios
        1 scenario, 1 not as expected

        """
    )
  }

  @Test func `The document lists every scenario in the order of the words`() {
    let world = world(#"{ "expect": { "queue": 1 } }"#)
    world.files["more/b.json"] = story("", name: "b")
    world.files["more/a.json"] = story("", name: "a")
    world.files["more/map.json"] = #"{ "format": "iap.entitlements", "version": 1 }"#

    let outcome = world.run("replay", "more", "story.json", "--json")

    #expect(
      outcome.output == """
        {
          "scenarios": [
            {
              "failures": [],
              "file": "more/a.json",
              "name": "a",
              "passed": true
            },
            {
              "failures": [],
              "file": "more/b.json",
              "name": "b",
              "passed": true
            },
            {
              "failures": [
                {
                  "expected": {
                    "queue": 1
                  },
                  "found": {
                    "queue": 0
                  },
                  "step": 1
                }
              ],
              "file": "story.json",
              "name": "a story",
              "passed": false
            }
          ]
        }

        """
    )
  }

  @Test func `Reports are written besides, and GitHub is told on standard error`() {
    let world = world(#"{ "purchase": "lifetime" },"# + "\n" + #"{ "expect": { "queue": 1 } }"#)
    world.variables["GITHUB_ACTIONS"] = "true"

    let outcome = world.run(
      "replay",
      "story.json",
      "--junit",
      "report.xml",
      "--html",
      "report.html"
    )

    #expect(world.files["report.xml"]?.contains("failures=\"1\"") == true)
    #expect(world.files["report.html"]?.hasPrefix("<!doctype html>") == true)
    #expect(
      outcome.errors == "::error file=story.json,line=4,title=a story::step 2: expected "
        + "{\"queue\":1}, found {\"queue\":0}\n"
    )
  }

  @Test func `The same stories give the same bytes`() throws {
    let first = try World.withFixtures()
    let second = try World.withFixtures()

    let one = first.run("replay", "scenarios", "--json", "--junit", "j.xml", "--html", "h.html")
    let two = second.run("replay", "scenarios", "--json", "--junit", "j.xml", "--html", "h.html")

    #expect(one == two)
    #expect(first.files["j.xml"] == second.files["j.xml"])
    #expect(first.files["h.html"] == second.files["h.html"])
  }

  @Test func `The line of a step is where its bracket stands`() {
    let text = """
      { "name": "\\" steps",
        "settings": { "steps": "{" }, "steps": [
          { "set": { "a": "b" } }, {},

          { "expect": [ { "queue": [ {} ] } ] }
        ] }
      """

    let lines = (0...4).map { StepLines.line(of: $0, in: Array(text.utf8)) }

    #expect(lines == [nil, 3, 3, 5, nil])
  }

  @Test func `A timeline is drawn from the store`() throws {
    let world = try World.withFixtures()
    _ = world.run("replay", "scenarios/grace-period-runs-out.json", "--into", "kept")

    let outcome = world.run("timeline", "--store", "kept", "--ascii", "pro_monthly")
    let picture = world.run("timeline", "--store", "kept", "--svg", "-")
    let unknown = world.run("timeline", "--store", "kept", "coins_100")

    #expect(outcome.exit == .success, "\(outcome.errors)")
    #expect(outcome.output.contains("renewal failed"))
    #expect(outcome.output.contains("!! grace period"))
    #expect(picture.output.hasPrefix("<svg "))
    #expect(unknown.exit == .notFound)
  }
}
