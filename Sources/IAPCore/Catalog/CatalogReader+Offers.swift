extension OfferType {
  /// The list of a subscription that holds this kind of offer.
  var listName: String {
    switch self {
    case .promotional: "adHocOffers"
    case .offerCode: "codeOffers"
    case .winBack: "winbackOffers"
    default: "introductoryOffers"
    }
  }

  /// The member that names an offer of this kind; `nil`: it has no name (storekit-format 4.5).
  var idMember: String? {
    switch self {
    case .promotional, .winBack: "offerID"
    case .offerCode: "referenceName"
    default: nil
    }
  }

  var catalogObject: CatalogObject {
    switch self {
    case .promotional: .promotionalOffer
    case .offerCode: .codeOffer
    case .winBack: .winBackOffer
    default: .introductoryOffer
    }
  }
}

extension CatalogReader {
  /// Periods at a discount that a file may ask for; Apple allows 12 months.
  private static let periodCounts = 1...1000

  /// From 5.0 a list, one for each billing plan; before that one object.
  ///
  /// Files with both repeat one offer of the list as the object: the list rules unless it is empty.
  mutating func introductoryOffers(of node: CatalogNode) throws(CatalogError) -> [Offer] {
    let list = try offers(of: node, .introductory)
    guard let single = try node.object("introductoryOffer") else { return list }
    var reader = CatalogReader()
    let offer = try reader.offer(single, .introductory)
    if list.isEmpty {
      for problem in reader.problems { report(problem) }
      return offer.map { [$0] } ?? []
    }
    if offer.map({ !list.contains($0) }) ?? false {
      report(
        CatalogProblem(
          .introductoryOffersDisagree,
          at: single.place,
          otherPath: node.path.member("introductoryOffers").description
        )
      )
    }
    return list
  }

  mutating func offers(
    of node: CatalogNode,
    _ type: OfferType
  ) throws(CatalogError) -> [Offer] {
    var offers: [Offer] = []
    for entry in try node.objects(type.listName) {
      guard let offer = try offer(entry, type) else { continue }
      if let id = offer.id, offers.contains(where: { $0.id == id }) {
        let place = entry.path.member(type.idMember ?? "").description
        report(CatalogProblem(.duplicateOfferID, at: place, found: id.rawValue))
        continue
      }
      offers.append(offer)
    }
    return offers
  }

  /// `nil` for what reads as no offer, or cannot be one; it is reported.
  private mutating func offer(
    _ node: CatalogNode,
    _ type: OfferType
  ) throws(CatalogError) -> Offer? {
    noteMembers(of: node, as: type.catalogObject)
    guard let mode = try mode(of: node) else { return nil }
    let id = try type.idMember.flatMap { name throws(CatalogError) in
      try field(name, of: node)
    }
    guard type.idMember == nil || id != nil, let period = try offerPeriod(of: node) else {
      return nil
    }
    return Offer(
      id: id.map { OfferID($0) },
      type: type,
      referenceName: try node.text("referenceName"),
      paymentMode: mode,
      period: period,
      periodCount: try periodCount(of: node, mode: mode),
      price: try offerPrice(of: node, mode: mode),
      billingPlanType: try node.text("billingPlanType").map { BillingPlanType(rawValue: $0) },
      eligibility: type == .offerCode ? try eligibility(of: node) : [],
      isStackable: try node.flag("isStackable") ?? false,
      isEligible: try node.flag("isEligible") ?? true
    )
  }

  /// The text of a member that an offer cannot do without; reported where it has none.
  private mutating func field(
    _ name: String,
    of node: CatalogNode
  ) throws(CatalogError) -> String? {
    if let text = try node.text(name), !text.isEmpty { return text }
    report(
      CatalogProblem(.offerFieldMissing, at: node.path.member(name).description, expected: name)
    )
    return nil
  }

  private mutating func invalid(
    _ name: String,
    of node: CatalogNode,
    found: String,
    expected: String
  ) {
    report(
      CatalogProblem(
        .offerFieldInvalid,
        at: node.path.member(name).description,
        found: found,
        expected: expected
      )
    )
  }

  private mutating func mode(of node: CatalogNode) throws(CatalogError) -> OfferDiscountType? {
    guard let text = try field("paymentMode", of: node) else { return nil }
    switch text {
    case "free": return .freeTrial
    case "payAsYouGo": return .payAsYouGo
    case "payUpFront": return .payUpFront
    case "none":
      report(CatalogProblem(.offerModeNone, at: node.place))
      return nil
    default:
      invalid("paymentMode", of: node, found: text, expected: "free, payAsYouGo or payUpFront")
      return nil
    }
  }

  private mutating func offerPeriod(
    of node: CatalogNode
  ) throws(CatalogError) -> SubscriptionPeriod? {
    guard let text = try field("subscriptionPeriod", of: node) else { return nil }
    guard let period = SubscriptionPeriod(iso8601: text) else {
      invalid("subscriptionPeriod", of: node, found: text, expected: "a period like P1W")
      return nil
    }
    return period
  }

  /// Only offers that are paid as you go have several periods (rule O-3).
  private mutating func periodCount(
    of node: CatalogNode,
    mode: OfferDiscountType
  ) throws(CatalogError) -> Int {
    guard let count = try node.integer("numberOfPeriods") else { return 1 }
    guard Self.periodCounts.contains(count), mode == .payAsYouGo || count == 1 else {
      report(
        CatalogProblem(
          .offerPeriodCountIgnored,
          at: node.path.member("numberOfPeriods").description,
          found: "\(count)",
          expected: "1"
        )
      )
      return 1
    }
    return count
  }

  private mutating func offerPrice(
    of node: CatalogNode,
    mode: OfferDiscountType
  ) throws(CatalogError) -> Price {
    if mode != .freeTrial {
      if node.member("displayPrice") != nil { return try price(of: node) }
      _ = try field("displayPrice", of: node)
      return .empty
    }
    let stale = try node.text("displayPrice") ?? ""
    if let amount = Price(stale) ?? (stale.isEmpty ? .zero : nil), amount.milliunits == 0 {
      return .zero
    }
    report(
      CatalogProblem(.stalePrice, at: node.path.member("displayPrice").description, found: stale)
    )
    return .zero
  }

  /// A file without the list leaves the offer open to all; an empty list, to nobody.
  private mutating func eligibility(
    of node: CatalogNode
  ) throws(CatalogError) -> Set<OfferEligibility> {
    guard let list = node.member("eligibility") else {
      _ = try field("eligibility", of: node)
      return Set(OfferEligibility.allCases)
    }
    var words: Set<OfferEligibility> = []
    for element in try list.elements() {
      let text = try element.text()
      if let word = OfferEligibility(rawValue: text) {
        words.insert(word)
      } else {
        let allowed = OfferEligibility.allCases.map(\.rawValue)
        report(
          CatalogProblem(
            .unknownEligibility,
            at: element.place,
            found: text,
            expected: NearNames.of(text, among: allowed, limit: 1).first
          )
        )
      }
    }
    if words.isEmpty { report(CatalogProblem(.nobodyEligible, at: list.place)) }
    return words
  }
}
