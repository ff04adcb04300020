/// One try to buy something, with everything that was decided before.
struct PurchaseAttempt {
  var event: PurchaseEvent
  var product: Product
  var account: AccountName
  /// The store's clock.
  var date: Instant
  /// When the purchase counts as made; earlier than `date` for `buy` in the past only.
  var start: Instant
  var isOutside = false
  /// A parent approved it, or the customer resolved an interruption.
  var request: RequestID?
  var code: Offer?
  var oneTimeCode: ProductCode?

  /// Whether an offer code was redeemed, which always happens outside the app.
  var isRedemption: Bool { code != nil || oneTimeCode != nil }

  /// The account token as it is signed; `nil`: none was passed.
  var token: String? { event.appAccountToken?.lowercased() }

  var delivery: QueueKind { isRedemption ? .offerCode : .purchase }
}

extension StoreState {
  /// Buys, in the app or outside it (rules T-1...T-25).
  ///
  /// What StoreKit would tell the app is an answer; what cannot be meant is a refusal.
  mutating func purchase(
    _ event: PurchaseEvent,
    isOutside: Bool,
    in context: StoreContext
  ) throws(StoreError) -> PurchaseResult {
    guard let product = product(event.id) else { throw .unknownProduct(event.id) }
    try check(event, of: product, isOutside: isOutside)
    let intent = try event.intent.map { (operand) throws(StoreError) in
      try resolveIntent(operand, product: product.id, in: context)
    }
    let attempt = PurchaseAttempt(
      event: event,
      product: product,
      account: context.account,
      date: header.now,
      start: isOutside ? event.purchaseDate ?? header.now : header.now,
      isOutside: isOutside
    )
    if !isOutside, !self[context.account].settings.network { throw .offline(context.account) }
    let result = try outcome(of: attempt, in: context)
    if let intent, result.result != .failed { close(intent, as: .intentContinued, in: context) }
    return result
  }

  /// Buys outside the app, where nobody waits for an answer: what fails is a refusal.
  mutating func buy(
    _ event: PurchaseEvent,
    in context: StoreContext
  ) throws(StoreError) -> PurchaseResult {
    let result = try purchase(event, isOutside: true, in: context)
    guard result.result == .failed || result.result == .userCancelled else { return result }
    let failure = result.code.flatMap(StoreKitFailure.init) ?? .unknown
    if failure == .productUnavailable { throw .productUnavailable(event.id) }
    throw .storeKit(failure)
  }

  private func check(
    _ event: PurchaseEvent,
    of product: Product,
    isOutside: Bool
  ) throws(StoreError) {
    let quantity = event.quantity ?? 1
    let isCountable = product.type == .consumable || product.type == .nonRenewable
    guard (1...(isCountable ? 10 : 1)).contains(quantity) else {
      throw .invalidQuantity(quantity, product.type)
    }
    if let token = event.appAccountToken, !token.isUUID { throw .invalidToken(token) }
    if let date = event.purchaseDate {
      guard isOutside, date <= header.now, date >= Self.earliest else {
        throw .invalidPurchaseDate(date)
      }
    }
    if let plan = event.billingPlan {
      let known = product.subscription?.billingPlans.contains { $0.type == plan && $0.isEnabled }
      guard known == true || (plan == .billedUpfront && product.subscription != nil) else {
        throw .unknownBillingPlan(product.id, plan)
      }
    }
  }

  /// What was simulated or set to fail, else what the store decides.
  private mutating func outcome(
    of attempt: PurchaseAttempt,
    in context: StoreContext
  ) throws(StoreError) -> PurchaseResult {
    let failures = self[attempt.account].settings.failures
    switch attempt.event.simulate {
    case .cancelled: return PurchaseResult(.userCancelled, code: "userCancelled")
    case .failure(let failure): return .failure(failure)
    case .unverified(let reason):
      return try self.attempt(attempt, in: context).unverified(reason)
    case .pending, .interrupted, nil:
      if let failure = failures[.purchase] { return .failure(failure) }
      let result = try self.attempt(attempt, in: context)
      return failures[.verification].map(result.unverified) ?? result
    }
  }

