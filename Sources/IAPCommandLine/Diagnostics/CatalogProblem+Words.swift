package import IAPCore

extension CatalogProblem {
  /// What is wrong, naming what was found; without the place.
  package var message: String {
    let row = CatalogProblemWords.of(code)
    return fill(expected == nil ? row.bareMessage ?? row.message : row.message)
  }

  /// What to do about it.
  package var hint: String {
    let row = CatalogProblemWords.of(code)
    return fill(expected == nil ? row.bareHint ?? row.hint : row.hint)
  }

  private func fill(_ template: String) -> String {
    CatalogProblemWords.fill(
      template,
      found: found ?? "",
      expected: expected ?? "",
      other: otherPath ?? "",
      owner: owner ?? ""
    )
  }
}

/// The words for one kind of problem.
///
/// `{found}`, `{expected}`, `{other}` and `{owner}` stand for the facts of the problem.
struct CatalogProblemWords {
  let message: String
  let hint: String
  /// Where the problem has no expectation.
  var bareMessage: String?
  var bareHint: String?

  init(_ message: String, _ hint: String, bareMessage: String? = nil, bareHint: String? = nil) {
    self.message = message
    self.hint = hint
    self.bareMessage = bareMessage
    self.bareHint = bareHint
  }

  /// What `iap explain` says: the message about nobody's file in particular.
  static func meaning(of code: CatalogProblemCode) -> String {
    general(of(code).message)
  }

  /// The advice about nobody's file in particular.
  static func advice(about code: CatalogProblemCode) -> String {
    general(of(code).bareHint ?? of(code).hint)
  }

  /// Facts that only a file has are left open; the quotes around them too.
  private static func general(_ template: String) -> String {
    fill(
      template.replacing("'{found}'", with: "{found}").replacing(
        "'{expected}'",
        with: "{expected}"
      ),
      found: "...",
      expected: "...",
      other: "another place",
      owner: "..."
    )
  }

  static func of(_ code: CatalogProblemCode) -> CatalogProblemWords {
    for table in [file, products, groups, offers] {
      if let row = table[code] { return row }
    }
    preconditionFailure("a test checks that every code has words; \(code) has none")
  }

  static func fill(
    _ template: String,
    found: String,
    expected: String,
    other: String,
    owner: String
  ) -> String {
    var text = ""
    var rest = Substring(template)
    // One pass: a value that looks like a placeholder stays as it is.
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      text += rest[..<open]
      switch rest[rest.index(after: open)..<close] {
      case "found": text += found
      case "expected": text += expected
      case "other": text += other
      case "owner": text += owner
      default: text += rest[open...close]
      }
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }

  // MARK: - The file and its settings

  private static let file: [CatalogProblemCode: CatalogProblemWords] = [
    .newerVersion: .init(
      "format {found} is newer than {expected}, the newest known",
      "what is new in it is ignored"
    ),
    .unknownVersion: .init(
      "format {found} has never been seen",
      "it is read like its neighbours; open and save the file in Xcode"
    ),
    .missingVersion: .init(
      "the file does not say its format",
      "add \"version\" : { \"major\" : 4, \"minor\" : 0 }"
    ),
    .unknownMember: .init(
      "'{found}' is not known here and has no effect",
      "did you mean '{expected}'?",
      bareHint: "remove it"
    ),
    .misnamedMember: .init(
      "'{found}' has no effect: Xcode does not know it",
      "use '{expected}'"
    ),
    .misplacedProducts: .init(
      "'{found}' is not for sale: it stands in a list that Xcode does not know",
      "move it to '{expected}'"
    ),
    .suitesNotSold: .init(
      "'{found}' is a suite or bundle, which cannot be bought here",
      "sell its subscriptions in an ordinary group"
    ),
    .keyPairUnusable: .init(
      "the key for promotional offers has no '{expected}'",
      "make a promotional offer anew in Xcode; until then signatures are not checked"
    ),
    .unknownSetting: .init(
      "the setting '{found}' is not known and is ignored",
      "did you mean '{expected}'?",
      bareHint: "see iap store set for what can be set"
    ),
    .unusableSetting: .init(
      "the setting cannot be '{found}'; taken as '{expected}'",
      "write '{expected}'",
      bareMessage: "the setting cannot be '{found}' and is ignored",
      bareHint: "choose a value in Xcode, or set it with iap store set"
    ),
    .errorWithoutChoice: .init(
      "'{found}' is set to fail without saying how; it fails with 'unknown'",
      "choose an error in Xcode, or with iap store set fail"
    ),
  ]

  // MARK: - Products, texts and prices

