package import IAPCore

extension OfferIneligibility {
  /// Why an offer does not apply, as part of a sentence.
  package var words: String {
    switch self {
    case .subscribed: "subscribed in this group now"
    case .introductoryOfferUsed: "an introductory offer of this group was used before"
    case .neverSubscribed: "never subscribed"
    case .notLapsed: "the subscription has not lapsed, or auto-renewal is on"
    case .sharedSubscription: "the family shares a subscription of this group"
    case .switchedOff: "the catalogue switches it off"
    case .newCustomersExcluded: "not for new customers"
    case .existingCustomersExcluded: "not for existing customers"
    case .expiredCustomersExcluded: "not for customers whose subscription expired"
    case .codeRedeemed: "redeemed before"
    case .productOwned: "the product is owned"
    case .downgrade: "could only begin at the renewal: a lower level, or another duration"
    case .paidTooShort: "paid for too short a time"
    case .lapsedTooShort: "lapsed too short a time ago"
    case .wonBackTooRecently: "a win-back offer was taken too short a time ago"
    }
  }
}

extension OfferAnswer {
  /// The stable word of the answer in JSON.
  package var word: String {
    switch self {
    case .eligible: "eligible"
    case .notEligible: "notEligible"
    case .noOffer: "noOffer"
    case .cannotTell: "cannotTell"
    }
  }

  /// The answer for people.
  package var words: String {
    switch self {
    case .eligible: "eligible"
    case .notEligible(let reason): "no: " + reason.words
    case .noOffer: "no offer"
    case .cannotTell: "cannot tell"
    }
  }

  /// `{"answer","reason"?}`.
  package var json: JSONValue {
    if case .notEligible(let reason) = self {
      return .object(["answer": .string(word), "reason": .string(reason.rawValue)])
    }
    return .object(["answer": .string(word)])
  }
}