  /// Lets the store decide, without simulated outcomes.
  mutating func attempt(
    _ attempt: PurchaseAttempt,
    in context: StoreContext
  ) throws(StoreError) -> PurchaseResult {
    guard StoreRules(self).isForSale(attempt.product.id) else {
      return .failure(.productUnavailable)
    }
    if attempt.product.subscription != nil {
      return try subscribe(attempt, in: context)
    }
    if let owned = ownTransaction(of: attempt) {
      if header.settings.rebuy == .error { throw .alreadyOwned(attempt.product.id, owned.id) }
      return PurchaseResult(.alreadyOwned, transaction: owned)
    }
    if attempt.event.offer != nil, attempt.code == nil { return .failure(.invalidOfferIdentifier) }
    if let waiting = hold(attempt, in: context) { return waiting }
    return PurchaseResult(.purchased, transaction: charge(attempt, in: context))
  }

  /// The unrevoked purchase of a non-consumable that this account made itself (rule T-20).
  private func ownTransaction(of attempt: PurchaseAttempt) -> Transaction? {
    guard attempt.product.type == .nonConsumable else { return nil }
    return self[attempt.account].owned.last {
      $0.transaction.productID == attempt.product.id && $0.sharedBy == nil && !$0.isRevoked
    }?.transaction
  }

  /// Makes the transaction of a one-time product (rules P-2...P-4, N-1).
  private mutating func charge(
    _ attempt: PurchaseAttempt,
    in context: StoreContext
  ) -> Transaction {
    let rules = StoreRules(self)
    let quantity = attempt.event.quantity ?? 1
    var transaction = self[attempt.account].newTransaction(
      attempt.product.id,
      type: attempt.product.type,
      at: attempt.start,
      rules: rules
    )
    transaction.quantity = quantity
    let price = attempt.oneTimeCode?.price ?? attempt.product.price.milliunits
    transaction.price = price * Int64(quantity)
    if let code = attempt.oneTimeCode {
      transaction.offerType = .offerCode
      transaction.offerIdentifier = code.code
      transaction.offerDiscountType = .oneTime
    }
    transaction.appAccountToken = attempt.token
    self[attempt.account].own(transaction)
    var change = StoreChange(
      date: attempt.start,
      account: attempt.account,
      kind: .purchased,
      transaction: transaction
    )
    change.requestID = attempt.request
    self[attempt.account].deliver(&change, as: attempt.delivery)
    if rules.settings.sendsOneTimeCharge {
      change.notification = self[attempt.account].notification(
        .oneTimeCharge,
        of: transaction,
        on: attempt.start,
        rules: rules
      )
    }
    context.output.send(change)
    shareAgain(transaction, in: context)
    return transaction
  }
}

extension AccountState {
  /// Keeps what stays owned: the newest non-consumable, and every non-renewing subscription.
  mutating func own(_ transaction: Transaction, sharedBy owner: AccountName? = nil) {
    switch transaction.type {
    case .nonConsumable:
      let before = owned.first {
        $0.transaction.productID == transaction.productID && $0.sharedBy == owner
      }
      owned.removeAll {
        $0.transaction.productID == transaction.productID && $0.sharedBy == owner
      }
      var product = OwnedProduct(transaction: transaction, sharedBy: owner)
      product.sharedWith = before?.sharedWith ?? []
      owned.append(product)
    case .nonRenewable: owned.append(OwnedProduct(transaction: transaction))
    default: break
    }
  }
}

extension PurchaseResult {
  static func failure(_ failure: StoreKitFailure) -> PurchaseResult {
    failure == .userCancelled
      ? PurchaseResult(.userCancelled, code: failure.rawValue)
      : PurchaseResult(.failed, code: failure.rawValue)
  }

  /// The same purchase, which reaches the app with a broken signature (rule T-3).
  func unverified(_ reason: StoreKitFailure) -> PurchaseResult {
    guard result == .purchased else { return self }
    var copy = self
    copy.result = .unverified
    copy.code = reason.rawValue
    return copy
  }
}

extension String {
  /// 8-4-4-4-12 hexadecimal digits, in either case.
  var isUUID: Bool {
    let parts = utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [8, 4, 4, 4, 12] else { return false }
    return parts.joined().allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"):
        true
      default: false
      }
    }
  }
}
