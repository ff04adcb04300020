import IAPCore

/// Seeded commits over a few files, as commands make them: the input of the property tests.
struct CommitScript {
  private(set) var generator: SplitMix64
  private var number = 0

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  /// One command's staged appends and changes, legal for the given state.
  mutating func next(after state: MemoryStorage) throws -> (
    staged: [(StateFile, [UInt8])], changes: [FileChange]
  ) {
    var staged: [(StateFile, [UInt8])] = []
    var changes: [FileChange] = []
    let scratch = state.copy()
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      staged.append((.history(account()), line()))
      try scratch.stage(staged[staged.count - 1].1, to: staged[staged.count - 1].0)
    }
    if Bool.random(using: &generator) {
      let (file, content) = (StateFile.queue(account()), bytes())
      staged.append((file, content))
      try scratch.stage(.replace(file, content))
    }
    try scratch.commit([])
    for _ in 0..<Int.random(in: 1...5, using: &generator) {
      let change = try change(scratch)
      try scratch.commit([change])
      changes.append(change)
    }
    return (staged, changes)
  }

  private mutating func change(_ state: MemoryStorage) throws -> FileChange {
    let account = account()
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<3:
      return .append(.journal, at: try state.size(of: .journal) ?? 0, line())
    case 3..<6: return .replace(.account(account), bytes())
    case 6:
      let length = state.files[.account(account)]?.count ?? 0
      let start = Int.random(in: 0...length, using: &generator)
      let end = Int.random(in: start...length, using: &generator)
      if length == 0 { return .replace(.due, bytes()) }
      let patch = [UInt8](repeating: UInt8(ascii: "#"), count: end - start)
      return .overwrite(.account(account), at: start, patch)
    case 7: return .remove(.account(account))
    case 8: return .removeFolder(.account(account))
    default: return .replace(.key("leaf.pem"), bytes())
    }
  }

  private mutating func account() -> AccountName {
    AccountName(rawValue: ["default", "ada", "grace"][Int.random(in: 0..<3, using: &generator)])
  }

  private mutating func line() -> [UInt8] {
    bytes().filter { $0 != UInt8(ascii: "\n") } + [UInt8(ascii: "\n")]
  }

  /// Mostly text; at times bytes that are none, which cannot stand in `commit.json`.
  private mutating func bytes() -> [UInt8] {
    number += 1
    let text = Array("{\"number\":\(number),\"text\":\"é\\u0000\"}\n".utf8)
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: return [0xFF, 0xFE, UInt8(truncatingIfNeeded: number)]
    case 1: return []
    default: return text + [UInt8](repeating: UInt8(ascii: " "), count: number % 40)
    }
  }
}

extension StateStorage {
  func run(_ command: (staged: [(StateFile, [UInt8])], changes: [FileChange])) throws {
    for (file, bytes) in command.staged {
      if file.isLines { try stage(bytes, to: file) } else { try stage(.replace(file, bytes)) }
    }
    try commit(command.changes)
  }

  /// Every file with its content, as a reader sees it.
  func everything() throws -> [StateFile: [UInt8]] {
    var all: [StateFile: [UInt8]] = [:]
    for file in try allFiles() { all[file] = try read(file) }
    return all
  }
}
