import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

/// `iap store notifications` and the program that stands for the developer's server.
struct NotificationCommandTests {
  @Test func `Notifications are listed for people, and decoded with their inner parts`() throws {
    let world = shop()
    world.run("purchase", "lifetime")

    let text = world.run("store", "notifications").output
    let document = try JSONParser.parse(world.run("store", "notifications", "--json").output)

    let entry = document["notifications"]?[0]
    #expect(text.contains("ONE_TIME_CHARGE") && text.contains("lifetime"))
    #expect(entry?["attempts"] == [])
    let data = entry?["payload"]?["data"]
    #expect(data?["signedTransactionInfo"]?["productId"] == "lifetime")
    #expect(world.run("store", "notifications", "--type", "REFUND").output == "no notifications\n")
  }

  @Test func `The program gets Apple's body, and exit 0 is a delivery`() throws {
    let world = shop()
    world.run("purchase", "lifetime")
    world.programOutcome = { _ in .exited(0) }

    let first = world.run("store", "notifications", "--deliver", "post", "--deliver-arg", "x")
    let second = world.run("store", "notifications", "--deliver", "post")

    let call = try #require(world.programCalls.first)
    let body = try JSONParser.parse(call.input)
    #expect(world.programCalls.count == 1)
    #expect(call.program == "post" && call.arguments == ["x"] && call.timeout == 30_000)
    #expect(body.members?.map(\.name) == ["signedPayload"])
    let signed = world.run("store", "notifications", "--signed").output
    #expect(body["signedPayload"]?.string.map { $0 + "\n" } == signed)
    let uuid = try #require(call.variables["IAP_NOTIFICATION_UUID"])
    #expect(first.exit == .success && first.output.contains(uuid))
    #expect(first.output.contains("1: SUCCESS"))
    #expect(second.output == "nothing is due\n" && second.exit == .success)
    #expect(
      world.run("store", "notify", "resend", uuid).output
        == String(decoding: call.input, as: UTF8.self)
    )
  }

  @Test func `rule D-3: the sandbox tries once and then gives up`() {
    let world = shop()
    world.run("purchase", "lifetime")
    world.programOutcome = { _ in .exited(22) }

    let outcome = world.run("store", "notifications", "--deliver-shell", "curl --fail URL")
    world.run("store", "advance", "P30D")
    world.run("store", "notifications", "--deliver-shell", "curl --fail URL")

    #expect(outcome.exit == .refused)
    #expect(outcome.output.contains("1: UNSUCCESSFUL_HTTP_RESPONSE_CODE"))
    #expect(outcome.errors.hasPrefix("iap: error: 1 notification was not received\n"))
    #expect(outcome.errors.contains("attempt 1 of 1: the sandbox does not retry"))
    #expect(outcome.errors.contains("  hint: iap store notify resend "))
    #expect(world.programCalls.map(\.arguments) == [["-c", "curl --fail URL"]])
  }

  @Test func `rule D-2: production tries again when the store's clock has come to it`() {
    let world = shop("--environment", "Production", "--app-apple-id", "7")
    world.run("purchase", "lifetime")
    world.programOutcome = { _ in .timedOut }
    let first = world.run("store", "notifications", "--deliver", "post")
    world.run("store", "advance", "PT59M")
    world.run("store", "notifications", "--deliver", "post")
    let counts = [world.programCalls.count]

    world.run("store", "advance", "PT1M")
    world.run("store", "notifications", "--deliver", "post")
    world.run("store", "advance", "P30D")
    let last = world.run("store", "notifications", "--deliver", "post")

    #expect(first.errors.hasSuffix("  hint: iap store advance --to 2026-01-01T01:00:00Z\n"))
    #expect(last.errors.contains("TIMED_OUT, attempt 6 of 6\n"))
    #expect(counts == [1] && world.programCalls.count == 6)
    #expect(Set(world.programCalls.map(\.input)).count == 1)
    #expect(last.output.contains("6: TIMED_OUT") && last.exit == .refused)
  }

  @Test func `A program that cannot be started uses up no attempt`() {
    let world = shop()
    world.run("purchase", "lifetime")

    let outcome = world.run("store", "notifications", "--deliver", "psot")

    #expect(outcome.exit == .refused)
    world.run("purchase", "coins_100", "--no-finish")
    #expect(world.run("finish", "--all", "--deliver", "psot").exit == outcome.exit)
    #expect(outcome.errors.contains("cannot start 'psot'"))
    world.programOutcome = { _ in .exited(0) }
    #expect(world.run("store", "notifications", "--deliver", "post").exit == .success)
  }

  @Test func `rule D-5: duplicates come twice, shuffling changes the order`() {
    let world = shop()
    for _ in 0..<6 { world.run("store", "notify", "test") }
    world.programOutcome = { _ in .exited(0) }
    let plain = lines(world)

    let duplicated = lines(world, "--duplicate")
    let shuffled = lines(world, "--shuffle", "5")
    world.run("store", "notifications", "--deliver", "post", "--duplicate", "--shuffle", "5")

    #expect(plain.count == 6)
    #expect(duplicated == plain.flatMap { [$0, $0] })
    #expect(shuffled != plain && Set(shuffled) == Set(plain))
    #expect(lines(world, "--shuffle", "5") == shuffled)
    #expect(world.programCalls.count == 12)
  }

  @Test func `A notification that nobody sent cannot be sent again`() {
    let outcome = shop().run("store", "notify", "resend", "7e3fb204-2cf0-4e0d-8d68-93a2a1b4a2f5")

    #expect(outcome.exit == .notFound)
  }

  @Test func `rule D-3: an Xcode store sends nothing, and says so`() {
    let world = shop("--environment", "Xcode")
    world.run("purchase", "lifetime")

    let outcome = world.run("store", "notifications", "--deliver", "post")

    #expect(outcome.output == "an Xcode store sends no notifications\n")
    #expect(outcome.exit == .success && world.programCalls.isEmpty)
  }

  @Test func `A type that Apple does not document is a usage error with the nearest`() {
    let outcome = shop().run("store", "notifications", "--type", "DID_RENEWED")

    #expect(outcome.exit == .usage)
    #expect(outcome.errors.hasSuffix("  hint: iap store notifications --type DID_RENEW\n"))
    let pair = shop().run("store", "notifications", "--type", "EXPIRED/VOLUNTARY")
    #expect(pair.output == "no notifications\n")
  }

  @Test func `Two ways to name the program are one too many`() {
    let outcome = shop().run("store", "notifications", "--deliver", "a", "--deliver-shell", "b")

    #expect(outcome.exit == .usage)
  }

  private func shop(_ options: String...) -> World {
    let world = World()
    world.run(["init"] + options)
    return world
  }

  private func lines(_ world: World, _ options: String...) -> [Substring] {
    world.run(["store", "notifications", "--signed"] + options).output.split(separator: "\n")
  }
}

