import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

/// A store folder that is not there, was damaged or cannot be written: what is said, and what helps.
struct DamagedStoreTests {
  /// A world with a store that has a past.
  private func world() -> World {
    let world = World()
    for line in [
      "init", "purchase pro_monthly", "purchase lifetime", "store refund lifetime",
      "store advance 1mo",
    ] {
      #expect(world.run(line.split(separator: " ").map(String.init)).exit == .success)
    }
    return world
  }

  private func storage(_ world: World) throws -> MemoryStorage {
    try #require(world.stores.storages["/shop/.iap"])
  }

  private func damage(_ file: StateFile, in world: World, to text: String?) throws {
    let change = text.map { FileChange.replace(file, Array($0.utf8)) } ?? .remove(file)
    try storage(world).commit([change])
  }

  private func cut(_ file: StateFile, in world: World) throws {
    let lines = String(decoding: try storage(world).read(file), as: UTF8.self)
      .split(separator: "\n").dropLast()
    try damage(file, in: world, to: lines.joined(separator: "\n") + "\n")
  }

  @Test func `A store of newer rules answers nothing, not even about entitlements`() throws {
    let world = World()
    #expect(world.run("init").exit == .success)
    let header = String(decoding: try storage(world).read(.store), as: UTF8.self)
    let newer = header.replacing("\"rules\": \(StoreHeader.currentRules)", with: "\"rules\": 99")
    try #require(newer != header)
    try damage(.store, in: world, to: newer)

    for words in [["entitlements"], ["entitlements", "pro", "--as-of", "2026-02-01"], ["status"]] {
      #expect(world.run(words).exit == .unusableStore, "\(words)")
    }
  }

  @Test func `Where there is no store the doctor says so, exit status 6`() throws {
    let world = World()
    #expect(world.run("doctor").exit == .notFound)
    #expect(world.run("doctor").errors.hasSuffix("  hint: iap init\n"))
    let json = world.run("doctor", "--json")
    #expect(json.exit == .notFound)
    #expect(try JSONParser.parse(json.errors)["error"]?["code"]?.string == "noStore")
    #expect(world.run("doctor", "--rebuild").exit == .notFound)
  }

