import IAPCore
import Testing

/// Handing notifications to the developer's server, on the store's clock (notifications.md, 4).
struct NotificationDeliveryTests {
  @Test func `rule D-1: exit status 0 is success, everything else a failure with its reason`() {
    let words = [Int32(0), 1, 7, 22, 28, 35, 47, 52, 56, 61, 137].map {
      SendAttemptResult(exitStatus: $0).rawValue
    }

    #expect(
      words == [
        "SUCCESS", "OTHER", "NO_RESPONSE", "UNSUCCESSFUL_HTTP_RESPONSE_CODE", "TIMED_OUT",
        "TLS_ISSUE", "CIRCULAR_REDIRECT", "PREMATURE_CLOSE", "SOCKET_ISSUE", "INVALID_RESPONSE",
        "OTHER",
      ]
    )
  }

  @Test func `rule D-2: six attempts in production, 1, 12, 24, 48 and 72 hours apart`() {
    let schedule = DeliverySchedule(environment: .production)

    let hours = run(schedule, items: [item("a")], now: days(365)) { _ in .timedOut }
      .map { ($0.date.milliseconds - start.milliseconds) / Instant.hour }

    #expect(hours == [0, 1, 13, 37, 85, 157])
  }

  @Test func `rule D-2: a received notification is not sent again`() {
    let schedule = DeliverySchedule(environment: .production)

    let attempts = run(schedule, items: [item("a")], now: days(365)) { attempt in
      attempt.number == 3 ? .success : .unsuccessfulResponse
    }

    #expect(attempts.map(\.number) == [1, 2, 3])
  }

  @Test func `rule D-2: a retry waits until the store's clock has come to it`() throws {
    let schedule = DeliverySchedule(environment: .production)
    let first = SendAttempt(attemptDate: start, result: .noResponse)
    let due = start.adding(milliseconds: Instant.hour)

    let early = run(
      schedule,
      items: [item("a", attempts: [first])],
      now: due.adding(milliseconds: -1)
    )
    let late = run(schedule, items: [item("a", attempts: [first])], now: due)

    #expect(early.isEmpty)
    #expect(late == [DeliveryQueue.Attempt(uuid: "a", date: due, number: 2)])
  }

  @Test func `rule D-3: one attempt in the sandbox, none from Xcode`() {
    let counts = [StoreEnvironment.sandbox, .xcode].map { environment in
      run(DeliverySchedule(environment: environment), items: [item("a")], now: days(365)) { _ in
        .timedOut
      }
      .count
    }

    #expect(counts == [1, 0])
  }

  @Test func `rule D-4: an attempt reads as Apple writes it`() {
    let attempt = SendAttempt(attemptDate: start, result: .tlsIssue)

    #expect(
      JSONWriter.text(JSONValueEncoder.encode(attempt), layout: .line) == """
        {"attemptDate":1772366400000,"sendAttemptResult":"TLS_ISSUE"}
        """
    )
  }

  @Test func `rule D-5: retries bring an old state after a newer one`() {
    let schedule = DeliverySchedule(environment: .production)
    let items = [item("failed"), item("recovered", after: 30 * Instant.minute)]

    let order = run(schedule, items: items, now: days(1)) { attempt in
      attempt.uuid == "failed" && attempt.number == 1 ? .noResponse : .success
    }

    #expect(order.map(\.uuid) == ["failed", "recovered", "failed"])
  }

  @Test func `rule D-5: shuffling gives another order, and the same for the same seed`() {
    let schedule = DeliverySchedule(environment: .sandbox)
    let items = (0..<20).map { item("n\($0)", after: Int64($0)) }
    let plain = run(schedule, items: items, now: days(1)).map(\.uuid)

    let orders = [7, 7, 8].map { seed in
      run(schedule, items: items, now: days(1), shuffleSeed: seed).map(\.uuid)
    }

    #expect(plain == items.map(\.uuid))
    #expect(orders[0] == orders[1] && orders[0] != orders[2] && orders[0] != plain)
    #expect(orders.allSatisfy { Set($0) == Set(plain) })
  }

  @Test func `rule D-5: a delay keeps within its limit and does not depend on the others`() {
    var schedule = DeliverySchedule(environment: .sandbox, maximumDelay: Instant.hour, seed: 3)
    let items = (0..<50).map { item("n\($0)") }

    let together = run(schedule, items: items, now: days(1))
    let alone = run(schedule, items: [items[17]], now: days(1))

    let limits = start...start.adding(milliseconds: Instant.hour)
    #expect(together.count == 50 && together.allSatisfy { limits.contains($0.date) })
    #expect(Set(together.map(\.date)).count > 40)
    #expect(together.contains(alone[0]))
    #expect(together.map(\.date) == together.map(\.date).sorted())
    schedule.seed = 4
    #expect(run(schedule, items: items, now: days(1)) != together)
  }

  @Test func `rule D-6: the log keeps every attempt, for each notification in order`() throws {
    let storage = MemoryStorage()
    let log = DeliveryLog(in: storage)
    let attempts = [SendAttemptResult.timedOut, .tlsIssue, .success].enumerated().map {
      SendAttempt(attemptDate: start.adding(milliseconds: Int64($0.offset)), result: $0.element)
    }

    #expect(try log.attempts(of: ["a"]).isEmpty)
    try storage.commit([try log.change(appending: [("a", attempts[0]), ("b", attempts[1])])])
    try storage.commit([try log.change(appending: [("a", attempts[2])])])

    #expect(try log.attempts(of: ["a", "c"]) == ["a": [attempts[0], attempts[2]]])
    #expect(try log.attempts(of: ["b"]) == ["b": [attempts[1]]])
  }

  private let start = Instant(milliseconds: 1_772_366_400_000)

  private func days(_ count: Int64) -> Instant {
    start.adding(milliseconds: count * Instant.day)
  }

  private func item(
    _ uuid: String,
    after delay: Int64 = 0,
    attempts: [SendAttempt] = []
  ) -> DeliveryQueue.Item {
    .init(uuid: uuid, date: start.adding(milliseconds: delay), attempts: attempts)
  }

  private func run(
    _ schedule: DeliverySchedule,
    items: [DeliveryQueue.Item],
    now: Instant,
    shuffleSeed: UInt64? = nil,
    outcome: (DeliveryQueue.Attempt) -> SendAttemptResult = { _ in .success }
  ) -> [DeliveryQueue.Attempt] {
    var queue = DeliveryQueue(items, schedule: schedule, now: now, shuffleSeed: shuffleSeed)
    var attempts: [DeliveryQueue.Attempt] = []
    while let attempt = queue.next() {
      attempts.append(attempt)
      queue.record(outcome(attempt))
    }
    return attempts
  }
}
