import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

/// `iap downloads`: hosted content arrives while the clock moves.
struct DownloadsCommandTests {
  private func world() throws -> World {
    let world = World()
    world.files.contents["/shop/Shop.storekit"] = try Fixture.bytes("catalogs/SampleShop.storekit")
    let downloads = """
      { "format": "iap.downloads", "version": 1, "products": { "lifetime": [
        { "id": "manual", "size": 60000, "bytesPerSecond": 1000 } ] } }
      """
    world.files.contents["/shop/Shop.downloads.json"] = Array(downloads.utf8)
    let lines = [
      "init --catalog /shop/Shop.storekit", "purchase lifetime", "downloads start lifetime",
    ]
    for line in lines {
      let outcome = run(world, line)
      #expect(outcome.exit == .success, "\(line): \(outcome.errors)")
    }
    return world
  }

  @discardableResult
  private func run(_ world: World, _ line: String) -> World.Outcome {
    world.run(line.split(separator: " ").map(String.init))
  }

  @Test func `The clock tells when a download is complete, once, at its moment`() throws {
    let world = try world()

    let half = run(world, "store advance 59s").output
    let whole = run(world, "store advance 1d").output
    let after = run(world, "store advance 1d").output

    #expect(half.hasSuffix("nothing happened\n"))
    #expect(whole.contains("2026-01-01 00:01 UTC  default  downloadChanged  lifetime"))
    #expect(whole.contains("manual finished"))
    #expect(after.hasSuffix("nothing happened\n"))
    #expect(run(world, "doctor").exit == .success)
  }

  @Test func `The clock stops where a download is complete`() throws {
    let world = try world()

    let document = try JSONParser.parse(
      run(world, "store advance --until downloadChanged --json").output
    )
    let never = run(world, "store advance --until downloadChanged")

    #expect(document["toDate"] == .integer(1_767_225_660_000))
    #expect(document["changes"]?[0]?["value"] == "finished")
    #expect(never.exit == .refused)
    #expect(run(world, "downloads").output.contains("finished"))
  }

  @Test func `A download of another account ends as well`() throws {
    let world = try world()

    let outcome = run(world, "store advance 1d --account default")
    run(world, "store account add kid")
    run(world, "--account kid purchase lifetime")
    run(world, "--account kid downloads start lifetime")
    let others = run(world, "store advance 1d")

    #expect(outcome.output.contains("manual finished"))
    #expect(others.output.contains("kid") && others.output.contains("manual finished"))
  }

  @Test func `Complete content without a path is named, not passed over`() throws {
    let world = try world()

    let early = run(world, "downloads --into C").output
    run(world, "store advance 1d")
    let late = run(world, "downloads --into C").output
    let document = try JSONParser.parse(run(world, "downloads --into C --json").output)

    #expect(early.contains("nothing to copy: no download is complete"))
    #expect(late.contains("not copied: 'manual' has no path to copy from"))
    #expect(document["withoutPath"] == ["manual"])
    #expect(document["copied"] == [])
  }
}
