/// One piece of hosted content of an unfinished transaction, on its way to the app.
///
/// Nothing moves by itself: how much has arrived follows from the store's clock.
package struct Download: Equatable, Sendable, Codable {
  /// StoreKit 1's words (`SKDownloadState`).
  package enum State: String, Codable, Sendable, CaseIterable {
    case waiting
    case active
    case paused
    case finished
    case cancelled
  }

  package var transactionID: TransactionID
  package var productID: ProductID
  package var content: HostedContent
  /// As of `date`; an active download may be finished since, see `state(at:)`.
  package private(set) var state: State
  /// What had arrived at `date`, in bytes.
  package private(set) var receivedBytes: Int64
  /// When the state last changed.
  package private(set) var date: Instant

  package enum CodingKeys: String, CodingKey {
    case transactionID = "transactionId"
    case productID = "productId"
    case content
    case state
    case receivedBytes
    case date
  }

  init(_ content: HostedContent, of transaction: Transaction, at date: Instant) {
    transactionID = transaction.id
    productID = transaction.productID
    self.content = content
    state = .waiting
    receivedBytes = 0
    self.date = date
  }

  package func receivedBytes(at now: Instant) -> Int64 {
    guard state == .active else { return receivedBytes }
    let elapsed = max(0, now.milliseconds(since: date))
    let (product, overflow) = elapsed.multipliedReportingOverflow(by: content.bytesPerSecond)
    guard !overflow else { return content.size }
    return min(content.size, receivedBytes + min(product / 1000, content.size))
  }

  package func state(at now: Instant) -> State {
    state == .active && receivedBytes(at: now) >= content.size ? .finished : state
  }

  /// Whole percent that has arrived; nothing to fetch is complete once started.
  package func percentage(at now: Instant) -> Int {
    if state(at: now) == .finished { return 100 }
    guard content.size > 0 else { return 0 }
    return Int(receivedBytes(at: now).multipliedFullWidth(by: 100).low / UInt64(content.size))
  }

  /// Milliseconds until everything has arrived; `nil` while it does not run.
  package func timeRemaining(at now: Instant) -> Int64? {
    guard state(at: now) == .active else { return nil }
    let rest = Double(content.size - receivedBytes(at: now)) / Double(content.bytesPerSecond)
    return Int64((rest * 1000).rounded(.up))
  }

  /// When everything will have arrived; `nil` while it does not run.
  package var endDate: Instant? {
    guard state == .active else { return nil }
    let (rest, overflow) = (content.size - receivedBytes).multipliedReportingOverflow(by: 1000)
    guard !overflow, rest > 0 else { return overflow ? nil : date }
    return date.adding(milliseconds: (rest - 1) / content.bytesPerSecond + 1)
  }

  /// True: nothing more is to come, so that the transaction may be finished.
  package func isOver(at now: Instant) -> Bool {
    let state = state(at: now)
    return state == .finished || state == .cancelled
  }

  mutating func change(to next: State, at now: Instant) {
    receivedBytes = next == .cancelled ? 0 : receivedBytes(at: now)
    state = next
    date = now
  }
}

/// What the app can ask of downloads.
package enum DownloadAction: String, Sendable, CaseIterable {
  case start
  case pause
  case resume
  case cancel

  /// The states in which it can be asked.
  var allowed: Set<Download.State> {
    switch self {
    case .start: [.waiting, .cancelled]
    case .pause: [.active]
    case .resume: [.paused]
    case .cancel: [.waiting, .active, .paused]
    }
  }

  var next: Download.State {
    switch self {
    case .start, .resume: .active
    case .pause: .paused
    case .cancel: .cancelled
    }
  }
}

/// Why a download action is refused; nothing changed.
package enum DownloadError: Error, Equatable, Sendable {
  /// Neither an unfinished transaction nor a product with one.
  case unknownTransaction(String)
  /// The product has no hosted content.
  case noContent(TransactionID, ProductID)
  /// No content of the transaction is in a state that the action fits.
  case notPossible(DownloadAction, TransactionID, states: [Download.State])
}
