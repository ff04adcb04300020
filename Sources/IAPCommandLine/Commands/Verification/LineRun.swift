internal import Dispatch
import IAPCore
internal import Synchronization

/// Works through the lines of a long input on every core and hands the results on in order.
///
/// Blocks of lines are taken one after the other by whichever core is free; finished ones wait until
/// their turn. Only so many are under way at once that memory stays constant.
struct LineRun {
  let context: CommandContext

  /// What one core makes of blocks: the bytes to write, and whatever else is counted.
  typealias Worker<Result> = (LineBlock) -> Result

  /// Hands every line's result to `deliver`, in the order of the input.
  ///
  /// `makeWorker` is called once on each core. `deliver` answers false to stop early, as when
  /// nobody reads the output any more.
  func run<Result>(
    _ source: any ByteSource,
    makeWorker: @escaping @Sendable () -> Worker<Result>,
    deliver: (Result) -> Bool
  ) throws(FileFailure) {
    let cores = max(1, context.environment.coreCount)
    let permits = DispatchSemaphore(value: cores * 8)
    let lock = Mutex(())
    // Both are touched under the lock only.
    nonisolated(unsafe) let reading = Reading(LineBlocks(source))
    try withoutActuallyEscaping(deliver) { (deliver) throws(FileFailure) in
      nonisolated(unsafe) let delivery = Delivery(deliver)
      context.environment.concurrently(cores) { _ in
        let worker = makeWorker()
        // Each core reads into the memory of the block that it has just worked through.
        var spent: [UInt8] = []
        while true {
          permits.wait()
          let next = lock.withLock { _ in
            delivery.isStopped ? nil : reading.next(reusing: &spent)
          }
          guard var taken = next else {
            permits.signal()
            return
          }
          nonisolated(unsafe) let result = worker(taken.block)
          swap(&spent, &taken.block.bytes)
          let number = taken.number
          let count = lock.withLock { _ in delivery.take(result, number: number) }
          for _ in 0..<count { permits.signal() }
        }
      }
      if let failure = reading.failure { throw failure }
    }
  }

  /// The input, with the blocks numbered.
  private final class Reading {
    private let blocks: LineBlocks
    private var number = 0
    private(set) var failure: FileFailure?

    init(_ blocks: LineBlocks) { self.blocks = blocks }

    func next(reusing spent: inout [UInt8]) -> (block: LineBlock, number: Int)? {
      guard failure == nil else { return nil }
      do throws(FileFailure) {
        guard let block = try blocks.next(reusing: &spent) else { return nil }
        defer { number += 1 }
        return (block, number)
      } catch {
        failure = error
        return nil
      }
    }
  }

  /// Finished blocks that wait for an earlier one.
  private final class Delivery<Result> {
    private var waiting: [Int: Result] = [:]
    private var next = 0
    private let deliver: (Result) -> Bool
    private(set) var isStopped = false

    init(_ deliver: @escaping (Result) -> Bool) { self.deliver = deliver }

    /// Hands on whatever is in order now; answers how many blocks that were.
    func take(_ result: Result, number: Int) -> Int {
      waiting[number] = result
      var count = 0
      while let result = waiting.removeValue(forKey: next) {
        next += 1
        count += 1
        if !isStopped { isStopped = !deliver(result) }
      }
      return count
    }
  }
}

extension LineBlock {
  /// Each line without its end.
  package func forEachLine(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        let end = bytes.lineEnd(from: start)
        var last = end
        if last > start, bytes[last - 1] == 0x0D { last -= 1 }
        body(UnsafeBufferPointer(rebasing: bytes[start..<last]))
        start = end + 1
      }
    }
  }
}
