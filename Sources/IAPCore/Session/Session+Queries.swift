/// What the app and its user ask, changing nothing.
extension Session {
  /// Throws where the app cannot do this now: no network, or a failure that was set (rule T-5).
  package func requireReach(
    _ operation: FailableAPI,
    of name: AccountName
  ) throws(SessionFailure) {
    let settings = try account(name).settings
    guard settings.network else { throw .offline(name) }
    if let failure = settings.failures[operation] { throw .store(.storeKit(failure)) }
  }

  /// The subscription status of an account (rule E-9).
  package mutating func statuses(
    of name: AccountName
  ) throws(SessionFailure) -> [SubscriptionStatus] {
    try requireReach(.status, of: name)
    try loadAccounts([name])
    return store.statuses(of: name)
  }

  /// The transactions of an account as StoreKit's sequences give them (rules E-1, E-3, E-4).
  package mutating func transactions(
    of name: AccountName,
    in sequence: TransactionSequence
  ) throws(SessionFailure) -> [Transaction] {
    try requireAccount(name)
    let unfinished = try app(of: name).queue.transactions.compactMap(\.transaction)
    let past: [Transaction]
    do throws(HistoryFailure) {
      past = try history.all(of: name)
    } catch {
      throw .history(error)
    }
    let open = Set(unfinished.map(\.id))
    switch sequence {
    case .everything: return past
    case .all:
      return StoreKitSequences.all(
        past,
        isUnfinished: open.contains,
        includesConsumables: store.header.settings.includesConsumablesInHistory
      )
    case .unfinished: return StoreKitSequences.unfinished(past, isUnfinished: open.contains)
    case .current:
      try loadAccounts([name])
      return store.entitlements(of: name)
    }
  }
}

/// StoreKit's sequences of transactions, and everything there is.
package enum TransactionSequence: String, Sendable, CaseIterable {
  case everything
  case all
  case unfinished
  case current
}

extension Session {
  /// The transactions as the store signs them now, in the same order.
  package func signed(_ transactions: [Transaction]) throws(SessionFailure) -> [String] {
    let issuer = try issuer()
    do throws(SigningFailure) {
      return try transactions.map { transaction throws(SigningFailure) in
        try issuer.transaction(transaction, signedDate: now)
      }
    } catch {
      throw .signing(error)
    }
  }

  /// Signs as the store's settings say, tampering included.
  package func issuer() throws(SessionFailure) -> SignedDataIssuer {
    guard let keyring = services.keyring else {
      throw .signing(.noKeys(file: "keys"))
    }
    do throws(SigningFailure) {
      return try SignedDataIssuer(
        app: configuration.issuedApp,
        signing: keyring,
        tampering: store.header.settings.tamper
      )
    } catch {
      throw .signing(error)
    }
  }

  /// Signs a promotional offer with the catalogue's key, as the developer's server would (O-6).
  package func signOffer(
    of purchase: PurchaseEvent,
    by name: AccountName
  ) throws(SessionFailure) -> OfferSignature {
    guard let offer = purchase.offer else { throw .store(.storeKit(.missingOfferParameters)) }
    guard let keyPair = store.catalog.offersKeyPair else {
      let known = store.product(purchase.id)?.subscription?.promotionalOffers ?? []
      guard known.contains(where: { $0.id == offer }) else {
        throw .store(.storeKit(.invalidOfferIdentifier))
      }
      throw .signing(.noOfferKey)
    }
    let attempts = (try? account(name).usedNonces.count) ?? 0
    let nonce = IdentifierSource(seed: store.header.seed).uuid(
      account: name.rawValue,
      kind: "nonce",
      counter: UInt64(bitPattern: now.milliseconds) &+ UInt64(attempts)
    )
    do throws(SigningFailure) {
      return try OfferSigner(
        bundleID: configuration.bundleID,
        keyPair: keyPair,
        signing: services.offers
      ).signature(
        product: purchase.id,
        offer: offer,
        appAccountToken: purchase.appAccountToken,
        nonce: nonce,
        timestamp: now
      )
    } catch {
      throw .signing(error)
    }
  }
}