  @Test func `A folder that is named and holds no store is named, with what is wrong`() {
    let world = World()
    let nowhere = world.run("queue", "--store", "/nope")
    #expect(nowhere.exit == .notFound)
    #expect(
      nowhere.errors == """
        iap: error: no store at '/nope'
          why: there is no such folder
          hint: iap init --store /nope

        """
    )
    world.stores.storages["/empty one"] = MemoryStorage()
    #expect(
      world.run("queue", "--store", "/empty one").errors == """
        iap: error: no store at '/empty one'
          why: the folder holds no config.json
          hint: iap init --store '/empty one'

        """
    )
    world.stores.failure = .wrongKind(found: .other, expected: .folder)
    let device = world.run("queue", "--store", "/dev/null")
    #expect(device.exit == .unusableStore)
    #expect(device.errors.hasPrefix("iap: error: '/dev/null' is not a folder but something else\n"))
  }

  @Test func `Who waits in vain for the lock is told what to look at`() {
    let world = world()
    let holder = LockHolder(processID: 7, command: "iap watch")
    world.stores.failure = .locked(holder: holder, waitedMilliseconds: 10_000)
    #expect(world.run("queue").errors.hasSuffix("  hint: ps -p 7\n"))
    world.stores.failure = .locked(holder: nil, waitedMilliseconds: 10_000)
    #expect(world.run("queue").errors.hasSuffix("  hint: iap explain locked\n"))
    #expect(world.run("explain", "locked").output.contains("lsof"))
  }

  @Test func `A configuration that is gone is damage where the rest of a store is there`() throws {
    let world = world()
    try damage(.configuration, in: world, to: nil)
    let outcome = world.run("queue")
    #expect(outcome.exit == .unusableStore)
    #expect(outcome.errors.hasPrefix("iap: error: 'config.json' is missing\n"))
    #expect(world.run("init").exit == .unusableStore)
    #expect(world.run("doctor").output.contains("hint: iap doctor --rebuild"))
    #expect(world.run("doctor", "--rebuild").exit == .success)
    #expect(world.run("doctor").output == "the store is sound\n")
  }

  private static let rebuildable: [StateFile] = [
    .store, .accounts, .due, .account(.standard), .queue(.standard), .entitlements(.standard),
    .history(.standard), .revisions(.standard), .notifications(.standard),
  ]

  @Test func `What the journal tells is made again, and is then as it was`() throws {
    for file in Self.rebuildable {
      for text in [nil, "", "{", "{}\n"] {
        let world = world()
        let before = try storage(world).files
        try damage(file, in: world, to: text)

        let found = world.run("doctor")
        let rebuilt = world.run("doctor", "--rebuild")

        let comment: Comment = "\(file) \(text ?? "gone")"
        #expect(found.exit == .unusableStore, comment)
        #expect(found.output.contains("error: \(file): "), comment)
        #expect(found.output.contains("hint: iap doctor --rebuild"), comment)
        #expect(rebuilt.exit == .success, "\(file): \(rebuilt.output)")
        #expect(
          rebuilt.output
            == "warning: journal.jsonl: every other state file was made again from its 5 events\n",
          comment
        )
        #expect(try storage(world).files == before, comment)
        #expect(world.run("doctor").output == "the store is sound\n", comment)
      }
    }
  }

  @Test func `A journal that breaks off is followed as far as it goes, and what is lost is said`()
    throws
  {
    let world = world()
    try cut(.journal, in: world)
    let purchase = world.run("purchase", "coins_100")
    #expect(purchase.exit == .unusableStore)
    #expect(purchase.errors.hasPrefix("iap: error: 'journal.jsonl' cannot be read\n  why: "))
    #expect(purchase.errors.contains(" that were committed\n  hint: iap doctor\n"))
    let found = world.run("doctor")
    #expect(found.exit == .unusableStore && found.output.contains(" that were committed"))
    #expect(found.output.contains("hint: iap doctor --rebuild"))
    let before = try storage(world).files
    let refused = world.run("doctor", "--rebuild")
    #expect(refused.exit == .unusableStore)
    #expect(refused.output.contains("the rest would be lost"))
    #expect(refused.output.contains("hint: iap doctor --rebuild --accept-loss"))
    #expect(try storage(world).files == before)

    #expect(world.run("doctor", "--rebuild", "--accept-loss").exit == .success)

    #expect(world.run("doctor").output == "the store is sound\n")
    #expect(world.run("history").output.contains("lifetime"))
  }

  @Test func `A line of the journal that is broken is where the rebuilding ends`() throws {
    let world = world()
    let text = String(decoding: try storage(world).read(.journal), as: UTF8.self)
    var lines = text.split(separator: "\n").map(String.init)
    lines[4] = "{\"sequence\":4,"
    try damage(.journal, in: world, to: lines.joined(separator: "\n") + "\n")

    let rebuilt = world.run("doctor", "--rebuild", "--accept-loss")

    #expect(rebuilt.exit == .success)
    #expect(
      rebuilt.output.hasPrefix(
        "warning: journal.jsonl: every other state file was made again from its 3 events; what came after them is lost: "
          + "'journal.jsonl' cannot be read: line at byte "
      )
    )
    #expect(world.run("doctor").output == "the store is sound\n")
    #expect(world.run("history").output.contains("lifetime"))
  }

  @Test func `Without a beginning nothing is rebuilt and nothing is changed`() throws {
    for text in [nil, "", "{}\n"] {
      let world = world()
      try damage(.journal, in: world, to: text)
      let before = try storage(world).files
      let rebuilt = world.run("doctor", "--rebuild")
      #expect(rebuilt.exit == .unusableStore)
      #expect(rebuilt.output.contains("cannot be made again without 'journal.jsonl'"))
      #expect(rebuilt.output.contains("hint: iap init --force\n"))
      #expect(try storage(world).files == before)
    }
  }

  @Test func `Where the journal is gone a snapshot leads back`() throws {
    let world = world()
    #expect(world.run("snapshot", "save", "good").exit == .success)
    let before = try storage(world).files
    try damage(.journal, in: world, to: nil)

    let rebuilt = world.run("doctor", "--rebuild")

    #expect(rebuilt.output.contains("hint: iap snapshot load good\n"))
    #expect(world.run("snapshot", "load", "good").exit == .success)
    #expect(try storage(world).files == before)
  }

  @Test func `A configuration that is damaged is made again from what is sound`() throws {
    for text in [nil, "", "{", "{}\n"] {
      for environment in ["Sandbox", "Production", "Xcode"] {
        let world = World()
        let start = [
          "--environment", environment, "--bundle-id", "com.shop", "--now", "2027-03-04",
        ]
        #expect(world.run(["init", "--app-apple-id", "77"] + start).exit == .success)
        #expect(world.run("purchase", "pro_monthly").exit == .success)
        let before = try storage(world).files
        try damage(.configuration, in: world, to: text)
        let (read, found) = (world.run("queue"), world.run("doctor"))

        let rebuilt = world.run("doctor", "--rebuild")

        #expect(read.errors.hasSuffix("  hint: iap doctor\n"))
        #expect(found.output.contains("hint: iap doctor --rebuild\n"))
        #expect(rebuilt.exit == .success, "\(rebuilt.errors)")
        #expect(
          rebuilt.output.hasPrefix(
            "warning: config.json: was made again from what was bought: com.shop, \(environment); "
          )
        )
        #expect(world.run("doctor").output == "the store is sound\n")
        var after = try storage(world).files
        if environment == "Sandbox" {
          // Nothing in the sandbox tells the app's number, and nothing there needs it.
          after[.configuration] = before[.configuration]
        }
        if environment == "Xcode" { after[.configuration] = before[.configuration] }
        #expect(after == before)
      }
    }
  }

  @Test func `A snapshot has the configuration too, and without either the way out is said`() throws
  {
    let world = World()
    world.files["/shop/Shop.storekit"] = String(
      decoding: StoreSources.sample.catalog,
      as: UTF8.self
    )
    #expect(world.run("init", "--catalog", "/shop/Shop.storekit").exit == .success)
    try damage(.configuration, in: world, to: "{")
    let lost = world.run("doctor", "--rebuild")
    #expect(lost.exit == .unusableStore)
    #expect(lost.output.contains("cannot be made again without 'config.json'"))
    #expect(lost.output.contains("hint: iap init --force\n"))

    #expect(world.run("init", "--catalog", "/shop/Shop.storekit", "--force").exit == .success)
    #expect(world.run("snapshot", "save", "good").exit == .success)
    let before = try storage(world).files
    try damage(.configuration, in: world, to: "{")
    let rebuilt = world.run("doctor", "--rebuild")
    #expect(rebuilt.output.hasPrefix("warning: config.json: is as in the snapshot 'good'\n"))
    #expect(try storage(world).files == before)
  }

  @Test func `A kept catalogue comes back from wherever the same file is`() throws {
    let shop = String(decoding: StoreSources.sample.catalog, as: UTF8.self)
    let other = shop.replacing("9.99", with: "8.99")
    for place in ["source", "snapshot", "option", "nowhere"] {
      let world = World()
      world.files["/shop/Shop.storekit"] = other
      #expect(world.run("init", "--catalog", "/shop/Shop.storekit").exit == .success)
      #expect(world.run("purchase", "pro_monthly").exit == .success)
      if place == "snapshot" { #expect(world.run("snapshot", "save", "good").exit == .success) }
      if place != "source" { world.files["/shop/Shop.storekit"] = nil }
      world.files["/old/Shop.storekit"] = other
      let before = try storage(world).files
      let kept = try #require(before.keys.first { $0.path.hasPrefix("catalogs/") })
      try damage(kept, in: world, to: "{}")
      #expect(world.run("doctor").output.contains("hint: iap doctor --rebuild\n"), "\(place)")

      let given = ["doctor", "--rebuild", "--catalog", "/old/Shop.storekit"]
      let rebuilt = place == "option" ? world.run(given) : world.run("doctor", "--rebuild")

      guard place != "nowhere" else {
        #expect(rebuilt.exit == .unusableStore)
        #expect(rebuilt.output.contains("hint: iap doctor --rebuild --catalog FILE\n"))
        #expect(world.run("doctor", "--catalog", "x").exit == .usage)
        #expect(world.run("doctor", "--rebuild", "--catalog", "x").exit == .notFound)
        continue
      }
      #expect(rebuilt.exit == .success, "\(place): \(rebuilt.output)")
      #expect(try storage(world).files == before, "\(place)")
    }
  }

  @Test func `Every error of a store leads on with something to type`() {
    let problems: [StorageFailure.Problem] = [
      .missing, .corrupt(.version("x")), .newer(format: "iap.store", version: 9, known: 1),
      .locked(holder: nil, waitedMilliseconds: 1), .readOnly, .permission, .diskFull,
      .wrongKind(found: .folder), .tooLarge(limit: 1), .io(code: 5, text: "no"),
    ]
    for problem in problems {
      let hint = StorageFailure(.store, problem).diagnostic.hint
      #expect(hint != nil, "\(problem)")
    }
  }

  @Test func `In a folder that was removed only words are to be had`() {
    let world = world()
    world.workingDirectory = nil

    for line in ["queue", "init", "doctor", "verify x.jws", "queue --store .iap"] {
      let outcome = world.run(line.split(separator: " ").map(String.init))
      #expect(outcome.exit == .notFound, "\(line)")
      #expect(outcome.errors.hasPrefix("iap: error: the working directory is not there any more\n"))
    }
    for line in ["help", "--version", "explain locked", "queue --store /shop/.iap"] {
      #expect(world.run(line.split(separator: " ").map(String.init)).exit == .success, "\(line)")
    }
  }

  @Test func `Recording a story from a broken journal fails with the reason and writes nothing`()
    throws
  {
    for damage in [
      { try self.cut(.journal, in: $0) }, { try self.damage(.journal, in: $0, to: "hello\n") },
      { try self.damage(.journal, in: $0, to: nil) },
    ] as [(World) throws -> Void] {
      let world = world()
      try damage(world)
      let outcome = world.run("record")
      #expect(outcome.exit == .unusableStore && outcome.output == "")
      #expect(outcome.errors.hasPrefix("iap: error: 'journal.jsonl' "))
      let isReasoned = outcome.errors.contains("  why: ") || outcome.errors.contains("is missing")
      #expect(isReasoned, "\(outcome.errors)")
    }
  }

  @Test func `The doctor keeps the reason of what it found`() throws {
    let world = world()
    try damage(.queue(.standard), in: world, to: "{\"format\":")
    #expect(
      world.run("doctor").output == """
        error: accounts/default/queue.json: 'accounts/default/queue.json' cannot be read: \
        1:11: ends too early
          hint: iap doctor --rebuild

        """
    )
  }

  @Test func `A changed catalogue in a store that cannot be written answers from what was loaded`()
    throws
  {
    let shop = """
      {"identifier":"A","products":[{"displayPrice":"1.99","familyShareable":false,
      "internalID":"1","localizations":[],"productID":"gem","referenceName":"Gem",
      "type":"NonConsumable"}],"settings":{},"subscriptionGroups":[],"version":{"major":3,"minor":0}}
      """
    for problem in [StorageFailure.Problem.readOnly, .permission] {
      let world = World()
      world.files["/shop/Shop.storekit"] = shop
      #expect(world.run("init", "--catalog", "/shop/Shop.storekit").exit == .success)
      world.files["/shop/Shop.storekit"] = shop.replacing("gem", with: "jewel")
      world.stores.writeFailure = problem
      for (words, old) in [("products", "gem"), ("entitlements", "gem"), ("queue", "empty")] {
        let outcome = world.run(words)
        #expect(outcome.exit == .success && outcome.output.contains(old), "\(words)")
        #expect(
          outcome.errors == "iap: warning: the catalogue has changed, but the store cannot be "
            + "written: answered from what was loaded\n"
        )
        #expect(world.run(words, "--frozen").exit == .unusableStore)
      }
      #expect(world.run("purchase", "gem").exit == .unusableStore)
      world.stores.writeFailure = nil
      #expect(world.run("products").output.contains("jewel"))
    }
  }

  @Test func `An advance prints the same document as if it had been kept, however it is written`()
    throws
  {
    let world = world()
    #expect(world.run("purchase", "pro_yearly", "--account", "kid").exit == .success)
    let copy = try storage(world).copy()

    let json = world.run("store", "advance", "20y", "--json")
    world.stores.storages["/shop/.iap"] = copy
    let text = world.run("store", "advance", "20y")

    let document = try JSONParser.parse(json.output)
    #expect(json.output == JSONWriter.text(document) + "\n")
    let changes = try #require(document["changes"]?.array)
    let lines = text.output.split(separator: "\n")
    #expect(changes.count > 200 && lines.count == changes.count + 2)
    let dates = changes.compactMap { $0["date"]?.integer }
    #expect(dates == dates.sorted() && dates.count == changes.count)
    #expect(Set(changes.compactMap { $0["account"]?.string }) == ["default", "kid"])
    #expect(world.run("store", "advance", "1s", "--json").output.contains("\n  \"changes\": [],\n"))
    #expect(world.run("store", "advance", "1s").output.hasSuffix("nothing happened\n"))
  }
}
