import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

private func ms(_ text: String) -> Int64 { AnswerText.milliseconds(text) }
private func item(
  _ product: String,
  _ id: String,
  from start: String,
  to end: String? = nil,
  original: String? = nil,
  more: String = ""
) -> String {
  AnswerText.item(product, id, from: start, to: end, original: original, more: more)
}

/// Cases from public reports that are about what is read from received data.
struct AnswerCaseTests {
  @Test(arguments: [true, false])
  func `case A01: an upgraded yearly plan does not outlive the lapsed monthly one`(
    isMarked: Bool
  ) throws {
    let mark = isMarked ? #""is_upgraded":"true""# : ""
    let answer = AnswerText(latest: [
      item("plan.yearly", "1", from: "2025-07-01", to: "2025-07-08"),
      item("plan.yearly", "2", from: "2025-09-30", to: "2026-09-30", original: "1", more: mark),
      item("plan.monthly", "3", from: "2025-09-30T00:00:01Z", to: "2025-10-30", original: "1"),
    ]).json
    let products = ["plan.yearly", "plan.monthly"]

    let late = try VerifyAnswer.asking(products, of: answer, at: "2026-01-17")
    let early = try VerifyAnswer.asking(products, of: answer, at: "2025-10-15")

    #expect(late.result == "expired" && late.exit == .no)
    #expect(late.product == "plan.monthly" && late.expires == ms("2025-10-30"))
    #expect(early.result == "purchased" && early.exit == .success)
    #expect(early.product == "plan.monthly")
  }

  @Test func `case A02: the next period may be in the receipt already`() throws {
    let answer = AnswerText(latest: [
      item("gold.monthly", "1", from: "2026-01-01", to: "2026-02-01"),
      item("gold.monthly", "2", from: "2026-02-01", to: "2026-03-01", original: "1"),
    ]).json

    let found = try VerifyAnswer.asking(["gold.monthly"], of: answer, at: "2026-01-31T20:00:00Z")

    #expect(found.result == "purchased" && found.exit == .success)
  }

  @Test func `case A05: the order of the records never decides`() throws {
    let items = [
      item("silver", "1", from: "2025-01-01", to: "2025-02-01"),
      item("gold.yearly", "2", from: "2025-06-01", to: "2026-06-01"),
      item("gold.yearly", "3", from: "2024-06-01", to: "2025-06-01", original: "2"),
    ]
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

    let checks = try orders.map { order in
      let answer = AnswerText(inApp: order.map { items[$0] }).json
      return try VerifyAnswer.asking(["gold.yearly"], of: answer).check
    }

    #expect(checks[0]?["result"] == "purchased")
    #expect(checks.allSatisfy { $0 == checks[0] })
  }

  @Test func `case A09: a cancelled newer record does not end an older valid one`() throws {
    let answer = AnswerText(latest: [
      item("gold.yearly", "1", from: "2026-01-01", to: "2027-01-01"),
      item(
        "gold.yearly",
        "2",
        from: "2026-01-05",
        to: "2027-01-05",
        more: #""cancellation_date_ms":"\#(ms("2026-01-06"))""#
      ),
    ]).json

    let found = try VerifyAnswer.asking(["gold.yearly"], of: answer)

    #expect(found.result == "purchased" && found.expires == ms("2027-01-01"))
    #expect(found.ids == ["1"])
  }

  @Test func `case A10: records in both lists count once, and the later list is believed`() throws {
    let items = (1...6).map { item("gold", "\($0)", from: "2025-0\($0)-01", to: "2025-0\($0)-28") }
    let same = AnswerText(inApp: items, latest: items).json
    let longer = items.dropLast() + [item("gold", "6", from: "2025-06-01", to: "2026-12-01")]
    let other = AnswerText(inApp: items, latest: Array(longer)).json

    let twice = try VerifyAnswer.asking(["gold"], of: same)
    let differing = try VerifyAnswer.asking(["gold"], of: other)

    #expect(twice.ids == ["6", "5", "4", "3", "2", "1"])
    #expect(twice.warnings.contains("6 records present in both lists, each counted once"))
    #expect(differing.result == "purchased" && differing.expires == ms("2026-12-01"))
    #expect(differing.warnings.contains { $0.contains("copies of transaction 6 differ") })
  }

