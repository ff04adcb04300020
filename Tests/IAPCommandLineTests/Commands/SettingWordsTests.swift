import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

/// What `iap store set` and `iap store product` say about values that cannot be.
struct SettingWordsTests {
  private struct Case: CustomTestStringConvertible {
    let line: String
    /// The whole text on stderr, without its first words.
    let errors: String

    var testDescription: String { line }
  }

  private static let cases = [
    Case(
      line: "set ask-to-buy",
      errors: """
        'iap store set' needs a value for ask-to-buy: on|off
          why: usage: iap store set KEY [VALUE...] [options]
          hint: iap help store set
        """
    ),
    Case(
      line: "set billing-retry 0",
      errors: """
        billing-retry cannot be '0'
          why: expected a number of days from 1 to 365
          hint: iap help store set
        """
    ),
    Case(
      line: "set lead 3d",
      errors: """
        lead cannot be '3d'
          why: expected a duration from 0 to 24h
          hint: iap help store set
        """
    ),
    Case(
      line: "set renewal-limit 0",
      errors: """
        renewal-limit cannot be '0'
          why: expected none, a number from 1
          hint: iap help store set
        """
    ),
    Case(
      line: "set storefront UK",
      errors: """
        storefront cannot be 'UK'
          why: expected a storefront like USA
          hint: iap store set storefront GBR
        """
    ),
    Case(
      line: "set locale xx_YY",
      errors: """
        no locale 'xx_YY'
          why: expected a name like en_US, ja or zh_Hans
          hint: iap help store set
        """
    ),
    Case(
      line: "set fail verification networkErorr",
      errors: """
        fail verification cannot be 'networkErorr'
          why: expected invalidCertificateChain, invalidDeviceVerification, invalidEncoding, \
        invalidSignature, missingRequiredProperties, revokedCertificate, off
          hint: iap help store set
        """
    ),
    Case(
      line: "product lifetime group-level 2",
      errors: """
        'group-level' does not fit this type of product
          hint: iap help store product
        """
    ),
    Case(
      line: "product pro_yearly group-level 0",
      errors: """
        group-level cannot be '0'
          why: expected a number from 1 to 100
        """
    ),
    Case(
      line: "product lifetime for-sale maybe",
      errors: """
        for-sale cannot be 'maybe'
          why: expected on, off
        """
    ),
    Case(
      line: "product pro_yearly family-shareable off",
      errors: """
        family-shareable cannot be 'off'
          why: expected on
        """
    ),
    Case(
      line: "price pro_monthly",
      errors: """
        'iap store price' needs AMOUNT
          why: usage: iap store price ID AMOUNT [options]
          hint: iap help store price
        """
    ),
  ]

  @Test(arguments: cases) private func `A value that cannot be is named with what can be`(
    _ example: Case
  ) {
    let world = World()
    world.run("init")

    let outcome = world.run(["store"] + example.line.split(separator: " ").map(String.init))

    #expect(outcome.exit == .usage && outcome.output == "")
    #expect(outcome.errors == "iap: error: \(example.errors)\n")
  }

  /// A locale has to be one that prices can be shown in; a file may have any.
  @Test func `What the command takes the store takes, and nothing else`() {
    let values = [
      "on", "off", "0", "1", "365", "366", "none", "24h", "25h", "60d", "61d", "en_US", "de", "USA",
      "usa", "16d", "sandbox", "realTime", "P1M", "-1", "",
    ]
    for key in SettingKey.allCases where key != .fail && key != .locale {
      for value in values {
        var words = ["store", "set", key.rawValue, value]
        if value.hasPrefix("-") { words.insert("--", at: 2) }
        let world = World()
        world.run("init")

        let outcome = world.run(words)

        #expect((outcome.exit == .success) == key.accepts(value), "\(key) \(value)")
        #expect(outcome.exit == .success || outcome.exit == .usage)
      }
    }
  }
}
