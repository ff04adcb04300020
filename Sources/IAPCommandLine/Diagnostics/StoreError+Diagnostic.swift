import IAPCore

extension StoreError: Explainable {
  package var diagnostic: Diagnostic {
    let words = words
    return Diagnostic(
      code: code,
      message: words.message,
      why: words.why,
      hint: words.hint,
      exitCode: exitCode
    )
  }

  private var words: Words {
    namingWords ?? argumentWords ?? refusalWords ?? stateWords ?? familyWords ?? clockWords
  }

  /// What is said about an error.
  struct Words {
    var message: String
    var why: String?
    var hint: String?

    init(_ message: String, why: String? = nil, hint: String? = nil) {
      self.message = message
      self.why = why
      self.hint = hint
    }
  }

  /// The exit status by the kind of the error, as the one table says.
  private var exitCode: ExitCode {
    switch self {
    case .unknownAccount, .unknownProduct, .unknownTransaction, .unknownSubscription,
      .unknownRequest, .unknownIntent, .unknownOffer:
      .notFound
    case .invalidAccountName, .ambiguous, .invalidQuantity, .invalidToken, .invalidPurchaseDate,
      .invalidPercentage, .invalidReason, .intentForOtherProduct, .unknownSetting, .invalidSetting,
      .unknownProductKey, .invalidProductValue, .unknownBillingPlan, .invalidConsumption,
      .codeForSubscription, .invalidCodePrice, .invalidPrice, .clockOutOfRange, .invalidAdvance,
      .unknownOccurrence, .unknownStorefront:
      .usage
    case .offline: .cannotTell
    case .storeKit(let failure): Explanation.exitCode(failure)
    case .unknownCatalog, .accountNotLoaded, .history: .unusableStore
    default: .refused
    }
  }

  // MARK: - Names that lead nowhere

  private var namingWords: Words? {
    switch self {
    case .unknownAccount(let name):
      Words("no account '\(name)'", hint: "iap store account list")
    case .accountExists(let name):
      Words("the account '\(name)' is there already", hint: "iap store account list")
    case .unknownStorefront(let code):
      Words("no storefront '\(code)'", why: UnknownStorefront(code: code).diagnostic.why)
    case .accountNotLoaded(let name): Words("the account '\(name)' was not read")
    case .unknownProduct(let id): Words("no product '\(id)' in the catalogue", hint: "iap products")
    case .unknownTransaction(let text, let owner):
      Self.unknown("transaction", text, owner, hint: "iap history")
    case .unknownSubscription(let text, let owner):
      Self.unknown("subscription", text, owner, hint: "iap status")
    case .unknownRequest(let text, let owner):
      Self.unknown("open request", text, owner, hint: "iap queue")
    case .unknownIntent(let text, let owner):
      Self.unknown("purchase intent", text, owner, hint: "iap intents")
    case .unknownOffer(let id): Words("no offer '\(id)'", hint: "iap products")
    case .unknownCatalog(let sha256): Words("the catalogue \(sha256) is not kept in the store")
    case .ambiguous(let text, let ids):
      Words(
        "'\(text)' stands for several",
        why: ids.joined(separator: " "),
        hint: "name one of them"
      )
    default: nil
    }
  }

  private static func unknown(
    _ kind: String,
    _ text: String,
    _ owner: AccountName?,
    hint: String
  ) -> Words {
    guard let owner else { return Words("no \(kind) '\(text)' of this account", hint: hint) }
    return Words(
      "no \(kind) '\(text)' of this account",
      why: "it belongs to the account '\(owner)'",
      hint: "--account \(owner)"
    )
  }

  // MARK: - Words that cannot be meant

