package import IAPCore

/// The only door to the world: whatever a command sees or changes outside comes through here.
///
/// `Sources/iap/Main.swift` fills it with the real world, tests with one of their own.
package struct Environment {
  /// Where answers go.
  package var output: any ByteSink
  /// Where everything else goes.
  package var errors: any ByteSink
  /// The process's environment variables; an empty value counts as not set.
  package var variables: @Sendable (String) -> String?
  package var terminal: TerminalFacts
  package var files: any FileAccess
  /// Absolute; where the search for `.iap` starts.
  package var workingDirectory: String
  /// True: the folder was removed while somebody was in it, and nothing can be found from there.
  package var isWorkingDirectoryGone: Bool
  package var stores: any StoreFolders
  package var cryptography: any SignatureVerifying
  /// The keys of the store in a storage; `isXcode`: they sign in Xcode's shape.
  package var keyring: (_ storage: any StateStorage, _ isXcode: Bool) -> any StoreKeyring
  package var offerSigning: any OfferSigning
  package var standardInput: any ByteSource
  package var programs: any ProgramRunner
  /// The time of the world; asked for `init --now today` and for nothing else.
  package var wallClock: @Sendable () -> Instant
  /// Waits, for `--follow` and `watch`; milliseconds.
  package var sleep: @Sendable (Int64) -> Void
  /// True once the user asked to stop (interrupt, termination).
  package var isInterrupted: @Sendable () -> Bool
  /// How many pieces of work can run at once; at least 1.
  package var coreCount: Int
  /// Runs the body for 0..<count, on all cores, in any order.
  package var concurrently: (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void

  package init(
    output: any ByteSink,
    errors: any ByteSink,
    variables: @escaping @Sendable (String) -> String?,
    terminal: TerminalFacts,
    files: any FileAccess,
    workingDirectory: String?,
    stores: any StoreFolders,
    cryptography: any SignatureVerifying,
    keyring: @escaping (_ storage: any StateStorage, _ isXcode: Bool) -> any StoreKeyring,
    offerSigning: any OfferSigning,
    standardInput: any ByteSource,
    programs: any ProgramRunner,
    wallClock: @escaping @Sendable () -> Instant,
    sleep: @escaping @Sendable (Int64) -> Void = { _ in },
    isInterrupted: @escaping @Sendable () -> Bool = { false },
    coreCount: Int = 1,
    concurrently: @escaping (Int, @Sendable (Int) -> Void) -> Void = { count, body in
      for index in 0..<count { body(index) }
    }
  ) {
    self.output = output
    self.errors = errors
    self.variables = variables
    self.terminal = terminal
    self.files = files
    self.workingDirectory = workingDirectory ?? "/"
    isWorkingDirectoryGone = workingDirectory == nil
    self.stores = stores
    self.cryptography = cryptography
    self.keyring = keyring
    self.offerSigning = offerSigning
    self.standardInput = standardInput
    self.programs = programs
    self.wallClock = wallClock
    self.sleep = sleep
    self.isInterrupted = isInterrupted
    self.coreCount = coreCount
    self.concurrently = concurrently
  }

  /// The variable's value; `nil`: not set or empty.
  func variable(_ name: String) -> String? {
    variables(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}
