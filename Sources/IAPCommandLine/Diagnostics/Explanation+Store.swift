extension Explanation {
  /// What the store refuses, and the queue and the rest of the app's side.
  static let rooms = names + words + refusals + families + clock + appSide

  private static let names = [
    Explanation("noStore", .notFound, "there is no store in this folder or above it", "iap init"),
    Explanation(
      "storeExists",
      .unusableStore,
      "a store is there already",
      "iap init --force, or another --store"
    ),
    Explanation(
      "unknownAccount",
      .notFound,
      "there is no account of this name",
      "iap store account list"
    ),
    Explanation(
      "accountExists",
      .refused,
      "there is an account of this name already",
      "iap store account list"
    ),
    Explanation(
      "accountNotLoaded",
      .unusableStore,
      "an account was not read that is needed",
      "report it with the command that led to it"
    ),
    Explanation(
      "unknownProduct",
      .notFound,
      "the catalogue has no product of this id; ids are compared exactly",
      "iap products"
    ),
    Explanation(
      "unknownTransaction",
      .notFound,
      "the account has no transaction of this id or product",
      "iap history"
    ),
    Explanation(
      "unknownSubscription",
      .notFound,
      "the account has no subscription of this id or product",
      "iap status"
    ),
    Explanation("unknownRequest", .notFound, "no such request waits", "iap queue"),
    Explanation("unknownIntent", .notFound, "no such purchase waits for the app", "iap intents"),
    Explanation("unknownOffer", .notFound, "there is no such offer", "iap products"),
    Explanation(
      "unknownEntitlement",
      .notFound,
      "neither the map nor the catalogue has this name",
      "iap entitlements"
    ),
    Explanation(
      "unknownCatalog",
      .unusableStore,
      "a catalogue that was loaded is not kept any more",
      "iap doctor"
    ),
    Explanation(
      "unknownSnapshot",
      .notFound,
      "no state was kept under this name",
      "iap snapshot list"
    ),
    Explanation(
      "unknownNotification",
      .notFound,
      "the server was never told anything of this UUID",
      "iap store notifications"
    ),
    Explanation(
      "programNotStarted",
      .refused,
      "the program that stands for the server could not be started; no attempt was counted",
      "give its path, or the name of one in PATH"
    ),
    Explanation(
      "ambiguous",
      .usage,
      "the name stands for several; the ids are listed",
      "name one of them"
    ),
  ]

  private static let words = [
    Explanation(
      "invalidAccountName",
      .usage,
      "not 1 to 64 of A-Z a-z 0-9 . _ -, or it starts with a dot",
      "iap help arguments"
    ),
    Explanation("invalidToken", .usage, "an account token is a UUID", "iap help arguments"),
    Explanation(
      "invalidPurchaseDate",
      .usage,
      "a purchase in the past must lie in the past, and after all that the customer had of its group",
      "iap store show"
    ),
    Explanation(
      "invalidPercentage",
      .usage,
      "a prorated refund is over 0 and under 100 percent",
      "iap help store refund"
    ),
    Explanation(
      "invalidReason",
      .usage,
      "the reason is none of the allowed ones",
      "the 'why' lists them"
    ),
    Explanation(
      "intentForOtherProduct",
      .usage,
      "the intent was made for another product",
      "iap intents"
    ),
    Explanation("unknownSetting", .usage, "there is no such setting", "iap help settings"),
    Explanation(
      "invalidSetting",
      .usage,
      "the setting cannot have this value",
      "iap help settings"
    ),
    Explanation(
      "unknownProductKey",
      .usage,
      "products have no such property",
      "iap help store product"
    ),
    Explanation(
      "invalidProductValue",
      .usage,
      "the property cannot have this value",
      "iap help store product"
    ),
    Explanation(
      "unknownBillingPlan",
      .usage,
      "the subscription is not billed this way",
      "iap products"
    ),
    Explanation(
      "invalidConsumption",
      .usage,
      "Apple would not take this answer to a consumption request",
      "iap help store consumption"
    ),
  ]

  private static let refusals = [
    Explanation("offline", .cannotTell, "the account's network is off", "iap store set network on"),
    Explanation(
      "alreadyOwned",
      .refused,
      "a non-consumable is owned, and the setting rebuy is error",
      "iap restore"
    ),
    Explanation(
      "billingProblem",
      .refused,
      "the product waits for its payment: grace or billing retry",
      "iap store billing fix"
    ),
    Explanation("notRefunded", .refused, "the transaction was not refunded", "iap history"),
    Explanation(
      "noRefundRequest",
      .refused,
      "no request for a refund waits for an answer: nobody asked, or it was declined",
      "iap request-refund ID"
    ),
    Explanation(
      "consumptionWindowClosed",
      .refused,
      "Apple waits 12 hours for an answer to a consumption request",
      "iap store set strict-consumption-window off"
    ),
    Explanation(
      "sharedTransaction",
      .refused,
      "it came through Family Sharing; only the buyer can do this",
      "iap history"
    ),
    Explanation(
      "notLive",
      .refused,
      "the subscription is not in a state where this can happen",
      "iap status"
    ),
    Explanation("alreadyOn", .refused, "auto-renewal is on", "iap status"),
    Explanation("alreadyOff", .refused, "auto-renewal is off", "iap status"),
    Explanation(
      "zeroLengthPeriod",
      .refused,
      "the period would end when it starts",
      "iap store advance 1s"
    ),
    Explanation(
      "noPriceIncrease",
      .refused,
      "no price increase waits for an answer",
      "iap store price"
    ),
    Explanation(
      "invalidExtensionDays",
      .refused,
      "renewal dates move by 1 to 90 days",
      "iap help store extend"
    ),
    Explanation(
      "invalidExtensionReason",
      .refused,
      "the reason code is 0 to 3",
      "iap help store extend"
    ),
    Explanation(
      "invalidRequestIdentifier",
      .refused,
      "1 to 128 characters",
      "iap help store extend"
    ),
    Explanation(
      "extensionLimitReached",
      .refused,
      "a customer gets two extensions within 365 days",
      "iap store advance"
    ),
    Explanation("extensionOfFreeOffer", .refused, "a free offer runs", "iap status"),
    Explanation(
      "extensionOfInactive",
      .refused,
      "only active subscriptions are extended",
      "iap status"
    ),
  ]

  private static let families = [
    Explanation(
      "notShareable",
      .refused,
      "Family Sharing is off for the product",
      "iap store product ID family-shareable on"
    ),
    Explanation("otherFamily", .refused, "the account is in another family", "iap store leave"),
    Explanation(
      "sameFamily",
      .refused,
      "the account is in this family already",
      "iap store account list"
    ),
    Explanation("noFamily", .refused, "the account has no family", "iap store join"),
    Explanation(
      "familyFull",
      .refused,
      "a family has six members at most",
      "iap store account list"
    ),
    Explanation("alreadyShared", .refused, "it is shared with this account already", "iap history"),
    Explanation("notShared", .refused, "it is not shared", "iap store share"),
  ]

  private static let clock = [
    Explanation(
      "clockBackwards",
      .refused,
      "the clock does not go back",
      "iap snapshot load, or iap reset"
    ),
    Explanation(
      "clockOutOfRange",
      .usage,
      "the store's clock runs from 2000 to 2199",
      "iap store show"
    ),
    Explanation(
      "invalidAdvance",
      .usage,
      "the clock needs one of a duration, a time and an event",
      "iap help store advance"
    ),
    Explanation(
      "unknownOccurrence",
      .usage,
      "no such change or notification exists",
      "iap help store advance"
    ),
    Explanation(
      "neverHappens",
      .refused,
      "it does not happen until the end of the store's time",
      "iap status"
    ),
    Explanation(
      "tooManyRenewals",
      .refused,
      "more renewals than one step can hold",
      "advance in smaller steps"
    ),
    Explanation("notAStoreEvent", .usage, "an event of the app was given to the store", "iap help"),
    Explanation(
      "historyUnreadable",
      .unusableStore,
      "the account's past cannot be read",
      "iap doctor"
    ),
  ]
}
