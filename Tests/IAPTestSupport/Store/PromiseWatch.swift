package import IAPCore

/// Holds a store to what it says of the next renewal (rules S-6, O-4, C-15, B-21, S-34).
///
/// It looks at every event of a story, and at what the statuses say after it.
package struct PromiseWatch {
  /// What is broken; empty: nothing.
  package private(set) var violations: [String] = []

  /// What a renewal will be, by the last renewal info of its subscription.
  fileprivate struct Promise: Equatable {
    var productID: ProductID?
    var price: Int64?
    var currency: String?
    var offerType: OfferType?
    var offerIdentifier: OfferID?
    var token: String?
  }

  /// A higher price that nobody has answered.
  private struct Question {
    var productID: ProductID?
  }

  private var promises: [TransactionID: Promise] = [:]
  private var questions: [TransactionID: Question] = [:]
  /// What was said before a change of plan was laid over it.
  private var standing: [TransactionID: RenewalInfo] = [:]

  package init() {}

  /// Looks at one accepted event: `changes` are what came of it.
  package mutating func see(
    _ event: Event,
    _ changes: ArraySlice<StoreChange>,
    in story: StoreStory
  ) {
    prepare(for: event)
    for change in changes {
      check(change, isForced: event.verb == .renew)
      follow(change)
    }
    for name in RandomStories.accounts where story.state.accounts[name] != nil {
      for status in story.state.statuses(of: name)
      where status.transaction.ownershipType == .purchased {
        look(at: status, after: event, changes)
      }
    }
  }

  /// What an event takes back before anything comes of it.
  private mutating func prepare(for event: Event) {
    switch event {
    case .price(let price) where price.preserveExisting != true:
      questions = questions.filter { $0.value.productID != price.id }
      standing = [:]
    case .price: break
    case .refund, .refundReverse, .renew, .delete, .clear, .consumption:
      questions = [:]
      standing = [:]
    case .set, .load, .product, .remove, .token: standing = [:]
    default: break
    }
  }

  /// A renewal is what was promised: product, price and currency, offer, token.
  private mutating func check(_ change: StoreChange, isForced: Bool) {
    guard change.kind == .renewed || change.kind == .recovered, !change.isRevision, !isForced,
      let renewal = change.transaction, renewal.ownershipType == .purchased,
      renewal.reason == .renewal, let promise = promises[renewal.originalID]
    else { return }
    let kept = Promise(
      productID: renewal.productID,
      price: renewal.price,
      currency: renewal.currency,
      offerType: renewal.offerType,
      offerIdentifier: renewal.offerIdentifier,
      token: renewal.appAccountToken
    )
    if kept != promise { violations.append("\(renewal.id) is \(kept), promised was \(promise)") }
  }

  /// What a change says of later renewals.
  private mutating func follow(_ change: StoreChange) {
    let data = change.notification?.data
    guard let original = (change.transaction ?? data?.transaction)?.originalID else { return }
    if let info = data?.renewalInfo, info.renewalPrice != nil { promises[original] = Promise(info) }
    switch change.kind {
    case .priceIncreasePending:
      questions[original] = Question(productID: data?.renewalInfo?.autoRenewProductID)
    case .priceIncreaseAccepted, .expired, .upgraded, .subscribed, .resubscribed:
      questions[original] = nil
      standing[original] = nil
    case .renewed, .recovered:
      standing[original] = nil
      let isOther = change.transaction?.productID != questions[original]?.productID
      if change.transaction?.reason == .purchase || isOther { questions[original] = nil }
    default: break
    }
  }

  private mutating func look(
    at status: SubscriptionStatus,
    after event: Event,
    _ changes: ArraySlice<StoreChange>
  ) {
    let (info, original) = (status.renewalInfo, status.renewalInfo.originalID)
    promises[original] = Promise(info)
    if let question = questions[original], info.isOn, info.autoRenewProductID == question.productID,
      ![.expired, .revoked].contains(status.state), info.priceIncreaseStatus != 0
    {
      violations.append("\(original): the question about a higher price is gone by \(event.verb)")
      questions[original] = nil
    }
    guard info.commitmentInfo == nil else { return }
    let isBack = changes.contains {
      $0.kind == .planChangeCancelled && $0.notification?.data?.renewalInfo?.originalID == original
    }
    if isBack, let before = standing[original],
      (before.offerType, before.offerIdentifier) != (info.offerType, info.offerIdentifier)
        || (before.priceIncreaseStatus == 1 && info.priceIncreaseStatus != 1)
    {
      violations.append("\(original): coming back to the plan did not bring back what was pending")
    }
    let isLeaving =
      info.autoRenewProductID != status.transaction.productID
      || info.renewalBillingPlanType != status.transaction.billingPlanType
    if !isLeaving { standing[original] = info.isOn ? info : nil }
  }
}

extension PromiseWatch.Promise {
  fileprivate init(_ info: RenewalInfo) {
    self.init(
      productID: info.autoRenewProductID,
      price: info.renewalPrice,
      currency: info.currency,
      offerType: info.offerType,
      offerIdentifier: info.offerIdentifier,
      token: info.appAccountToken
    )
  }
}

extension RenewalInfo {
  /// The switch that the customer sees.
  fileprivate var isOn: Bool { (commitmentInfo?.autoRenewStatus ?? autoRenewStatus) == 1 }
}
