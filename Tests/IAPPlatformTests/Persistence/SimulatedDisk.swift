import IAPCore
import IAPPlatform

/// A file system in memory that can lose power: only what was synced is sure to survive.
///
/// Counted are the calls that change something. At a chosen one the process dies (the call may have
/// done a part of its work), or the disk refuses once or for ever.
final class SimulatedDisk: FileLayer {
  enum Node: Equatable {
    case file(Int)
    case folder
  }

  enum NameChange: Equatable {
    case link(String, Node)
    case unlink(String)
    case rename(String, String, Node)

    func makes(_ path: String) -> Bool {
      if case .link(path, _) = self { true } else { false }
    }

    /// The folder whose sync makes the change durable.
    var folder: String {
      switch self {
      case .link(let path, _), .unlink(let path), .rename(_, let path, _):
        SimulatedDisk.folder(of: path)
      }
    }
  }

  struct Content: Equatable {
    var now: [UInt8] = []
    var durable: [UInt8] = []
  }

  enum Fault: Equatable {
    case none
    case death(atStep: Int)
    case refusal(atStep: Int, StorageFailure.Problem, forEver: Bool)
  }

  private(set) var names: [String: Node] = [:]
  private var durableNames: [String: Node] = [:]
  private var unsyncedNames: [NameChange] = []
  private var contents: [Int: Content] = [:]
  private var descriptors: [Int32: (path: String, inode: Int)] = [:]
  private var nextNumber = 1

  var fault = Fault.none
  private(set) var steps = 0
  private(set) var isDead = false
  var generator = SplitMix64(seed: 0)

  func copy() -> SimulatedDisk {
    let copy = SimulatedDisk()
    copy.names = names
    copy.durableNames = durableNames
    copy.unsyncedNames = unsyncedNames
    copy.contents = contents
    copy.nextNumber = nextNumber
    copy.generator = generator
    return copy
  }

  /// The disk as the next process finds it after a death.
  func afterDeath() -> SimulatedDisk {
    let next = copy()
    next.fault = .none
    return next
  }

  /// The disk after the power failed: of what was not synced, any part in any mixture.
  func afterPowerLoss(seed: UInt64) -> SimulatedDisk {
    var dice = SplitMix64(seed: seed)
    let next = copy()
    next.names = durableNames
    for change in unsyncedNames where Bool.random(using: &dice) { next.follow(change) }
    // What stands in a folder that did not survive cannot be reached.
    for path in next.names.keys.sorted() {
      let folder = SimulatedDisk.folder(of: path)
      if !folder.isEmpty, next.names[folder] != .folder { next.names[path] = nil }
    }
    for (inode, content) in contents.sorted(by: { $0.key < $1.key }) {
      let survived = SimulatedDisk.mixture(content, &dice)
      next.contents[inode] = Content(now: survived, durable: survived)
    }
    next.durableNames = next.names
    next.unsyncedNames = []
    return next
  }

  private static func mixture(_ content: Content, _ dice: inout SplitMix64) -> [UInt8] {
    if content.now == content.durable { return content.now }
    let length = Bool.random(using: &dice) ? content.now.count : content.durable.count
    // Sectors of eight bytes, so that small files tear as well.
    let isNew = (0...length / 8).map { _ in Bool.random(using: &dice) }
    return (0..<length).map { index in
      let bytes = isNew[index / 8] ? content.now : content.durable
      return index < bytes.count ? bytes[index] : 0
    }
  }

  // MARK: What a process sees

  func read(_ path: String, _ range: Range<Int>?) throws(StorageFailure) -> [UInt8] {
    try live()
    guard case .file(let inode)? = names[path] else {
      throw StorageFailure(path, names[path] == nil ? .missing : .wrongKind(found: .folder))
    }
    let content = contents[inode]?.now ?? []
    return Array(content[(range ?? content.indices).clamped(to: content.indices)])
  }

  func status(_ path: String) throws(StorageFailure) -> FileStatus? {
    try live()
    switch names[path] {
    case nil: return nil
    case .folder: return FileStatus(kind: .folder, size: 0)
    case .file(let inode):
      return FileStatus(kind: .file, size: contents[inode]?.now.count ?? 0)
    }
  }

  func list(_ path: String) throws(StorageFailure) -> StateListing {
    try live()
    var listing = StateListing()
    for (name, node) in names where SimulatedDisk.folder(of: name) == path {
      let last = String(name.dropFirst(path.isEmpty ? 0 : path.count + 1))
      if node == .folder { listing.folders.append(last) } else { listing.files.append(last) }
    }
    listing.files.sort { $0.isBefore($1) }
    listing.folders.sort { $0.isBefore($1) }
    return listing
  }

  // MARK: What a process changes

  func open(_ path: String, _ purpose: WritePurpose) throws(StorageFailure) -> Int32 {
    try step()
    let inode = try inode(path)
    if purpose.truncates { contents[inode]?.now = [] }
    nextNumber += 1
    descriptors[Int32(nextNumber)] = (path, inode)
    return Int32(nextNumber)
  }

