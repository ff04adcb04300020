/// The app receipt and the app transaction of an account, as its device has them.
extension Session {
  /// The receipt on the account's device; `isRefreshed`: a new one, which the store must be asked for.
  ///
  /// A receipt is renewed by whatever reaches the app, and dated by the last of it. What waits for
  /// the network is not in it. `device`: whose hash it carries; `nil`: the account's own device.
  package mutating func receipt(
    of name: AccountName,
    isRefreshed: Bool,
    device: DeviceIdentifier? = nil
  ) throws(SessionFailure) -> AppReceipt {
    if isRefreshed { try requireReach(.sync, of: name) }
    let known = try transactionsOnDevice(of: name)
    let date = isRefreshed ? now : lastNews(in: known)
    let identifiers = IdentifierSource(seed: store.header.seed)
    let opaque = identifiers.uuid(
      account: name.rawValue,
      kind: "receipt",
      counter: UInt64(bitPattern: date.milliseconds)
    )
    return AppReceipt(
      creationDate: date,
      opaqueValue: hexBytes(opaque.filter { $0 != "-" }),
      deviceIdentifier: device?.bytes ?? hexBytes(deviceID(of: name).filter { $0 != "-" }),
      transactions: known
    )
  }

  /// The PKCS#7 container of the receipt.
  ///
  /// The first receipt of a store makes and commits the key that signs receipts.
  package func signed(_ receipt: AppReceipt) throws(SessionFailure) -> [UInt8] {
    let issuer = try issuer()
    return try signing { () throws(SigningFailure) in try issuer.receipt(receipt) }
  }

  /// Whether signing a receipt changes nothing in the store folder.
  package var hasReceiptSigner: Bool {
    get throws(SessionFailure) {
      try storing { () throws(StorageFailure) in
        try storage.contains(.key(KeyFileName.receipt))
      }
    }
  }

  /// What Apple's verifyReceipt would answer a server that sends it the account's receipt.
  ///
  /// The server asks Apple, so that neither the device's network nor its lag matter for the latest.
  package mutating func verifyReceiptAnswer(
    for receipt: AppReceipt,
    of name: AccountName
  ) throws(SessionFailure) -> JSONValue {
    let issuer = try issuer()
    guard !issuer.app.isXcode else { return VerifyReceiptAnswer.unknownToApple }
    let container = try signing { () throws(SigningFailure) in try issuer.receipt(receipt) }
    try loadAccounts([name])
    let answer = VerifyReceiptAnswer(
      app: issuer.app,
      receipt: receipt,
      container: container,
      latest: try transactionsOnServer(of: name),
      renewals: store.statuses(of: name).map(\.renewalInfo),
      requestDate: now
    )
    return answer.json
  }

  /// `AppTransaction.shared` of the account's device; `isRefreshed`: asked of the store.
  package mutating func signedAppTransaction(
    of name: AccountName,
    isRefreshed: Bool
  ) throws(SessionFailure) -> String {
    let state = try account(name)
    if isRefreshed {
      try requireReach(.appTransaction, of: name)
    } else if let failure = state.settings.failures[.appTransaction] {
      throw .store(.storeKit(failure))
    }
    let nonce = IdentifierSource(seed: store.header.seed).uuid(
      account: name.rawValue,
      kind: "deviceNonce",
      counter: UInt64(bitPattern: now.milliseconds)
    )
    let issuer = try issuer()
    let device = issuer.device(id: deviceID(of: name), nonce: nonce)
    return try signing { () throws(SigningFailure) in
      try issuer.appTransaction(
        AppTransaction(boughtAs: state.appTransactionID),
        signedDate: now,
        device: device
      )
    }
  }

  /// `AppStore.deviceVerificationID` and `identifierForVendor` of the account's one device.
  package func deviceID(of name: AccountName) -> String {
    IdentifierSource(seed: store.header.seed).uuid(
      account: name.rawValue,
      kind: "device",
      counter: 0
    )
  }

  /// What the receipt lists, without the news that waits for the network.
  private mutating func transactionsOnDevice(
    of name: AccountName
  ) throws(SessionFailure) -> [Transaction] {
    let waiting = try account(name).undelivered.map(\.transaction)
    let isOpen = Set(try app(of: name).queue.transactions.compactMap(\.transaction?.id))
    var known: [Transaction] = []
    for transaction in try past(of: name) {
      guard waiting.contains(where: { $0.id == transaction.id }) else {
        known.append(transaction)
        continue
      }
      // A later version waits: the device has the first one, unless that waits as well.
      let first = try storing { () throws(StorageFailure) in
        try history.firstVersion(of: transaction.id, account: name)
      }
      if let first, !waiting.contains(first) { known.append(first) }
    }
    return AppReceipt.listed(of: known, unfinished: isOpen)
  }

  /// What Apple's server lists: waiting consumables, which nobody can have finished, included.
  private mutating func transactionsOnServer(
    of name: AccountName
  ) throws(SessionFailure) -> [Transaction] {
    let waiting = try account(name).undelivered.map(\.transaction.id)
    let isOpen = try app(of: name).queue.transactions.compactMap(\.transaction?.id)
    return AppReceipt.listed(of: try past(of: name), unfinished: Set(waiting + isOpen))
  }

  private func past(of name: AccountName) throws(SessionFailure) -> [Transaction] {
    do throws(HistoryFailure) {
      return try history.all(of: name)
    } catch {
      throw .history(error)
    }
  }

  /// When the device last heard something; renewals made ahead of time lie in the future (C-4).
  private func lastNews(in transactions: [Transaction]) -> Instant {
    let dates = transactions.flatMap { [$0.purchaseDate, $0.revocationDate].compactMap(\.self) }
    return dates.filter { $0 <= now }.max() ?? configuration.startDate
  }
}

/// Runs something of the keys and calls its failure by the session's name.
func signing<Answer>(
  _ body: () throws(SigningFailure) -> Answer
) throws(SessionFailure) -> Answer {
  do throws(SigningFailure) {
    return try body()
  } catch {
    throw .signing(error)
  }
}
