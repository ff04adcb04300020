import IAPCore

extension HelpTopicText {
  /// The whole language: what the reader of scenarios takes, from its own tables.
  static var scenarios: [StyledText] {
    HelpText.pairs(scenarioKeys)
      + HelpText.section("a step", HelpText.pairs(stepKeys))
      + HelpText.section("verbs, with the members of their objects", HelpText.pairs(verbs))
      + HelpText.section("members of expect", HelpText.pairs(expectations))
      + [""] + wrapped(scenarioNotes) + HelpText.section("example", scenarioExample)
  }

  /// The members of the file.
  static let scenarioKeys = [
    ("format, version", "\"iap.scenario\" and 1"),
    ("name, description", "what the story is called and tells; only the name is needed"),
    ("catalog, entitlements", "files, relative to the scenario; without: the sample shop, its map"),
    ("bundleId, appAppleId, environment", "as of iap init"),
    ("start", "where the clock starts, a TIME (2026-01-01)"),
    ("settings", "an object of keys and values of iap help settings"),
    ("steps", "what happens, an array"),
  ]

  /// The members of a step.
  static let stepKeys = [
    ("at", "a TIME, or +D (+3h, +P1M) after the step before"),
    ("account", "the customer (default)"),
    ("a verb", "at most one: a command's words in camelCase, without store"),
    ("expect", "an object, or an array of them; all have to hold after the step"),
  ]

  /// A text stands for the first word, an object has the members behind it.
  static var verbs: [(String, String)] {
    ScenarioForm.all.map { form in
      let note =
        switch form.verb {
        case "set": "an object of keys and values: {\"ask-to-buy\": \"on\"}; and allAccounts"
        case "advance": "a DURATION or a TIME as text, or one of by, to, until"
        case "finish": "an id or product as text, an array of them, or one of ids, all, byServer"
        case "load":
          "another catalogue from here on: its path as text, or catalog, entitlements, downloads; "
            + "what iap does by itself when the file has changed"
        default: described(form)
        }
      return (form.verb, note)
    }
  }

  private static func described(_ form: ScenarioForm) -> String {
    if form.members.isEmpty { return "{}" }
    let members = form.members.joined(separator: ", ")
    guard let bare = form.bare else { return "an object: " + members }
    return form.members.count == 1 ? "\(bare) as text" : "\(bare) as text, or an object: \(members)"
  }

  /// What `expect` looks at, with the members that may be named.
  static var expectations: [(String, String)] {
    Expectation.forms.map { form in
      let members = form.members.joined(separator: ", ")
      let note =
        switch form.name {
        case "result":
          "a purchase's answer: "
            + PurchaseResult.Word.allCases.map(\.rawValue).joined(separator: ", ")
        case "error": "the code that the step ends with; null: none"
        case "entitlement": "a NAME, and beside it any of \(members)"
        case "transaction":
          "of this step, else the newest; null: none; as in iap history --json: \(members)"
        default: "a count, or an array as long as what is found, of objects: \(members)"
        }
      return (form.name, note)
    }
  }

  /// What tables cannot say.
  static let scenarioNotes = [
    """
    What is expected is a subset: members that are not named may be anything, null means absent. \
    A date is milliseconds or a TIME. Unknown keys are errors (exit status 5).
    """,
    """
    A step whose verb is refused fails unless it expects the error. Commands that only look \
    (history, queue, status, show) are no verbs: expect looks. Nor is reset: another scenario \
    begins anew. A story that overrides plays in a store that allows it.
    """,
    """
    Percentages: "percent" (refund) and "consumption" are in percent, 25 or "25" is a quarter, as \
    the options of the commands; "percentage" and "consumptionPercentage" are in thousandths of a \
    percent, as the journal has them: 25000. Without "customerConsented" the customer consented.
    """,
    "iap record writes what was played by hand as a scenario; iap replay plays it again.",
  ]

  /// A story that uses most of it.
  static let scenarioExample: [StyledText] = [
    "  { \"format\": \"iap.scenario\", \"version\": 1, \"name\": \"declined by the parent\",",
    "    \"catalog\": \"Shop.storekit\", \"entitlements\": \"Entitlements.json\",",
    "    \"start\": \"2026-01-01T00:00:00Z\",",
    "    \"steps\": [",
    "      { \"set\": { \"ask-to-buy\": \"on\" } },",
    "      { \"purchase\": \"pro_monthly\", \"expect\": { \"result\": \"pending\" } },",
    "      { \"at\": \"+3h\", \"decline\": \"pro_monthly\" },",
    "      { \"expect\": { \"entitlement\": \"pro\", \"entitled\": false } },",
    "      { \"set\": { \"ask-to-buy\": \"off\" } },",
    "      { \"purchase\": { \"id\": \"pro_monthly\", \"noIntro\": true } },",
    "      { \"expect\": {",
    "          \"status\": [ { \"state\": \"subscribed\",",
    "            \"renewalInfo\": { \"autoRenewStatus\": 1 } } ],",
    "          \"notifications\": [",
    "            { \"payload\": { \"notificationType\": \"SUBSCRIBED\" } } ] } } ] }",
  ]

  private static func wrapped(_ texts: [String]) -> [StyledText] {
    Array(
      texts.flatMap { text in
        TerminalText.wrapped(text, width: HelpText.width).map { StyledText($0) } + [""]
      }.dropLast()
    )
  }
}