/// The history of notifications, and tampering that ends.
struct NotificationHistoryCommandTests {
  private func shop() -> World {
    let world = World()
    world.run("init")
    return world
  }

  @Test func `rule D-6: the history answers as Apple's server, page by page`() throws {
    let world = shop()
    for _ in 0..<23 { world.run("store", "notify", "test") }

    let first = world.run("store", "notifications", "history", "--json")
    let page = try JSONParser.parse(Array(first.output.utf8))
    let token = try #require(page["paginationToken"]?.string)
    let second = world.run("store", "notifications", "history", "--page", token, "--json")
    let rest = try JSONParser.parse(Array(second.output.utf8))
    let text = world.run("store", "notifications", "history")
    let wrong = world.run("store", "notifications", "history", "--type", "DID_RENEW/UPGRADE")

    #expect(page["notificationHistory"]?.array?.count == 20)
    #expect(page["hasMore"] == .boolean(true))
    #expect(page["notificationHistory"]?.array?.first?["signedPayload"]?.string != nil)
    #expect(rest["notificationHistory"]?.array?.count == 3)
    #expect(rest["hasMore"] == .boolean(false) && rest["paginationToken"] == nil)
    #expect(text.output.contains("more: --page \(token)\n"))
    #expect(wrong.exit == .usage && wrong.errors.contains("no notification has this type"))
  }

