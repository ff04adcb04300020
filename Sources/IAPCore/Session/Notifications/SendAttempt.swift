/// One try to hand a notification to the developer's server, in Apple's words (rule D-4).
package struct SendAttempt: Equatable, Sendable, Codable {
  /// On the store's clock: when the attempt was due.
  package var attemptDate: Instant
  package var result: SendAttemptResult

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case attemptDate
    case result = "sendAttemptResult"
  }

  package init(attemptDate: Instant, result: SendAttemptResult) {
    self.attemptDate = attemptDate
    self.result = result
  }
}

/// How an attempt ended (rule D-4).
package struct SendAttemptResult: OpenWord {
  package var rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let success = SendAttemptResult(rawValue: "SUCCESS")
  package static let timedOut = SendAttemptResult(rawValue: "TIMED_OUT")
  package static let tlsIssue = SendAttemptResult(rawValue: "TLS_ISSUE")
  package static let circularRedirect = SendAttemptResult(rawValue: "CIRCULAR_REDIRECT")
  package static let noResponse = SendAttemptResult(rawValue: "NO_RESPONSE")
  package static let socketIssue = SendAttemptResult(rawValue: "SOCKET_ISSUE")
  package static let invalidResponse = SendAttemptResult(rawValue: "INVALID_RESPONSE")
  package static let prematureClose = SendAttemptResult(rawValue: "PREMATURE_CLOSE")
  package static let unsuccessfulResponse = SendAttemptResult(
    rawValue: "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
  )
  package static let other = SendAttemptResult(rawValue: "OTHER")

  /// What a delivering program's exit status says; 0 is success (rule D-1).
  ///
  /// The other numbers are those of `curl --fail`, so that a script of one line tells the reason.
  package init(exitStatus: Int32) {
    switch exitStatus {
    case 0: self = .success
    case 8, 43, 61: self = .invalidResponse
    case 22: self = .unsuccessfulResponse
    case 28: self = .timedOut
    case 35, 51, 58, 60, 77, 83, 90, 91: self = .tlsIssue
    case 47: self = .circularRedirect
    case 5, 6, 7: self = .noResponse
    case 18, 52: self = .prematureClose
    case 55, 56: self = .socketIssue
    default: self = .other
    }
  }
}
