import IAPCore

/// A store as the stage of a story.
struct SessionStage: StoryStage {
  private(set) var session: Session
  /// The files of a `load` step, whose paths are relative to the scenario.
  private let sources: (LoadEvent) throws -> StoreSources

  init(_ session: Session, sources: @escaping (LoadEvent) throws -> StoreSources) {
    self.session = session
    self.sources = sources
  }

  var now: Instant { session.now }

  mutating func perform(_ event: Event, by account: AccountName) -> StoryOutcome {
    do {
      if case .load(let load) = event {
        let loaded = try session.refresh(from: sources(load))
        return StoryOutcome(changes: loaded?.changes.all ?? [])
      }
      return StoryOutcome(try session.perform(event, by: account))
    } catch {
      return StoryOutcome(error: Diagnostic.of(error).code)
    }
  }

  func refusal(of account: AccountName) -> String? {
    do {
      _ = try session.knownStatuses(of: account)
      return nil
    } catch {
      return Diagnostic.of(error).code
    }
  }

  func facts(of account: AccountName, after outcome: StoryOutcome?) -> SessionFacts {
    SessionFacts(session: session, account: account, outcome: outcome)
  }
}

extension StoryOutcome {
  fileprivate init(_ performance: Performance) {
    self.init(changes: performance.changes.all)
    switch performance.result {
    case .done:
      if performance.finish?.failed.isEmpty == false { error = "downloadsUnfinished" }
    case .purchase(let purchase):
      result = purchase.result.rawValue
      transaction = purchase.transaction
      if [.failed, .userCancelled, .unverified].contains(purchase.result) {
        error = purchase.code ?? purchase.result.rawValue
      }
    case .restore(let restore): error = restore.failed.first?.code
    }
  }
}

/// What can be seen of an account, as the commands show it.
struct SessionFacts: StoryFacts {
  let session: Session
  let account: AccountName
  let outcome: StoryOutcome?

  var result: String? { outcome?.result }
  var error: String? { outcome?.error }

  func entitlement(_ name: String) -> JSONValue? {
    let answer = try? session.entitlements(EntitlementQuestion(names: [name]), of: account)
    return answer.flatMap {
      EntitlementsDocument(report: $0.report, explains: false).json["entitlements"]?[0]
    }
  }

  func elements(of list: ExpectedList) -> [JSONValue] {
    switch list {
    case .queue:
      return (try? session.queueItems(of: account))?.map(QueueReport.json) ?? []
    case .status:
      let report = StatusReport(statuses: (try? session.knownStatuses(of: account)) ?? [])
      return report.json["subscriptions"]?.array ?? []
    case .notifications:
      let notifications = (try? session.notifications(of: account)) ?? []
      return notifications.map { NotificationsReport.Entry(notification: $0, attempts: []).json }
    }
  }

  var transactions: [JSONValue] {
    guard let outcome else {
      return ((try? session.history.all(of: account)) ?? []).map { JSONValueEncoder.encode($0) }
    }
    let made = outcome.changes.filter { $0.account == account }.compactMap(\.transaction)
    return (made + [outcome.transaction].compactMap(\.self)).map { JSONValueEncoder.encode($0) }
  }
}