  @Test func `A broken notification stays as it was signed, and a new one is clean`() throws {
    let world = shop()
    func signed() -> [String] {
      world.run("store", "notifications", "--signed").output.split(separator: "\n").map(String.init)
    }
    func isVerified(_ payload: String) -> Bool {
      world.files["payload"] = payload
      return world.run("verify", "payload", "--for-store").exit == .success
    }
    world.run("store", "set", "tamper", "signature")
    world.run("store", "notify", "test")
    let broken = signed()

    world.run("store", "set", "tamper", "off")
    world.run("store", "notify", "test")
    let both = signed()

    #expect(broken.count == 1 && both.count == 2)
    #expect(both.first == broken.first)
    #expect(both.map(isVerified) == [false, true])
  }
}

/// What the parent sees of requests, and the developer's words about offers.
struct RequestCommandTests {
  @Test func `case F09: the store shows who declined what and when`() {
    let world = World()
    world.run("init")
    world.run("store", "set", "ask-to-buy", "on")
    world.run("purchase", "lifetime")
    world.run("purchase", "coins_100")
    world.run("store", "advance", "3h")
    world.run("store", "decline", "lifetime")

    let shown = world.run("store", "show").output

    #expect(shown.contains("req-2    coins_100  waiting   2026-01-01 00:00 UTC"))
    #expect(shown.contains("req-1    lifetime   declined  2026-01-01 03:00 UTC"))
  }

  @Test func `case E09: what a code brought belongs to no account of the app yet`() {
    let world = World()
    world.run("init")
    world.run("store", "redeem", "WELCOME")

    #expect(world.run("queue").output.contains("offer code WELCOME, no account token"))
  }

  @Test func `The history of notifications is asked by a product as well as by an id`() {
    let world = World()
    world.run("init")
    world.run("purchase", "lifetime")
    world.run("purchase", "pro_monthly")
    let history = ["store", "notifications", "history", "--transaction"]

    let byProduct = world.run(history + ["lifetime"])

    #expect(byProduct.exit == .success && byProduct.output.contains("lifetime"))
    #expect(byProduct == world.run(history + ["2000001000000001"]))
    #expect(world.run(history + ["coins_100"]).exit == .notFound)
  }

  @Test func `A delay without a delivery is refused, and a bare program name is explained`() {
    let world = World()
    world.run("init")
    world.run("purchase", "lifetime")

    let delayed = world.run("store", "notifications", "--delay", "1h")
    let bare = world.run("store", "notifications", "--deliver", "post.sh")

    #expect(delayed.exit == .usage && delayed.errors.contains("--delay needs --deliver"))
    #expect(bare.exit == .refused && bare.errors.contains("hint: --deliver ./post.sh"))
  }

  @Test func `A word about the introductory offer is read from a file, and only one is given`() {
    let world = World()
    world.run("init")
    world.files["word.jws"] = "no.such.word\n"
    let words = ["purchase", "pro_monthly", "--intro-signature"]

    let broken = world.run(words + ["word.jws"])
    let missing = world.run(words + ["nothing"])
    let two = world.run(words + ["word.jws", "--intro-eligibility", "eligible"])

    #expect(broken.exit == .refused && broken.errors.contains("invalidOfferSignature"))
    #expect(missing.exit == .notFound)
    #expect(two.exit == .usage && two.errors.contains("exclude each other"))
  }

  @Test func `The server's finishing and delivering are two things`() {
    let world = World()
    world.run("init")

    let outcome = world.run("finish", "--all", "--by-server", "--deliver", "./grant")

    #expect(outcome.exit == .usage)
  }
}
