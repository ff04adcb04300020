extension Explanation {
  /// What App Store Connect refuses about codes of one-time products (rule N-5) and about prices.
  static let offerCodes: [Explanation] = [
    Explanation(
      "codeForSubscription",
      .usage,
      "a subscription's offer codes stand in the catalogue's file",
      "iap products"
    ),
    Explanation(
      "invalidCodePrice",
      .usage,
      "an offer code has a name and a price below the product's own",
      "iap help store code"
    ),
    Explanation(
      "invalidPrice",
      .usage,
      "the currency has no coins for the amount: 9.999 USD, 147.99 JPY",
      "iap help store price"
    ),
  ]
}