  private var argumentWords: Words? {
    switch self {
    case .invalidAccountName(let name):
      Words("'\(name)' is no account name", why: "expected " + ValueKind.account.expectation)
    case .invalidQuantity(let quantity, let type):
      Words(
        "the quantity \(quantity) is not possible for \(Self.article(type.rawValue)) \(type)",
        why: "1 to 10 for consumables, 1 for everything else"
      )
    case .invalidToken(let text):
      Words("'\(text)' is no UUID", why: "expected " + ValueKind.uuid.expectation)
    case .invalidPurchaseDate(let date):
      Words(
        "nothing can be bought at \(date.forPeople)",
        why: "it must be in the past, and after all that the customer had of the group"
      )
    case .invalidPercentage(let value):
      Words("\(TransactionText.percentage(value)) cannot be refunded")
    case .invalidReason(let text, let allowed):
      Words("'\(text)' is no reason", why: "allowed: " + allowed.joined(separator: " "))
    case .intentForOtherProduct(let intent, let product):
      Words(
        "the intent \(intent) is for '\(product)'",
        hint: "iap purchase \(product) --intent \(intent)"
      )
    case .unknownSetting(let key): Words("no setting '\(key)'", hint: "iap help settings")
    case .invalidSetting(let key, let value, let allowed):
      Words("\(key) cannot be '\(value)'", why: "expected " + allowed.joined(separator: ", "))
    case .unknownProductKey(let key, let allowed):
      Words("products have no '\(key)'", why: "allowed: " + allowed.joined(separator: ", "))
    case .invalidProductValue(let key, let value, let allowed):
      allowed.isEmpty
        ? Words("'\(key)' does not fit this type of product", hint: "iap help store product")
        : Words("\(key) cannot be '\(value)'", why: "expected " + allowed.joined(separator: ", "))
    case .unknownBillingPlan(let product, let plan):
      Words("'\(product)' has no billing plan \(plan)", hint: "iap products \(product)")
    case .invalidConsumption(let problem): Words(Self.words(problem))
    case .codeForSubscription(let product):
      Words("'\(product)' is a subscription", why: "its offer codes stand in the catalogue")
    case .invalidCodePrice(let product, let price):
      Words("a code for '\(product)' needs a name and a price below \(price.text)")
    case .invalidPrice(let product, let price, let currency):
      Words(
        "'\(product)' cannot cost \(price.text) \(currency)",
        why: "\(currency) has no coins for that amount",
        hint: "iap help store price"
      )
    default: nil
    }
  }

  private static func article(_ noun: String) -> String {
    "AEIOU".contains(noun.prefix(1).uppercased()) ? "an" : "a"
  }

  private static func words(_ problem: ConsumptionProblem) -> String {
    switch problem {
    case .consentMissing: "Apple takes no consumption data without the customer's consent"
    case .percentageOutOfRange: "the consumption is a percentage from 0 to 100"
    case .percentageMissing: "a prorated refund needs --consumption PERCENT"
    case .percentageNotAllowed: "--consumption does not fit this product"
    }
  }

  // MARK: - The clock

  private var clockWords: Words {
    switch self {
    case .clockBackwards(let from, let to):
      Words(
        "the clock does not go back to \(to.forPeople)",
        why: "the store's clock is at \(from.forPeople)",
        hint: "iap snapshot list"
      )
    case .clockOutOfRange(let date):
      Words("\(date.forPeople) is outside the store's time", why: "it runs from 2000 to 2199")
    case .invalidAdvance: Words("the clock needs one of a duration, a time and an event")
    case .unknownOccurrence(let word): Words("nothing called '\(word)' can happen")
    case .neverHappens(let word):
      Words("'\(word)' does not happen until the end of the store's time")
    case .tooManyRenewals(let limit):
      Words("more than \(limit) renewals in one step", hint: "advance in smaller steps")
    case .notAStoreEvent(let verb): Words("'\(verb.rawValue)' is no event of the store")
    case .history(let failure):
      Words(
        "the history cannot be read",
        why: "\(failure.file): \(failure.reason)",
        hint: "iap doctor"
      )
    default: Words("the store refused: \(code)")
    }
  }
}
