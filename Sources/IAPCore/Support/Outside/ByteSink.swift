/// Takes bytes: standard output, standard error.
package protocol ByteSink {
  /// Writes all bytes before it returns.
  func write(_ bytes: [UInt8]) throws(SinkFailure)
}

/// Why bytes could not be written.
package enum SinkFailure: Error, Equatable, Sendable {
  /// Nobody reads any more: `iap history | head -1`.
  case closed
  /// With the system's reason.
  case failed(String)
}