  private func inode(_ path: String) throws(StorageFailure) -> Int {
    switch names[path] {
    case .file(let inode): return inode
    case .folder: throw StorageFailure(path, .wrongKind(found: .folder))
    case nil:
      let folder = SimulatedDisk.folder(of: path)
      guard folder.isEmpty || names[folder] == .folder else {
        throw StorageFailure(path, .missing)
      }
      nextNumber += 1
      contents[nextNumber] = Content()
      change(.link(path, .file(nextNumber)))
      return nextNumber
    }
  }

  func write(
    _ descriptor: Int32,
    _ bytes: [UInt8],
    at offset: Int
  ) throws(StorageFailure) {
    let inode = try inode(descriptor)
    do throws(StorageFailure) {
      try step()
    } catch {
      // A write that fails may have done a part of its work.
      let part = Int.random(in: 0...bytes.count, using: &generator)
      put(Array(bytes.prefix(part)), inode, at: offset)
      throw error
    }
    put(bytes, inode, at: offset)
  }

  private func put(_ bytes: [UInt8], _ inode: Int, at offset: Int) {
    var content = contents[inode]?.now ?? []
    if bytes.isEmpty { return }
    let missing = max(offset + bytes.count - content.count, 0)
    content += repeatElement(0, count: missing)
    content.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    contents[inode]?.now = content
  }

  func truncate(_ descriptor: Int32, to length: Int) throws(StorageFailure) {
    try step()
    let inode = try inode(descriptor)
    let kept = contents[inode]?.now.prefix(length) ?? []
    contents[inode]?.now = Array(kept)
  }

  func sync(_ descriptor: Int32) throws(StorageFailure) {
    try step()
    let inode = try inode(descriptor)
    let now = contents[inode]?.now ?? []
    contents[inode]?.durable = now
  }

  func close(_ descriptor: Int32) { descriptors[descriptor] = nil }

  func rename(_ path: String, to target: String) throws(StorageFailure) {
    try step()
    let folder = SimulatedDisk.folder(of: target)
    guard let node = names[path], folder.isEmpty || names[folder] == .folder else {
      throw StorageFailure(target, .missing)
    }
    change(.rename(path, target, node))
  }

  func remove(_ path: String) throws(StorageFailure) {
    try step()
    if names[path] != nil { change(.unlink(path)) }
  }

  func makeFolder(_ path: String, isSecret: Bool) throws(StorageFailure) {
    try step()
    let folder = SimulatedDisk.folder(of: path)
    guard folder.isEmpty || names[folder] == .folder else { throw StorageFailure(path, .missing) }
    if names[path] == nil { change(.link(path, .folder)) }
  }

  func removeFolder(_ path: String) throws(StorageFailure) {
    try step()
    guard !names.keys.contains(where: { SimulatedDisk.folder(of: $0) == path }) else {
      throw StorageFailure(path, .io(code: 39, text: "Directory not empty"))
    }
    if names[path] != nil { change(.unlink(path)) }
  }

  func syncFolder(_ path: String) throws(StorageFailure) {
    try step()
    var left: [NameChange] = []
    for change in unsyncedNames {
      if change.folder == path {
        SimulatedDisk.follow(change, in: &durableNames)
        // A durable rename includes that the name it took away was made before.
        if case .rename(let source, _, _) = change { left.removeAll { $0.makes(source) } }
        // A folder made anew under the name of a removed one has nothing of the old one.
        if case .unlink(let path) = change { left.removeAll { $0.folder == path } }
      } else {
        left.append(change)
      }
    }
    unsyncedNames = left
  }

  func flushEverything() {}

  // MARK: Inside

  private func change(_ change: NameChange) {
    follow(change)
    unsyncedNames.append(change)
  }

  private func follow(_ change: NameChange) {
    SimulatedDisk.follow(change, in: &names)
  }

  private static func follow(_ change: NameChange, in names: inout [String: Node]) {
    switch change {
    case .link(let path, let node): names[path] = node
    case .unlink(let path):
      if names[path] == .folder { names = names.filter { folder(of: $0.key) != path } }
      names[path] = nil
    case .rename(let path, let target, let node):
      names[path] = nil
      names[target] = node
    }
  }

  private func inode(_ descriptor: Int32) throws(StorageFailure) -> Int {
    guard let open = descriptors[descriptor] else {
      throw StorageFailure("", .io(code: 9, text: "Bad file descriptor"))
    }
    return open.inode
  }

  private func live() throws(StorageFailure) {
    if isDead { throw StorageFailure("", .io(code: 0, text: "dead")) }
  }

  private func step() throws(StorageFailure) {
    try live()
    steps += 1
    switch fault {
    case .none: return
    case .death(let step):
      guard steps == step else { return }
      isDead = true
      try live()
    case .refusal(let step, let problem, let forEver):
      guard steps == step || (forEver && steps > step) else { return }
      throw StorageFailure("", problem)
    }
  }

  fileprivate static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
  }
}
