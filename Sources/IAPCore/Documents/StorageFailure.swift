/// Why the state of a store cannot be read or written; the storage's errors, as facts.
package struct StorageFailure: Error, Equatable, Sendable {
  /// The file: inside the store folder relative to it, outside as the user named it.
  package var path: String
  package var problem: Problem

  package init(_ path: String, _ problem: Problem) {
    self.path = path
    self.problem = problem
  }

  package init(_ file: StateFile, _ problem: Problem) {
    self.init(file.path, problem)
  }

  /// True: the record of an acknowledged command cannot be read.
  package var isBrokenCommit: Bool {
    guard path.hasPrefix("commit.") else { return false }
    switch problem {
    case .missing, .corrupt, .tooLarge: return true
    default: return false
    }
  }

  /// True: a later iap wrote it.
  package var isNewer: Bool {
    if case .newer = problem { true } else { false }
  }

  /// True: what is there is not what it has to be, as opposed to a disk or lock that refuses.
  package var isDamage: Bool {
    switch problem {
    case .missing, .corrupt, .tooLarge: StateFile(path: path) != nil
    default: false
    }
  }

  package enum Problem: Equatable, Sendable {
    /// There is no such file.
    case missing
    /// It is there, but is not what it has to be.
    case corrupt(Corruption)
    /// Written by a later `iap`: the version found and the newest that is known.
    case newer(format: String, version: Int, known: Int)
    /// Another process works on the store; `nil`: it left no name.
    case locked(holder: LockHolder?, waitedMilliseconds: Int)
    /// The file system or the way the store was opened allows no writing.
    case readOnly
    /// The system's permissions forbid it.
    case permission
    /// No room on the disk, in the quota, or under the process's file size limit.
    case diskFull
    /// Something else has this name: a folder, a pipe, a symbolic link where a file or folder belongs.
    case wrongKind(found: FileKind, expected: FileKind = .file)
    /// Larger than what is ever read, in bytes.
    case tooLarge(limit: Int)
    /// Any other refusal of the system, by its number and its words.
    case io(code: Int32, text: String)
  }

  /// What is wrong with the content of a file.
  package enum Corruption: Equatable, Sendable {
    case syntax(JSONSyntaxError)
    case shape(JSONShapeError)
    /// Another document: the format found (`nil`: none is named) and the expected one.
    case format(found: String?, expected: String)
    /// A version that no `iap` has written: its text as found.
    case version(String)
    /// Shorter than what was committed, in bytes.
    case shortened(length: Int, committed: Int)
    /// A line of a file of lines is wrong; counted in bytes from the file's start.
    case line(offset: Int, LineProblem)
    /// A line has no end, or is longer than any that is written.
    case endlessLine(offset: Int)
  }

  /// What is wrong with one line.
  package enum LineProblem: Equatable, Sendable {
    case syntax(JSONSyntaxError)
    case shape(JSONShapeError)
  }

  /// What a name stands for in the file system.
  package enum FileKind: String, Equatable, Sendable {
    case file
    case folder
    case symbolicLink
    case other
  }
}

/// The process that works on a store, as it wrote itself into the lock file.
package struct LockHolder: Equatable, Sendable {
  package var processID: Int32
  /// The command it runs, `iap purchase`; empty when it is not known.
  package var command: String

  package init(processID: Int32, command: String) {
    self.processID = processID
    self.command = command
  }
}
