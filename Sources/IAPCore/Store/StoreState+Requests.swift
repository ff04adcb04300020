extension StoreState {
  /// How long a parent may take to answer (rule A-4).
  static let answerTime = 24 * Instant.hour

  /// Lets a purchase wait for a parent or for the customer; `nil`: nothing holds it up.
  mutating func hold(_ attempt: PurchaseAttempt, in context: StoreContext) -> PurchaseResult? {
    guard attempt.request == nil, !attempt.isRedemption else { return nil }
    let settings = self[attempt.account].settings
    let simulated = attempt.event.simulate
    if settings.askToBuy || simulated == .pending { return ask(for: attempt, in: context) }
    guard settings.interrupted || simulated == .interrupted else { return nil }
    let id = keep(attempt, as: .interrupted, expires: nil)
    context.output.send(change(.interrupted, request: id, about: attempt.product.id, in: context))
    return PurchaseResult(.interrupted, requestID: id)
  }

  /// A second request for the same product joins the first and starts its time anew (rule A-5).
  private mutating func ask(
    for attempt: PurchaseAttempt,
    in context: StoreContext
  ) -> PurchaseResult {
    let deadline = attempt.date.adding(milliseconds: Self.answerTime)
    let waiting = self[attempt.account].requests.firstIndex {
      $0.kind == .askToBuy && $0.purchase.id == attempt.product.id
    }
    if let waiting {
      self[attempt.account].requests[waiting].requestDate = attempt.date
      self[attempt.account].requests[waiting].expiresDate = deadline
      let id = self[attempt.account].requests[waiting].id
      context.output.send(
        change(.requestMerged, request: id, about: attempt.product.id, in: context)
      )
      return PurchaseResult(.pending, requestID: id, isMerged: true)
    }
    let id = keep(attempt, as: .askToBuy, expires: deadline)
    context.output.send(
      change(.requestCreated, request: id, about: attempt.product.id, in: context)
    )
    return PurchaseResult(.pending, requestID: id)
  }

  private mutating func keep(
    _ attempt: PurchaseAttempt,
    as kind: PurchaseRequest.Kind,
    expires: Instant?
  ) -> RequestID {
    let id = self[attempt.account].makeRequestID()
    self[attempt.account].endedRequests.removeAll { $0.productID == attempt.product.id }
    var purchase = attempt.event
    purchase.simulate = nil
    purchase.intent = nil
    purchase.purchaseDate = nil
    self[attempt.account].requests.append(
      PurchaseRequest(
        id: id,
        kind: kind,
        purchase: purchase,
        requestDate: attempt.date,
        expiresDate: expires
      )
    )
    return id
  }

  /// The parent says yes: bought now, for the price of now (rule A-2).
  mutating func approve(_ operand: String, in context: StoreContext) throws(StoreError) {
    try complete(operand, kind: .askToBuy, as: .requestApproved, in: context)
  }

  /// The customer did what the interruption asked for (rule A-8).
  mutating func resolve(_ operand: String, in context: StoreContext) throws(StoreError) {
    try complete(operand, kind: .interrupted, as: .interruptionResolved, in: context)
  }

  private mutating func complete(
    _ operand: String,
    kind: PurchaseRequest.Kind,
    as change: StoreChange.Kind,
    in context: StoreContext
  ) throws(StoreError) {
    let request = try takeRequest(operand, kind: kind, in: context)
    guard let product = product(request.purchase.id) else {
      throw .productUnavailable(request.purchase.id)
    }
    context.output.send(self.change(change, request: request.id, about: product.id, in: context))
    var attempt = PurchaseAttempt(
      event: request.purchase,
      product: product,
      account: context.account,
      date: header.now,
      start: header.now
    )
    attempt.request = request.id
    let result = try self.attempt(attempt, in: context)
    if result.result == .failed, let code = result.code {
      throw .storeKit(StoreKitFailure(rawValue: code) ?? .unknown)
    }
  }

  /// The parent says no: the app is told nothing (rule A-3).
  mutating func decline(_ operand: String, in context: StoreContext) throws(StoreError) {
    let request = try takeRequest(operand, kind: .askToBuy, in: context)
    let product = request.purchase.id
    self[context.account].note(request, ended: .declined, at: header.now)
    context.output.send(
      change(.requestDeclined, request: request.id, about: product, in: context)
    )
  }

  /// The customer gives up an interrupted purchase.
  mutating func abandon(_ operand: String, in context: StoreContext) throws(StoreError) {
    let request = try takeRequest(operand, kind: .interrupted, in: context)
    let product = request.purchase.id
    self[context.account].note(request, ended: .abandoned, at: header.now)
    context.output.send(
      change(.interruptionAbandoned, request: request.id, about: product, in: context)
    )
  }

  private mutating func takeRequest(
    _ operand: String,
    kind: PurchaseRequest.Kind,
    in context: StoreContext
  ) throws(StoreError) -> PurchaseRequest {
    let index = try resolveRequest(operand, kind: kind, in: context)
    return self[context.account].requests.remove(at: index)
  }

  /// A purchase starts in the App Store and waits for the app.
  mutating func promote(_ product: ProductID, in context: StoreContext) throws(StoreError) {
    guard self.product(product) != nil else { throw .unknownProduct(product) }
    let id = self[context.account].makeIntentID()
    self[context.account].intents.append(
      PurchaseIntent(id: id, productID: product, date: header.now)
    )
    let request = RequestID(rawValue: id.rawValue)
    context.output.send(change(.intentCreated, request: request, about: product, in: context))
  }

  /// The app does not want a purchase that was started in the App Store.
  mutating func refuse(_ operand: String, in context: StoreContext) throws(StoreError) {
    let intent = try resolveIntent(operand, product: nil, in: context)
    close(intent, as: .intentRefused, in: context)
  }

  mutating func close(
    _ intent: IntentID,
    as kind: StoreChange.Kind,
    in context: StoreContext
  ) {
    let product = self[context.account].intents.first { $0.id == intent }?.productID
    self[context.account].intents.removeAll { $0.id == intent }
    let request = RequestID(rawValue: intent.rawValue)
    context.output.send(change(kind, request: request, about: product, in: context))
  }

  /// A change of the acting account, now, without a transaction.
  func change(
    _ kind: StoreChange.Kind,
    request: RequestID? = nil,
    about product: ProductID? = nil,
    in context: StoreContext
  ) -> StoreChange {
    var change = StoreChange(
      date: header.now,
      account: context.account,
      kind: kind,
      requestID: request
    )
    if let product { change.subject = ChangeSubject(product) }
    return change
  }

  /// A change of the acting account, now, that gives something a value.
  func change(
    _ kind: StoreChange.Kind,
    of subject: ChangeSubject,
    in context: StoreContext
  ) -> StoreChange {
    var change = change(kind, in: context)
    change.subject = subject
    return change
  }
}

extension AccountState {
  /// Remembers a request that nothing came of, in place of an earlier one for the product.
  mutating func note(_ request: PurchaseRequest, ended: EndedRequest.Outcome, at date: Instant) {
    endedRequests.removeAll { $0.productID == request.purchase.id }
    endedRequests.append(
      EndedRequest(id: request.id, productID: request.purchase.id, outcome: ended, date: date)
    )
  }
}
