import IAPCore

extension StoreError {
  /// The store or the customer's bank says no.
  var refusalWords: Words? {
    switch self {
    case .offline(let account):
      Words(
        "the App Store cannot be reached",
        why: "the network of the account '\(account)' is off",
        hint: "iap store set network on"
      )
    case .storeKit(let failure):
      Words(
        "StoreKit failed: \(failure.rawValue)",
        why: Explanation.of(failure.rawValue)?.meaning,
        hint: Explanation.of(failure.rawValue)?.command() ?? "iap explain \(failure.rawValue)"
      )
    case .productUnavailable(let product):
      Words("'\(product)' is not for sale", hint: "iap products")
    case .alreadyOwned(let product, let id):
      Words(
        "'\(product)' is owned already",
        why: "transaction \(id), and the setting rebuy is error",
        hint: "iap restore"
      )
    case .billingProblem(let product, let graceEnd):
      Words(
        "'\(product)' waits for its payment",
        why: graceEnd.map { "in the grace period until \($0.forPeople)" }
          ?? "billing is retried",
        hint: "iap store billing fix \(product)"
      )
    case .ineligible(let offer, let reason):
      Words("the customer cannot have the offer '\(offer)'", why: Self.words(reason))
    default: nil
    }
  }

  static func words(_ reason: OfferIneligibility) -> String {
    switch reason {
    case .subscribed: "subscribed in the group now"
    case .introductoryOfferUsed: "the group's introductory offer was used before"
    case .neverSubscribed: "never subscribed to anything in the app"
    case .notLapsed: "the subscription has not lapsed"
    case .sharedSubscription: "somebody's family shares a subscription of the group"
    case .switchedOff: "the catalogue says that nobody is eligible"
    case .newCustomersExcluded: "the code is not for new customers"
    case .existingCustomersExcluded: "the code is not for present customers"
    case .expiredCustomersExcluded: "the code is not for former customers"
    case .codeRedeemed: "the code was redeemed already"
    case .productOwned: "the customer owns the product that the code is for"
    case .downgrade:
      "the code is for a plan that could only wait for the renewal: "
        + "of a lower level, or of another duration on the same level"
    case .paidTooShort: "the offer is for customers who paid longer"
    case .lapsedTooShort: "the offer is for customers who lapsed longer ago"
    case .wonBackTooRecently: "a win-back offer was taken too short a time ago"
    }
  }

  /// Things that cannot happen now.
  var stateWords: Words? {
    switch self {
    case .alreadyRefunded(let id):
      Words("transaction \(id) was refunded already", hint: "iap store refund-reverse \(id)")
    case .notRefunded(let id): Words("transaction \(id) was not refunded")
    case .duplicateRequest(let id):
      Words(
        "a refund of transaction \(id) was asked for already",
        why: "it can be asked for once, even where that was declined",
        hint: "iap store refund \(id)"
      )
    case .noRefundRequest(let id):
      Words("nobody asked for a refund of transaction \(id)", hint: "iap request-refund \(id)")
    case .refundRequestDeclined(let id):
      Words("the refund of transaction \(id) was declined already", hint: "iap store refund \(id)")
    case .consumptionWindowClosed(let id, let date):
      Words(
        "the answer about transaction \(id) comes too late",
        why: "the refund was asked for at \(date.forPeople), and Apple waits 12 hours",
        hint: "iap store set strict-consumption-window off"
      )
    case .sharedTransaction(let id):
      Words(
        "transaction \(id) came through Family Sharing",
        why: "only the one who bought it can do this"
      )
    case .notLive(let id, let state):
      Words(
        "the subscription \(id) is not live",
        why: "it is \(state.name)",
        hint: "iap status \(id)"
      )
    case .alreadyOn(let id): Words("the subscription \(id) renews already")
    case .alreadyOff(let id):
      Words("the subscription \(id) does not renew already", hint: "iap store resume \(id)")
    case .zeroLengthPeriod(let id):
      Words(
        "the subscription \(id) started at this very moment",
        why: "its period would have no length",
        hint: "iap store advance 1s"
      )
    case .noPriceIncrease(let id):
      Words(
        "no price increase of the subscription \(id) waits for an answer",
        hint: "iap help store price"
      )
    case .extensionRefused(let id, let refusal):
      Words("the subscription \(id) cannot be extended", why: Self.words(refusal))
    default: nil
    }
  }

  private static func words(_ refusal: ExtensionRefusal) -> String {
    switch refusal {
    case .invalidExtensionDays: "1 to 90 days are possible"
    case .invalidExtensionReason: "the reason is 0 to 3"
    case .invalidRequestIdentifier: "the request identifier has 1 to 128 characters"
    case .extensionLimitReached:
      "the customer got two extensions within 365 days, whatever they were of"
    case .extensionOfFreeOffer: "a free offer runs: only a period that was paid for can be"
    case .extensionOfInactive: "it is not active"
    }
  }

  /// What families cannot do.
  var familyWords: Words? {
    switch self {
    case .notShareable(let product):
      Words(
        "'\(product)' cannot be shared",
        hint: "iap store product \(product) family-shareable on"
      )
    case .otherFamily(let account):
      Words(
        "the account '\(account)' is in another family",
        hint: "iap store leave --account \(account)"
      )
    case .sameFamily(let member, let other):
      member == other
        ? Words("'\(member)' is the account that acts", hint: "iap store account list")
        : Words(
          "the account '\(member)' is in the family of '\(other)' already",
          hint: "iap store account list"
        )
    case .noFamily(let account):
      Words("the account '\(account)' has no family", hint: "iap help store join")
    case .familyFull(let account):
      Words("the family of '\(account)' has no more room", why: "a family has six members at most")
    case .alreadyShared(let id, let account):
      Words("transaction \(id) is shared with '\(account)' already")
    case .notShared(let id): Words("transaction \(id) is not shared")
    default: nil
    }
  }
}
