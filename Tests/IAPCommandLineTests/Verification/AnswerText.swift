import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

/// A verifyReceipt answer that is being written for a test.
struct AnswerText {
  var status = "0"
  var inApp: [String]? = []
  var latest: [String]?
  var pending: [String] = []
  var bundleID = "com.demo.app"
  /// `nil`: the answer does not say when it was given.
  var requestDate: String? = "2026-01-20T00:00:00Z"
  var more = ""

  /// One purchase; dates as RFC 3339, `nil` leaves the member out.
  static func item(
    _ product: String,
    _ id: String,
    from start: String,
    to end: String? = nil,
    original: String? = nil,
    more: String = ""
  ) -> String {
    let expires = end.map { #","expires_date_ms":"\#(milliseconds($0))""# } ?? ""
    return #"{"quantity":"1","product_id":"\#(product)","transaction_id":"\#(id)","#
      + #""original_transaction_id":"\#(original ?? id)","purchase_date_ms":"\#(milliseconds(start))","#
      + #""original_purchase_date_ms":"\#(milliseconds(start))","is_trial_period":"false""#
      + expires + (more.isEmpty ? "" : "," + more) + "}"
  }

  static func milliseconds(_ text: String) -> Int64 {
    Instant(rfc3339: text)?.milliseconds ?? 0
  }

  var json: String {
    var receipt = [#""receipt_type":"ProductionSandbox""#, #""bundle_id":"\#(bundleID)""#]
    if let inApp { receipt.append(#""in_app":[\#(inApp.joined(separator: ","))]"#) }
    if let requestDate {
      receipt.append(#""request_date_ms":"\#(Self.milliseconds(requestDate))""#)
    }
    var parts = [
      #""status":\#(status)"#, #""environment":"Sandbox""#,
      #""receipt":{\#(receipt.joined(separator: ","))}"#,
    ]
    if let latest { parts.append(#""latest_receipt_info":[\#(latest.joined(separator: ","))]"#) }
    if !pending.isEmpty {
      parts.append(#""pending_renewal_info":[\#(pending.joined(separator: ","))]"#)
    }
    if !more.isEmpty { parts.append(more) }
    return "{" + parts.joined(separator: ",") + "}"
  }
}

/// What `iap verify --json` answered.
struct VerifyAnswer {
  var document: JSONValue
  var errors: String
  var exit: ExitCode

  var check: JSONValue? { document["check"] }
  var result: String? { check?["result"]?.string }
  var product: String? { check?["productId"]?.string }
  var expires: Int64? { check?["expiresDate"]?.integer }
  var ids: [String] { (check?["transactionIds"]?.array ?? []).compactMap(\.string) }
  var warnings: [String] { (document["warnings"]?.array ?? []).compactMap(\.string) }
  var failure: String? { document["failure"]?.string }

  /// Runs `iap verify` over one input, as JSON.
  static func of(_ input: String, _ words: String...) throws -> VerifyAnswer {
    try of(Array(input.utf8), words)
  }

  static func of(_ input: [UInt8], _ words: [String]) throws -> VerifyAnswer {
    let world = World()
    world.files.contents["input"] = input
    let outcome = world.run(["verify", "input", "--json"] + words)
    return VerifyAnswer(
      document: try JSONParser.parse(outcome.output),
      errors: outcome.errors,
      exit: outcome.exit
    )
  }

  /// Asks about products in an answer of verifyReceipt, which nobody signed.
  static func asking(
    _ products: [String],
    of input: String,
    at time: String? = nil,
    _ words: String...
  ) throws -> VerifyAnswer {
    let asked = products.flatMap { ["--product", $0] } + (time.map { ["--as-of", $0] } ?? [])
    return try of(Array(input.utf8), ["--allow-unsigned"] + asked + words)
  }
}

extension World {
  /// What `iap verify` says for people of one answer that nobody signed.
  static func answer(_ input: String, _ words: String...) -> Outcome {
    let world = World()
    world.files["input"] = input
    return world.run(["verify", "input", "--allow-unsigned"] + words)
  }
}

/// What `iap entitlements --from` says of one input that nobody signed.
enum Received {
  static func ask(_ name: String, of input: String) -> World.Outcome {
    let world = World()
    world.files["input"] = input
    return world.run(
      "entitlements",
      "--from",
      "input",
      "--allow-unsigned",
      "--require",
      name,
      "--explain"
    )
  }
}
