import IAPCore
import IAPPlatform
import Testing

/// Every way a command can be interrupted, on a simulated disk.
struct RecoveryTests {
  typealias Files = [StateFile: [UInt8]]
  typealias Command = (staged: [(StateFile, [UInt8])], changes: [FileChange])

  /// A store after some commands, the next command, and the states before and after it.
  private struct Moment {
    var disk: SimulatedDisk
    var command: Command
    var before: Files
    var after: Files

    init(seed: UInt64) throws {
      var script = CommitScript(seed: seed)
      let model = MemoryStorage()
      disk = SimulatedDisk()
      let storage = try DiskStorage(disk, .writing)
      for _ in 0..<Int(seed % 4) {
        let command = try script.next(after: model)
        try model.run(command)
        try storage.run(command)
      }
      command = try script.next(after: model)
      before = model.files
      try model.run(command)
      after = model.files
      disk.generator = SplitMix64(seed: seed)
    }

    /// How many calls the command makes.
    func steps() throws -> Int {
      let disk = disk.copy()
      try DiskStorage(disk, .writing).run(command)
      return disk.steps
    }

    /// Runs the command on a copy of the disk with a fault; answers the disk and whether it threw.
    func run(_ fault: SimulatedDisk.Fault) -> (disk: SimulatedDisk, threw: Bool) {
      let disk = disk.copy()
      disk.fault = fault
      do {
        try DiskStorage(disk, .writing).run(command)
        return (disk, false)
      } catch {
        return (disk, true)
      }
    }
  }

  /// Opens the disk and checks that it shows one of the two states, the later one if acknowledged.
  private func check(
    _ disk: SimulatedDisk,
    _ moment: Moment,
    acknowledged: Bool,
    _ comment: Comment
  ) throws {
    let reader = try DiskStorage(disk.copy(), .reading)
    let seen = try reader.everything()
    let isWhole = seen == moment.after || (!acknowledged && seen == moment.before)
    #expect(isWhole, comment)

    let writer = try DiskStorage(disk, .writing)
    #expect(try writer.everything() == seen, comment)
    try writer.commit([.replace(.due, [1])])
    #expect(try writer.leftovers() == [], comment)
    #expect(try writer.read(.due) == [1], comment)
  }

  @Test func `Killed at any call, a command is there as a whole or not at all`() throws {
    for seed in 0..<12 as Range<UInt64> {
      let moment = try Moment(seed: seed)
      for step in stride(from: 1, through: try moment.steps(), by: 1) {
        let (disk, threw) = moment.run(.death(atStep: step))
        let comment: Comment = "seed \(seed), step \(step)"
        try check(disk.afterDeath(), moment, acknowledged: !threw, comment)
      }
    }
  }

  @Test func `After a power failure at any call, what was acknowledged is whole`() throws {
    for seed in 0..<12 as Range<UInt64> {
      let moment = try Moment(seed: seed)
      for step in stride(from: 1, through: try moment.steps(), by: 1) {
        let (disk, threw) = moment.run(.death(atStep: step))
        for loss in 0..<3 as Range<UInt64> {
          let comment: Comment = "seed \(seed), step \(step), loss \(loss)"
          let lost = disk.afterPowerLoss(seed: seed &* 31 &+ loss)
          try check(lost, moment, acknowledged: !threw, comment)
        }
      }
    }
  }

  @Test func `Killed while recovering, and again, the next opening still finds it`() throws {
    for seed in 0..<4 as Range<UInt64> {
      let moment = try Moment(seed: seed)
      for step in stride(from: 1, through: try moment.steps(), by: 1) {
        let (disk, threw) = moment.run(.death(atStep: step))
        let found = disk.afterDeath()
        for second in 1... {
          let again = found.copy()
          again.fault = .death(atStep: second)
          let isDone = (try? DiskStorage(again, .writing)) != nil
          let comment: Comment = "seed \(seed), step \(step), then \(second)"
          let lost = again.afterPowerLoss(seed: UInt64(second))
          try check(lost, moment, acknowledged: !threw, comment)
          if isDone { break }
        }
      }
    }
  }

  @Test(arguments: [true, false])
  func `A disk that refuses at any call leaves the command whole or not at all`(
    forEver: Bool
  ) throws {
    for seed in 0..<12 as Range<UInt64> {
      let moment = try Moment(seed: seed)
      for step in stride(from: 1, through: try moment.steps(), by: 1) {
        let fault = SimulatedDisk.Fault.refusal(atStep: step, .diskFull, forEver: forEver)
        let disk = moment.disk.copy()
        let storage = try DiskStorage(disk, .writing)
        disk.fault = fault
        let threw = (try? storage.run(moment.command)) == nil
        let comment: Comment = "seed \(seed), step \(step)"
        let expected = threw ? moment.before : moment.after

        // An unlink that is refused as well cannot take a record back: then the command stands.
        let seen = try storage.everything()
        let next = try DiskStorage(disk.afterDeath(), .reading).everything()
        if forEver, threw {
          #expect(next == moment.before || next == moment.after, comment)
        } else {
          #expect(seen == expected, comment)
          #expect(next == expected, comment)
        }
      }
    }
  }

  @Test func `A disk that is full after the acknowledgement shows the command all the same`() throws
  {
    let disk = SimulatedDisk()
    let storage = try DiskStorage(disk, .writing)
    try storage.commit([.append(.journal, at: 0, Array("one\n".utf8))])
    let quiet = disk.copy()
    let first = try DiskStorage(quiet, .writing)
    let start = quiet.steps
    // Open, write, sync, rename, sync the folder: five calls, then the files are written.
    quiet.fault = .refusal(atStep: start + 6, .diskFull, forEver: true)
    try first.commit([
      .append(.journal, at: 4, Array("two\n".utf8)), .replace(.queue("ada"), [7]),
    ])

    #expect(try first.read(.journal) == Array("one\ntwo\n".utf8))
    #expect(try first.read(.journal, 4..<99) == Array("two\n".utf8))
    #expect(try first.list(.account("ada")) == StateListing(files: ["queue.json"]))
    #expect(throws: StorageFailure("", .diskFull)) { try first.commit([.replace(.due, [1])]) }

    quiet.fault = .none
    try first.commit([.replace(.due, [1])])
    let everything: [StateFile: [UInt8]] = [
      .journal: Array("one\ntwo\n".utf8), .queue("ada"): [7], .due: [1],
    ]
    #expect(try DiskStorage(quiet, .reading).everything() == everything)
  }
}