  private static let products: [CatalogProblemCode: CatalogProblemWords] = [
    .emptyProductID: .init("a product without an id cannot be sold", "give it a productID"),
    .duplicateProductID: .init(
      "the product id '{found}' stands twice, first at {other}; this one is never sold",
      "rename one of the two"
    ),
    .shadowingProductID: .init(
      "'{found}' and '{expected}' at {other} differ in case or white space only",
      "rename one of the two: they are taken for each other"
    ),
    .oddWhiteSpace: .init(
      "the product id '{found}' contains white space",
      "remove it: App Store Connect takes no such id, and comparison is exact"
    ),
    .unusualProductID: .init(
      "the product id '{found}' has characters that App Store Connect does not take",
      "use letters, digits, underscores and periods"
    ),
    .unknownProductType: .init(
      "the type '{found}' is not known; the product is not sold",
      "did you mean '{expected}'?",
      bareHint: "write Consumable or NonConsumable"
    ),
    .misplacedProductType: .init(
      "the type '{found}' does not belong here",
      "here stands '{expected}'"
    ),
    .notShareable: .init(
      "a product of type {found} cannot be shared with the family",
      "set familyShareable to false"
    ),
    .emptyLocalizations: .init(
      "'{found}' has no texts: customers see the reference name",
      "add a localization"
    ),
    .emptyDisplayName: .init(
      "the display name for '{found}' is empty",
      "write a name"
    ),
    .duplicateLocale: .init(
      "the locale '{found}' stands twice, first at {other}; the first one counts",
      "remove one of the two"
    ),
    .unknownLocale: .init(
      "'{found}' is no locale",
      "did you mean '{expected}'?",
      bareHint: "write a name like en_US, ja or zh_Hans"
    ),
    .emptyPrice: .init("the price is empty and taken as no money", "write a decimal like \"9.99\""),
    .impossiblePrice: .init(
      "{found} cannot be paid in {expected}",
      "write a price with as many decimals as the currency of the storefront has"
    ),
  ]

  // MARK: - Groups and billing plans

  private static let groups: [CatalogProblemCode: CatalogProblemWords] = [
    .duplicateGroupID: .init(
      "the group id '{found}' stands twice, first at {other}; both are one group",
      "give each group an id of its own"
    ),
    .emptyGroup: .init("the group '{found}' has no subscriptions", "add one or remove the group"),
    .groupIDMismatch: .init(
      "'{found}' is not the id of the group that this stands in",
      "write '{expected}'"
    ),
    .levelMissing: .init(
      "the level '{found}' is none; taken as {expected}",
      "write a groupNumber from 1, the highest service",
      bareMessage: "the level is missing; taken as 1"
    ),
    .levelsOutOfOrder: .init(
      "shorter plan ranks above longer plan in group {owner}: '{found}' above '{expected}' ({other})",
      "give both plans of one service the same groupNumber, or change it"
    ),
    .unusualPeriod: .init("no subscription can last {found}", "use one of {expected}"),
    .duplicateBillingPlan: .init(
      "the billing plan {found} stands twice; this one is ignored",
      "remove one of the two"
    ),
    .monthlyPlanOfShortPeriod: .init(
      "monthly billing needs a yearly subscription, this one lasts {found}",
      "remove the plan, or make the period {expected}"
    ),
    .commitmentPriceDisagrees: .init(
      "the commitment costs {found}, its payments together {expected}",
      "write {expected}"
    ),
    .planPriceDiffers: .init(
      "billed up front costs {found}, the subscription {expected} ({other})",
      "the plan's price is what is charged"
    ),
    .noEnabledPlan: .init(
      "every billing plan of '{found}' is switched off",
      "switch one on: isEnabled"
    ),
    .unknownBillingPlan: .init(
      "the subscription has no billing plan '{found}'",
      "use one of {expected}",
      bareHint: "use BILLED_UPFRONT or MONTHLY, and add the plan"
    ),
  ]

  // MARK: - Offers

  private static let offers: [CatalogProblemCode: CatalogProblemWords] = [
    .offerFieldMissing: .init("the offer has no {expected}", "add '{expected}'"),
    .offerFieldInvalid: .init("'{found}' cannot stand here", "write {expected}"),
    .offerModeNone: .init(
      "an offer with the mode 'none' is no offer",
      "remove it, or write free, payAsYouGo or payUpFront"
    ),
    .offerPeriodCountIgnored: .init(
      "{found} periods are not possible; taken as {expected}",
      "only payAsYouGo has several periods: lengthen subscriptionPeriod instead"
    ),
    .duplicateOfferID: .init(
      "the offer '{found}' stands twice; this one is never used",
      "rename one of the two"
    ),
    .introductoryOffersDisagree: .init(
      "introductoryOffer is none of those at {other} and is ignored",
      "remove it: the list counts"
    ),
    .severalIntroductoryOffers: .init(
      "a second introductory offer, the first is at {other}",
      "keep one for each billing plan"
    ),
    .trialLongerThanPeriod: .init(
      "the free trial lasts {found}, longer than the period {expected}",
      "check that this is meant"
    ),
    .stalePrice: .init(
      "a free offer with the price {found}, which is never charged",
      "remove displayPrice"
    ),
    .payAsYouGoPeriod: .init(
      "paid as you go for {found}, but the subscription's period is {expected}",
      "write {expected}"
    ),
    .nobodyEligible: .init(
      "nobody can redeem this offer code",
      "add new, existing or expired to eligibility"
    ),
    .unknownEligibility: .init(
      "'{found}' is no kind of customer",
      "did you mean '{expected}'?",
      bareHint: "write new, existing or expired"
    ),
  ]
}
