import Dispatch

/// Work on all cores.
package enum Cores {
  /// Runs the body for 0..<count, in any order, and returns when all are done.
  package static func perform(_ count: Int, _ body: @Sendable (Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: count, execute: body)
  }
}
