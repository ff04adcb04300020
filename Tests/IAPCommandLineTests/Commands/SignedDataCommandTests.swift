import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

/// The commands that hand signed data out: keys, receipts, notifications.
struct SignedDataCommandTests {
  @Test func `The keys of a store are a leaf, an intermediate and a root, and a receipt signer`() {
    let world = shop()
    let before = certificates(world)

    #expect(world.run("receipt").exit == .success)

    #expect(before.map { $0["role"]?.string } == ["leaf", "intermediate", "root"])
    #expect(certificates(world).map { $0["role"]?.string }.last == "receipt")
    #expect(certificates(world).last?["key"] == "RSA-2048")
    let text = world.run("store", "keys", "show").output
    #expect(text.hasPrefix("ROLE") && text.contains("CN=iap Store Root"))
  }

  @Test func `Rotating replaces leaf and intermediate and keeps the root`() {
    let world = shop()
    let before = certificates(world).map { $0["sha256"] }

    let outcome = world.run("store", "keys", "rotate")

    let after = certificates(world).map { $0["sha256"] }
    #expect(outcome.exit == .success)
    #expect(before[0] != after[0] && before[1] != after[1] && before[2] == after[2])
  }

  @Test func `The root is exported as DER, as PEM, and to standard output`() throws {
    let world = shop()

    let der = world.run("store", "keys", "export-root", "root.der")
    let pem = world.run("store", "keys", "export-root", "--pem", "-")

    let bundle = try #require(PEMBundle(reading: Array(pem.output.utf8)))
    let root = try world.files.read("root.der", limit: 1 << 16)
    #expect(bundle.all("CERTIFICATE") == [root])
    let fingerprint = try #require(certificates(world)[2]["sha256"]?.string)
    #expect(der.output == "wrote root.der, SHA-256 \(fingerprint)\n")
  }

  @Test(arguments: [
    ["receipt"], ["receipt", "--format", "app-transaction"], ["history", "--signed"],
    ["store", "notifications", "--signed"],
  ])
  func `What is printed is verified for the store and for nobody else`(words: [String]) {
    let world = shop()
    world.run("purchase", "lifetime")

    let printed = world.run(words)
    world.input = Array(printed.output.utf8)

    #expect(printed.exit == .success && printed.errors.isEmpty)
    #expect(world.run("verify", "-", "--for-store").exit == .success)
    #expect(world.run("verify", "-", "--bundle-id", "com.example.app").exit == .invalid)
  }

  @Test(arguments: ["Production", "Xcode"])
  func `The other environments' stores verify their own data as well`(environment: String) {
    let world = World()
    world.run("init", "--environment", environment, "--app-apple-id", "7")
    world.run("purchase", "pro_monthly")

    for words in [
      ["receipt"], ["receipt", "--format", "app-transaction"], ["history", "--signed"],
    ] {
      world.input = Array(world.run(words).output.utf8)
      #expect(world.run("verify", "-", "--for-store").exit == .success, "\(words)")
      #expect(world.run("verify", "-").exit == .invalid, "\(words)")
    }
  }

  @Test func `Two stores that lived alike issue the same payloads with different keys`() {
    let worlds = [shop(), shop()]
    for world in worlds {
      world.run("purchase", "pro_monthly")
      world.run("store", "advance", "P2M")
    }

    for words in [["history", "--signed"], ["receipt", "--format", "app-transaction"]] {
      let found = worlds.map { payloads(in: $0.run(words).output) }
      #expect(!found[0].isEmpty && found[0] == found[1])
    }
    #expect(certificates(worlds[0]) != certificates(worlds[1]))
  }

  @Test func `A receipt for another device is made on request`() {
    let world = shop()
    world.run("purchase", "lifetime")
    let device = "956328D9-CC6A-47F4-BE40-6953FB0AB6C7"
    world.input = Array(world.run("receipt", "--device-id", device).output.utf8)

    let same = world.run("verify", "-", "--for-store", "--device-id", device)
    let other = world.run("verify", "-", "--for-store", "--device-id", "6c4008b5945e")

    #expect(same.exit == .success)
    #expect(other.exit == .invalid)
    #expect(world.run("receipt", "--device-id", "me").exit == .usage)
  }

  @Test func `verifyReceipt's answer has no signature and is read only on request`() throws {
    let world = shop()
    world.run("purchase", "lifetime")
    let answer = world.run("receipt", "--format", "verify-receipt")
    world.input = Array(answer.output.utf8)

    let document = try JSONParser.parse(answer.output)

    #expect(document["receipt"]?["in_app"]?[0]?["product_id"] == "lifetime")
    #expect(world.run("verify", "-", "--for-store").exit == .invalid)
    #expect(world.run("verify", "-", "--for-store", "--allow-unsigned").exit == .success)
  }

  @Test func `Without the network a new receipt cannot be had`() {
    let world = shop()
    world.run("store", "set", "network", "off")

    #expect(world.run("receipt").exit == .success)
    #expect(world.run("receipt", "--refresh").exit == .cannotTell)
  }

  @Test func `A receipt as JSON is an object with one member`() throws {
    let world = shop()

    for (format, name) in [
      ("pkcs7", "receipt"), ("app-transaction", "signedAppTransactionInfo"),
    ] {
      let output = world.run("receipt", "--format", format, "--json").output
      let document = try JSONParser.parse(output)
      #expect(document.members?.map(\.name) == [name])
    }
  }

  private func shop() -> World {
    let world = World()
    world.run("init")
    return world
  }

  /// The middle part of each JWS, one a line.
  private func payloads(in text: String) -> [Substring] {
    text.split(separator: "\n").map { $0.split(separator: ".")[1] }
  }

  private func certificates(_ world: World) -> [JSONValue] {
    let output = world.run("store", "keys", "show", "--json").output
    return (try? JSONParser.parse(output)["certificates"]?.array) ?? []
  }
}