  @Test func `case A11: renewals of one subscription all stay`() throws {
    let items = (1...4).map {
      item("gold", "\($0)", from: "2025-0\($0)-01", to: "2025-0\($0 + 1)-01", original: "1")
    }

    let found = try VerifyAnswer.asking(["gold"], of: AnswerText(latest: items).json)

    #expect(found.ids == ["4", "3", "2", "1"])
    #expect(found.expires == ms("2025-05-01"))
  }

  @Test func `case A12: the renewal list decides over the purchase list`() throws {
    let first = item("gold", "1", from: "2025-11-20", to: "2025-12-20")
    let answer = AnswerText(
      inApp: [first],
      latest: [
        first, item("gold", "2", from: "2025-12-20", to: "2026-01-20", original: "1"),
        item("gold", "3", from: "2026-01-20", to: "2026-02-20", original: "1"),
      ]
    ).json

    let found = try VerifyAnswer.asking(["gold"], of: answer)

    #expect(found.result == "purchased" && found.expires == ms("2026-02-20"))
  }

  @Test func `case B03: a refund in mid period ends it, but not before its date`() throws {
    let answer = AnswerText(
      latest: [
        item(
          "gold.yearly",
          "1",
          from: "2026-01-01",
          to: "2027-01-01",
          more: #""cancellation_date_ms":"\#(ms("2026-03-01"))","cancellation_reason":"1""#
        )
      ],
      requestDate: "2026-03-02T00:00:00Z"
    ).json

    let now = try VerifyAnswer.asking(["gold.yearly"], of: answer)
    let before = try VerifyAnswer.asking(["gold.yearly"], of: answer, at: "2026-02-15")

    #expect(now.result == "revoked" && now.exit == .no)
    #expect(before.result == "purchased" && before.exit == .success)
  }

  @Test func `case B04: a refunded lifetime is not owned`() throws {
    let answer = AnswerText(inApp: [
      item(
        "lifetime",
        "1",
        from: "2025-01-01",
        more: #""cancellation_date":"2025-02-01 00:00:00 Etc/GMT""#
      )
    ]).json

    let found = try VerifyAnswer.asking(["lifetime"], of: answer)

    #expect(found.result == "revoked" && found.exit == .no && found.ids == [])
  }

  @Test func `case B07: of a revoked and a valid purchase exactly the valid one is listed`() throws
  {
    let answer = AnswerText(inApp: [
      item(
        "lifetime",
        "1",
        from: "2025-01-01",
        more: #""cancellation_date_ms":"\#(ms("2025-02-01"))""#
      ),
      item("lifetime", "2", from: "2025-03-01"),
    ]).json

    let found = try VerifyAnswer.asking(["lifetime"], of: answer)

    #expect(found.result == "purchased" && found.ids == ["2"])
  }

