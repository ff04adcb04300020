import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

/// `iap watch`: what reaches the app, as it comes.
struct WatchCommandTests {
  /// Runs the commands one after the other, each time the watch sleeps.
  private func watch(_ world: World, _ options: [String] = [], during lines: [String]) -> String {
    var waiting = lines
    world.whileAsleep = {
      guard !waiting.isEmpty else { return }
      let line = waiting.removeFirst()
      let outcome = world.run(line.split(separator: " ").map(String.init))
      #expect(outcome.exit == .success, "\(line): \(outcome.errors)")
    }
    defer { world.whileAsleep = nil }
    return world.run(["watch", "--timeout", "\(lines.count)s"] + options).output
  }

  @Test func `It begins with what is unfinished and shows what comes`() {
    let world = World()
    for line in ["init", "purchase lifetime --no-finish"] {
      world.run(line.split(separator: " ").map(String.init))
    }

    let shown = watch(world, during: ["purchase coins_100 --no-finish"])

    #expect(
      shown == """
        2026-01-01 00:00 UTC  purchase  purchased  lifetime  2000001000000001
        2026-01-01 00:00 UTC  purchase  purchased  coins_100  2000001000000002

        """
    )
  }

  @Test func `rule T-3: what comes and does not verify is shown, once`() throws {
    let world = World()
    for line in ["init", "purchase pro_monthly --no-intro", "store set tamper signature"] {
      world.run(line.split(separator: " ").map(String.init))
    }

    let shown = watch(world, during: ["store advance 1mo", "store show", "store set tamper off"])

    #expect(
      shown == """
        2026-02-01 00:00 UTC  renewal  unverified  pro_monthly  2000001000000002
        2026-02-01 00:00 UTC  renewal  purchased  pro_monthly  2000001000000002

        """
    )
  }

  @Test func `What a command buys and finishes at once is shown as finished, once`() throws {
    let world = World()
    for line in ["init", "purchase founders_pack"] {
      world.run(line.split(separator: " ").map(String.init))
    }

    let lines = ["purchase lifetime", "store set network off", "store advance 1d"]
    let shown = watch(world, during: lines)
    let json = watch(world, ["--json"], during: ["store set network on", "purchase coins_100"])

    #expect(shown == "2026-01-01 00:00 UTC  purchase  finished  lifetime  2000001000000002\n")
    let document = try JSONParser.parse(json)
    #expect(document["state"] == "finished" && document["kind"] == "purchase")
    #expect(document["transaction"]?["productId"] == "coins_100")
  }

  @Test func `A renewal that the app has not heard of is not shown before it has`() {
    let world = World()
    for line in ["init", "purchase pro_monthly --no-intro", "store set network off"] {
      world.run(line.split(separator: " ").map(String.init))
    }

    let offline = watch(world, during: ["store advance 1mo"])
    let online = watch(world, during: ["store set network on"])

    #expect(offline == "")
    #expect(online.contains("renewal  purchased  pro_monthly"))
  }

  @Test func `Fewer than were counted on in the time is a no, exit 1`() {
    let world = World()
    for line in ["init", "purchase lifetime --no-finish"] {
      world.run(line.split(separator: " ").map(String.init))
    }

    #expect(world.run("watch", "--count", "2", "--timeout", "1s").exit == .no)
    #expect(world.run("watch", "--count", "1", "--timeout", "1s").exit == .success)
    #expect(world.run("watch", "--timeout", "1s").exit == .success)
  }
}
