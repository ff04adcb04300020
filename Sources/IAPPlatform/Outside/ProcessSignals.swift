import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// How this process meets signals.
package enum ProcessSignals {
  private static let received = Atomic<Int32>(0)
  private static let isWatching = Atomic<Bool>(false)

  /// Turns two deadly signals into errors of the write that caused them, once for the process.
  ///
  /// A closed pipe and a file beyond the size limit are answers a command gives words to. Every
  /// write of this module asks for it, so that none depends on what ran before.
  static let writeSignalsAreErrors: Void = {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }()

  /// True once the user asked to stop; the first question begins to listen.
  ///
  /// Until somebody asks, an interrupt ends the process as everywhere.
  @Sendable package static func isInterrupted() -> Bool { interruption() != nil }

  /// The signal that asked to stop; `nil`: none so far.
  static func interruption() -> Int32? {
    if !isWatching.exchange(true, ordering: .relaxed) {
      for number in [SIGINT, SIGTERM, SIGHUP] {
        signal(number) { ProcessSignals.received.store($0, ordering: .relaxed) }
      }
    }
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Ends the process as the signal would have, had nobody listened.
  static func end(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    raise(number)
    exit(128 + number)
  }
}