  @Test(arguments: ["null", #""""#, "0", #""0""#])
  func `case B08: null, empty text and zero are no cancellation`(value: String) throws {
    let answer = AnswerText(inApp: [
      item("lifetime", "1", from: "2025-01-01", more: #""cancellation_date":\#(value)"#)
    ]).json

    let found = try VerifyAnswer.asking(["lifetime"], of: answer)

    #expect(found.result == "purchased" && found.exit == .success)
    let isWarned = found.warnings.contains { $0.contains("cancellation_date") }
    #expect(isWarned == (value != "null"))
  }

  @Test func `case B10: the end of the period and the refund are two dates`() throws {
    let answer = AnswerText(
      latest: [
        item(
          "gold",
          "1",
          from: "2026-01-01",
          to: "2026-04-01",
          more: #""cancellation_date_ms":"\#(ms("2026-03-01"))""#
        )
      ],
      requestDate: "2026-03-10T00:00:00Z"
    ).json

    let found = try VerifyAnswer.asking(["gold"], of: answer)

    #expect(found.result == "revoked" && found.expires == ms("2026-04-01"))
    #expect(found.check?["revocationDate"]?.integer == ms("2026-03-01"))
    #expect(found.check?["revocationReason"] == nil)
    let text = World.answer(answer, "--product", "gold")
    #expect(text.output.contains("revoked gold at 2026-03-01 00:00 UTC"))
  }

  @Test func `case B11: a refund has a reason, and a reason without a date is warned of`() throws {
    func answer(_ more: String) -> String {
      AnswerText(inApp: [item("pass", "1", from: "2025-01-01", more: more)]).json
    }
    let date = #""cancellation_date_ms":"\#(ms("2025-02-01"))""#

    let refunded = try VerifyAnswer.asking(
      ["pass"],
      of: answer(date + #","cancellation_reason":"1""#)
    )
    let undated = try VerifyAnswer.asking(["pass"], of: answer(#""cancellation_reason":"1""#))

    #expect(refunded.check?["revocationReason"] == 1)
    #expect(undated.result == "purchased")
    #expect(undated.warnings.contains("receipt.in_app[0].cancellation_date is missing"))
  }

  @Test func `case B11: refunded differs from never bought`() throws {
    let answer = AnswerText(inApp: [
      item(
        "pass",
        "1",
        from: "2025-01-01",
        more: #""cancellation_date_ms":"\#(ms("2025-02-01"))""#
      )
    ]).json

    #expect(try VerifyAnswer.asking(["pass"], of: answer).result == "revoked")
    #expect(try VerifyAnswer.asking(["other"], of: answer).result == "notPurchased")
  }

  @Test func `case B14: members of a refund that older readers do not know stay in the payload`()
    throws
  {
    let text = #"""
      {"transactionId":"1","originalTransactionId":"1","productId":"gold","bundleId":"com.demo.app",
      "purchaseDate":1767225600000,"expiresDate":1798761600000,"revocationDate":1772323200000,
      "revocationType":"REFUND_PRORATED","revocationPercentage":50000,"revocationFuture":{"a":1},
      "signedDate":1772323200000,"environment":"Sandbox"}
      """#

    let found = try VerifyAnswer.of(text, "--allow-unsigned", "--product", "gold")

    #expect(found.result == "revoked")
    #expect(found.document["payload"]?["revocationFuture"]?["a"] == 1)
    #expect(found.document["payload"]?["revocationPercentage"] == 50000)
  }

  @Test func `case C01: grace counts until its own end`() throws {
    let text = #"""
      [{"transactionId":"1","originalTransactionId":"1","productId":"gold","bundleId":"com.demo.app",
      "type":"Auto-Renewable Subscription","purchaseDate":1769904000000,"expiresDate":1772323200000,
      "signedDate":1772323200000},
      {"originalTransactionId":"1","productId":"gold","autoRenewStatus":1,
      "isInBillingRetryPeriod":true,"gracePeriodExpiresDate":1773705600000,
      "signedDate":1772323200000}]
      """#
    let asked = ["--allow-unsigned", "--product", "gold", "--as-of"]

    let during = try VerifyAnswer.of(Array(text.utf8), asked + ["2026-03-10"])
    let after = try VerifyAnswer.of(Array(text.utf8), asked + ["2026-03-18"])

    #expect(during.result == "purchased" && during.exit == .success)
    #expect(during.check?["entitledUntilDate"] == 1_773_705_600_000)
    #expect(during.expires == 1_772_323_200_000)
    #expect(during.warnings.contains { $0.contains("payment for gold failed") })
    #expect(after.result == "expired" && after.exit == .no)
  }

  @Test func `case C11: every expiration intent is read, the ones not known too`() throws {
    for intent in ["1", "2", "3", "4", "5", "9"] {
      let answer = AnswerText(
        latest: [item("gold", "1", from: "2025-01-01", to: "2025-02-01")],
        pending: [
          #"{"original_transaction_id":"1","product_id":"gold","auto_renew_product_id":"gold","#
            + #""auto_renew_status":"0","expiration_intent":"\#(intent)"}"#
        ]
      ).json

      let found = try VerifyAnswer.asking(["gold"], of: answer)

      #expect(found.result == "expired" && found.exit == .no, "intent \(intent)")
    }
  }

  @Test func `case H07: without a duration a pass is bought, and nobody can say until when`() throws
  {
    let answer = AnswerText(inApp: [item("pass.30d", "1", from: "2025-12-25")]).json

    let plain = try VerifyAnswer.asking(["pass.30d"], of: answer)
    let lasting = try VerifyAnswer.asking(
      ["pass.30d"],
      of: answer,
      "--type",
      "non-renewing",
      "--duration",
      "P30D"
    )
    let short = try VerifyAnswer.asking(
      ["pass.30d"],
      of: answer,
      "--type",
      "non-renewing",
      "--duration",
      "P7D"
    )
    let world = World()
    world.files["input"] = answer
    let usage = world.run(
      "verify",
      "input",
      "--product",
      "pass.30d",
      "--type",
      "non-renewing",
      "--json"
    )

    #expect(plain.result == "purchased" && plain.check?["expiresDate"] == nil)
    #expect(lasting.result == "purchased" && lasting.expires == ms("2026-01-24"))
    #expect(short.result == "expired" && short.exit == .no)
    #expect(usage.exit == .usage && usage.output == usage.errors)
  }

  @Test func `case I01: an empty receipt is fine and holds nothing`() throws {
    let found = try VerifyAnswer.asking(["gold"], of: AnswerText().json)

    #expect(found.failure == nil && found.result == "notPurchased" && found.exit == .no)
    #expect(found.warnings.contains { $0.contains("refresh") })
  }

  @Test func `case I02: without latest_receipt_info the purchases are those of in_app`() throws {
    let answer = AnswerText(inApp: [item("gold", "1", from: "2026-01-01", to: "2026-02-01")]).json

    let found = try VerifyAnswer.asking(["gold"], of: answer)

    #expect(found.result == "purchased")
    #expect(found.warnings.contains { $0.contains("latest_receipt_info is missing") })
  }

  @Test func `case I04: a lapsed subscription of the old style is expired, not invalid`() throws {
    let answer = #"""
      {"status":21006,"auto_renew_status":0,"expiration_intent":"1","is_in_billing_retry_period":"0",
      "receipt":{"bid":"com.demo.app","product_id":"gold","transaction_id":"1","quantity":"1",
      "original_transaction_id":"1","purchase_date_ms":"1735689600000"},
      "latest_expired_receipt_info":{"bid":"com.demo.app","product_id":"gold","transaction_id":"2",
      "original_transaction_id":"1","quantity":"1","purchase_date_ms":"1738368000000",
      "expires_date":"1740787200000","expires_date_formatted":"2025-03-01 00:00:00 Etc/GMT"}}
      """#

    let found = try VerifyAnswer.asking(["gold"], of: answer, at: "2026-01-01")

    #expect(found.failure == nil && found.exit == .no)
    #expect(found.result == "expired" && found.expires == 1_740_787_200_000)
    #expect(found.check?["expirationReason"] == "customer-cancelled")
  }

  @Test(arguments: ["", #","request_date_ms":"1738400000000""#])
  func `case I04: the status itself says that it is over, whatever date there is`(
    date: String
  ) throws {
    let answer = #"""
      {"status":21006,"receipt":{"bid":"com.demo.app","product_id":"gold","transaction_id":"1",
      "quantity":"1","original_transaction_id":"1","purchase_date_ms":"1738368000000",
      "expires_date":"1740787200000"\#(date)}}
      """#

    let found = try VerifyAnswer.asking(["gold"], of: answer)

    #expect(found.result == "expired" && found.exit == .no)
    #expect(Received.ask("gold", of: answer).exit == .no)
    #expect(Received.ask("gold", of: answer).output.contains("expired"))
  }

  @Test func `case I04: what the status calls over never lasts for ever`() throws {
    let answer = #"""
      {"status":21006,"receipt":{"product_id":"gold","transaction_id":"1",
      "purchase_date_ms":"1738368000000"}}
      """#

    let found = try VerifyAnswer.asking(["gold"], of: answer)

    #expect(found.result == "notPurchased" && found.exit == .no)
  }

  @Test func `case I06: numbers and texts are the same, and what is unreadable is named`() throws {
    let number = #"""
      {"status":0,"receipt":{"bundle_id":"com.demo.app","request_date_ms":1768867200000,"in_app":[]},
      "latest_receipt_info":[{"quantity":1,"product_id":"gold","transaction_id":1000000093384828,
      "original_transaction_id":1000000093384828,"purchase_date_ms":1767225600000,
      "expires_date_ms":1775001600000},
      {"product_id":"gold","transaction_id":"2","purchase_date_ms":"1767225600000",
      "expires_date_ms":"soon"}]}
      """#
    let unreadable = #"""
      {"status":0,"receipt":{"bundle_id":"com.demo.app","in_app":[{"product_id":"gold"}]}}
      """#

    let found = try VerifyAnswer.asking(["gold"], of: number)
    let nothing = try VerifyAnswer.asking(["gold"], of: unreadable)

    #expect(found.result == "purchased" && found.ids == ["1000000093384828"])
    #expect(found.warnings.contains { $0.contains("latest_receipt_info[1].expires_date_ms") })
    #expect(nothing.failure == "nothingReadable" && nothing.exit == .invalid)
    #expect(nothing.check == nil)
  }

  @Test func `case I07: an id of 18 digits stays as it is`() throws {
    let answer = AnswerText(inApp: [item("lifetime", "500000000123456789", from: "2025-01-01")])
      .json.replacing(#""500000000123456789""#, with: "500000000123456789")

    let found = try VerifyAnswer.asking(["lifetime"], of: answer)

    #expect(found.ids == ["500000000123456789"])
  }

  @Test func `case I08: a subscription without an end grants nothing, and is named`() throws {
    let answer = AnswerText(latest: [
      item("gold", "1", from: "2025-01-01", more: #""web_order_line_item_id":"7""#)
    ]).json

    for words in [[], ["--type", "auto-renewable"], ["--duration", "P30D"]] {
      let found = try VerifyAnswer.of(
        Array(answer.utf8),
        ["--allow-unsigned", "--product", "gold"] + words
      )

      #expect(found.result == "notPurchased" && found.exit == .no, "\(words)")
      #expect(found.warnings.contains { $0.contains("transaction 1") }, "\(words)")
    }
  }

  @Test(arguments: [
    (#""subscription_group_identifier":"5""#, nil), (#""web_order_line_item_id":"7""#, nil),
    ("", #"{"original_transaction_id":"9","product_id":"gold"}"#),
    ("", #"{"original_transaction_id":"9","auto_renew_product_id":"gold"}"#),
    ("", #"{"original_transaction_id":"1","auto_renew_status":"1"}"#),
  ])
  func `case I08: whatever shows a subscription, without an end it is never lasting`(
    sign: String,
    renewal: String?
  ) throws {
    var answer = AnswerText(latest: [item("gold", "1", from: "2025-01-01", more: sign)])
    answer.pending = [renewal].compactMap(\.self)

    let found = try VerifyAnswer.asking(["gold"], of: answer.json, at: "2030-01-01")

    #expect(found.result == "notPurchased" && found.exit == .no)
  }

  @Test(arguments: ["expires_date_ms", "expires_date", "expires_date_pst"])
  func `case I06: an empty end is no end that nobody wrote`(member: String) throws {
    let answer = AnswerText(latest: [
      item("gold", "1", from: "2026-01-01", more: #""\#(member)":"""#),
      item("other", "2", from: "2026-01-01"),
    ]).json

    let found = try VerifyAnswer.asking(["gold"], of: answer)

    #expect(found.exit == .cannotTell && found.check == nil)
    #expect(found.warnings.contains { $0.contains("left out: latest_receipt_info[0].\(member)") })
  }

  @Test func `case I06: an empty form beside a readable one is passed over`() throws {
    let answer = AnswerText(latest: [
      item(
        "gold",
        "1",
        from: "2026-01-01",
        more: #""expires_date_ms":"","expires_date":"2026-02-01 00:00:00 Etc/GMT""#
      )
    ]).json

    let found = try VerifyAnswer.asking(["gold"], of: answer)

    #expect(found.result == "purchased" && found.expires == ms("2026-02-01"))
  }

  @Test func `case I06: nobody says no about a product whose purchase cannot be read`() throws {
    let answer = AnswerText(latest: [
      item("gold", "1", from: "2026-01-01", more: #""expires_date_ms":"soon""#),
      item("silver", "2", from: "2026-01-01", to: "2026-02-01"),
    ]).json

    let unread = try VerifyAnswer.asking(["gold"], of: answer)
    let read = try VerifyAnswer.asking(["silver"], of: answer)
    let other = try VerifyAnswer.asking(["bronze"], of: answer)
    let entitlements = Received.ask("gold", of: answer)

    #expect(unread.exit == .cannotTell && unread.check == nil)
    #expect(unread.errors.contains("recordLeftOut"))
    #expect(read.result == "purchased" && read.exit == .success)
    #expect(other.result == "notPurchased" && other.exit == .no)
    #expect(entitlements.exit == .cannotTell)
    #expect(entitlements.errors.contains("a purchase that cannot be read may be of gold"))
    #expect(!entitlements.errors.contains("nothing in the data names"))
    #expect(Received.ask("silver", of: answer).exit == .success)
    #expect(Received.ask("bronze", of: answer).exit == .no)
  }

  @Test(arguments: [
    (#""grace_period_expires_date_ms":"soon""#, ExitCode.cannotTell),
    (#""grace_period_expires_date":"""#, .cannotTell),
    (#""is_in_billing_retry_period":"maybe""#, .cannotTell),
    (#""price_increase_status":"soon""#, .no),
  ])
  func `case I06: nobody says no where a grace period cannot be read`(
    member: String,
    exit: ExitCode
  ) throws {
    let answer = AnswerText(
      latest: [item("gold", "1", from: "2025-12-01", to: "2026-01-15")],
      pending: [#"{"original_transaction_id":"1","product_id":"gold",\#(member)}"#]
    ).json

    #expect(try VerifyAnswer.asking(["gold"], of: answer).exit == exit)
    #expect(Received.ask("gold", of: answer).exit == exit)
    #expect(try VerifyAnswer.asking(["gold"], of: answer, at: "2026-01-01").exit == .success)
  }

  @Test func `case I06: a purchase without a readable product may be of any`() throws {
    let answer = AnswerText(latest: [
      item("silver", "2", from: "2026-01-01", to: "2026-02-01"),
      #"{"transaction_id":"3","purchase_date_ms":"1767225600000"}"#,
    ]).json

    let found = try VerifyAnswer.asking(["gold"], of: answer)

    #expect(found.exit == .cannotTell)
    #expect(Received.ask("gold", of: answer).exit == .cannotTell)
    #expect(try VerifyAnswer.asking(["silver"], of: answer).result == "purchased")
  }

  @Test func `case I10: a period without length grants nothing a millisecond later`() throws {
    let answer = AnswerText(
      latest: [item("gold", "1", from: "2026-01-01", to: "2026-01-01")],
      requestDate: "2026-01-01T00:00:00.001Z"
    ).json

    let found = try VerifyAnswer.asking(["gold"], of: answer)

    #expect(found.result == "expired")
    #expect(found.warnings.contains { $0.contains("zero-length period") })
  }

  @Test func `case I11: at the very end of a period it is over`() throws {
    let answer = AnswerText(latest: [item("gold", "1", from: "2026-01-01", to: "2026-02-01")]).json

    let before = try VerifyAnswer.asking(["gold"], of: answer, at: "2026-01-31T23:59:59.999Z")
    let end = try VerifyAnswer.asking(["gold"], of: answer, at: "2026-02-01")

    #expect(before.result == "purchased")
    #expect(end.result == "expired")
  }

  @Test func `case I14: data of another app is invalid, and both ids are shown`() throws {
    let answer = AnswerText(bundleID: "com.other.app").json

    let found = try VerifyAnswer.of(
      Array(answer.utf8),
      ["--allow-unsigned", "--bundle-id", "com.demo.app"]
    )
    let unasked = try VerifyAnswer.of(answer, "--allow-unsigned")

    #expect(found.failure == "wrongBundleID" && found.exit == .invalid)
    #expect(found.errors.contains("com.other.app") && found.errors.contains("com.demo.app"))
    #expect(unasked.warnings.contains { $0.contains("bundle id not checked") })
  }

  @Test func `case I15: a status is a name and an advice, never a bare number`() throws {
    let cases: [(String, String, ExitCode)] = [
      ("21000", "notPosted", .invalid), ("21002", "malformedReceiptData", .cannotTell),
      ("21003", "receiptNotAuthenticated", .invalid), ("21004", "wrongSharedSecret", .invalid),
      ("21005", "receiptServerUnavailable", .cannotTell), ("21007", "sandboxReceipt", .invalid),
      ("21008", "productionReceipt", .invalid), ("21009", "receiptServerError", .cannotTell),
      ("21100", "receiptServerDataError", .cannotTell), ("99999", "unknownStatus", .invalid),
    ]
    for (status, code, exit) in cases {
      let found = try VerifyAnswer.of("{\"status\":\(status)}")
      #expect(found.failure == code && found.exit == exit, "\(status)")
      let error = try JSONParser.parse(found.errors)["error"]
      #expect(error?["code"]?.string == code)
      #expect(error?["hint"] != nil)
    }
    let data = #"{"status":21150,"is-retryable":false}"#
    #expect(try VerifyAnswer.of(data).exit == .invalid)
  }

  @Test func `case I15: a deleted account has never bought anything`() throws {
    let found = try VerifyAnswer.asking(["gold"], of: #"{"status":21010}"#)

    #expect(found.result == "notPurchased" && found.exit == .no)
    let shown = try VerifyAnswer.of(#"{"status":21010}"#, "--allow-unsigned")
    #expect(shown.warnings.contains { $0.contains("treat it as if nothing had ever been bought") })
  }

  @Test(arguments: ["", #""status":null,"#])
  func `An answer without a status is none of Apple's`(status: String) throws {
    let answer = AnswerText(inApp: [item("lifetime", "1", from: "2025-01-01")]).json
      .replacing(#""status":0,"#, with: status)

    let found = try VerifyAnswer.asking(["lifetime"], of: answer)

    #expect(found.failure == "noStatus" && found.exit == .invalid && found.check == nil)
  }

  @Test func `case I15: what stands beside the word of a deleted account counts for nothing`()
    throws
  {
    var answer = AnswerText(latest: [item("gold", "1", from: "2026-01-01", to: "2026-02-01")])
    answer.status = "21010"

    let found = try VerifyAnswer.asking(["gold"], of: answer.json)

    #expect(found.result == "notPurchased" && found.exit == .no)
  }

  @Test(arguments: [
    #""cancellation_date_ms":"16500000000OO""#,
    #""cancellation_date":"2020-02-30 00:00:00 Etc/GMT""#,
  ])
  func `An older copy does not answer for a later one that cannot be read`(more: String) throws {
    let clean = item("gold", "1", from: "2026-01-01", to: "2026-02-01")
    let later = item("gold", "1", from: "2026-01-01", to: "2026-02-01", more: more)
    let other = item("coins", "2", from: "2026-01-01")

    let found = try VerifyAnswer.asking(
      ["gold"],
      of: AnswerText(inApp: [clean, other], latest: [later]).json
    )

    #expect(found.check == nil && found.exit == .cannotTell)
  }

  @Test func `case I17: a price that is absent stays absent`() throws {
    let text = #"""
      {"transactionId":"1","productId":"gold","purchaseDate":1767225600000,
      "signedDate":1767225600000}
      """#

    let found = try VerifyAnswer.of(text, "--allow-unsigned")

    #expect(found.document["payload"]?["price"] == nil)
    #expect(found.exit == .success)
  }

  @Test func `case K03: the clock is the answer's own, unless a time is named`() throws {
    let answer = AnswerText(
      latest: [item("gold", "1", from: "2026-01-01", to: "2026-02-01")],
      requestDate: "2026-02-10T00:00:00Z"
    ).json

    let own = try VerifyAnswer.asking(["gold"], of: answer)
    let named = try VerifyAnswer.asking(["gold"], of: answer, at: "2026-01-20")
    let later = try VerifyAnswer.asking(["gold"], of: answer, at: "2026-03-20")

    #expect(own.result == "expired" && named.result == "purchased")
    #expect(own.check?["clock"] == "signed")
    #expect(own.check?["asOfDate"]?.integer == ms("2026-02-10"))
    #expect(named.check?["clock"] == "argument")
    #expect(later.warnings.contains { $0.contains("38 days before the time asked for") })
    #expect(!named.warnings.contains { $0.contains("before the time asked for") })
    let text = World.answer(answer, "--product", "gold").output
    #expect(text.contains("as of 2026-02-10 00:00 UTC, the time at which the data was signed"))
  }

  @Test func `Without any date of its own, data cannot tell whether a period is over`() throws {
    let answer = AnswerText(
      latest: [item("gold", "1", from: "2026-01-01", to: "2026-02-01")],
      requestDate: nil
    ).json

    let found = try VerifyAnswer.asking(["gold"], of: answer)

    #expect(found.exit == .cannotTell && found.check == nil)
    #expect(found.errors.contains("noDate"))
  }
}
