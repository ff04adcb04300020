import Testing

@testable import IAPCore

/// Flags of a verifyReceipt answer, which come as texts, as booleans and as numbers.
struct AnswerFlagTests {
  private func transaction(trial: String, introductory: String) throws -> Transaction {
    let text = """
      {"product_id":"gold","transaction_id":"1","purchase_date_ms":"1767225600000",
      "expires_date_ms":"1775001600000","is_trial_period":\(trial),
      "is_in_intro_offer_period":\(introductory)}
      """
    var reader = AnswerReader(try JSONParser.parse(Array(text.utf8)))
    return try #require(Transaction(answer: &reader))
  }

  @Test func `case E06: flags as text and as booleans are equal, and a trial used the offer`()
    throws
  {
    let asText = try transaction(trial: #""true""#, introductory: #""false""#)
    let asFlag = try transaction(trial: "true", introductory: "false")
    let neither = try transaction(trial: #""false""#, introductory: "false")
    let discounted = try transaction(trial: "false", introductory: #""true""#)

    #expect(asText == asFlag)
    #expect(asText.offerType == .introductory)
    #expect(asText.offerDiscountType == .freeTrial)
    #expect(neither.offerType == nil)
    #expect(discounted.offerType == .introductory)
    #expect(discounted.offerDiscountType == nil)
  }
}
