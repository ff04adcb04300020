package import IAPCore
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Programs of the user, run without a shell in a process group of their own.
///
/// They get the call's input as standard input, our standard error as output and error, and no
/// other descriptor of ours: not the store's lock.
package struct SystemPrograms: ProgramRunner {
  /// What a program has left to end by itself after it was asked to, in milliseconds.
  private static let patience = 500

  /// One start at a time: between making a pipe and marking it, another program could inherit it.
  private static let starting = Mutex(())

  package init() {}

  package func run(_ call: ProgramCall) -> ProgramOutcome {
    var process: pid_t = 0
    let (pipe, code) = SystemPrograms.starting.withLock { _ in
      guard let pipe = InputPipe() else { return (InputPipe?.none, errno) }
      return (pipe, start(call, reading: pipe.reading, &process))
    }
    pipe?.closeReading()
    guard let pipe, code == 0 else { return .notStarted(systemText(code)) }
    let deadline = call.timeout.map { monotonicMilliseconds() + Int(clamping: $0) }
    return follow(process, pipe, call.input, deadline)
  }

  private func follow(
    _ process: pid_t,
    _ pipe: InputPipe,
    _ input: [UInt8],
    _ deadline: Int?
  ) -> ProgramOutcome {
    pipe.begin(input)
    var pause = 1
    while true {
      let isFed = pipe.feed(waiting: pause)
      if let outcome = ended(process) { return outcome }
      if let number = ProcessSignals.interruption() {
        end(process, number)
        ProcessSignals.end(by: number)
      }
      if let deadline, monotonicMilliseconds() >= deadline {
        end(process, SIGTERM)
        return .timedOut
      }
      if isFed { sleep(milliseconds: pause) }
      pause = min(pause * 2, 20)
    }
  }

  /// How the program ended; `nil`: it runs.
  private func ended(_ process: pid_t) -> ProgramOutcome? {
    var status: Int32 = 0
    let answer = retrying { waitpid(process, &status, WNOHANG) }
    if answer < 0 { return .notStarted(systemText(errno)) }
    guard answer == process else { return nil }
    let number = status & 0x7F
    return number == 0 ? .exited((status >> 8) & 0xFF) : .signalled(number)
  }

  /// Ends the whole process group: asks first, then insists.
  private func end(_ process: pid_t, _ number: Int32) {
    kill(-process, number)
    let limit = monotonicMilliseconds() + SystemPrograms.patience
    while monotonicMilliseconds() < limit {
      if ended(process) != nil {
        // Whoever of the group did not follow must not stay.
        kill(-process, SIGKILL)
        return
      }
      sleep(milliseconds: 5)
    }
    kill(-process, SIGKILL)
    var status: Int32 = 0
    _ = retrying { waitpid(process, &status, 0) }
  }
}

extension SystemPrograms {
  /// Starts the program; answers the system's error number, 0 for success.
  private func start(
    _ call: ProgramCall,
    reading input: Int32,
    _ process: inout pid_t
  ) -> Int32 {
    // Whoever started us may have ignored it, and then no exit status would be kept for us.
    signal(SIGCHLD, SIG_DFL)
    let words = CStrings([call.program] + call.arguments)
    let variables = CStrings(environment(with: call.variables))
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, 2, 1)
    var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    #if canImport(Darwin)
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    posix_spawn_file_actions_addinherit_np(&actions, 2)
    #endif
    posix_spawnattr_setpgroup(&attributes, 0)
    setSignals(&attributes)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    return posix_spawnp(
      &process,
      call.program,
      &actions,
      &attributes,
      words.pointers,
      variables.pointers
    )
  }

  /// Our own environment with the call's variables added or in place of others, sorted.
  private func environment(with added: [String: String]) -> [String] {
    var lines: [String] = []
    var place = environ
    while let entry = place.pointee {
      let line = String(cString: entry)
      let name = line.prefix { $0 != "=" }
      if added[String(name)] == nil { lines.append(line) }
      place += 1
    }
    return (lines + added.map { "\($0)=\($1)" }).sorted { $0.isBefore($1) }
  }
}

#if canImport(Darwin)
private func setSignals(_ attributes: inout posix_spawnattr_t?) {
  var defaults = sigset_t()
  var mask = sigset_t()
  prepareSignals(&defaults, &mask)
  posix_spawnattr_setsigdefault(&attributes, &defaults)
  posix_spawnattr_setsigmask(&attributes, &mask)
}
#else
private func setSignals(_ attributes: inout posix_spawnattr_t) {
  var defaults = sigset_t()
  var mask = sigset_t()
  prepareSignals(&defaults, &mask)
  posix_spawnattr_setsigdefault(&attributes, &defaults)
  posix_spawnattr_setsigmask(&attributes, &mask)
}
#endif

/// What we ignore, a program must not ignore by inheritance.
private func prepareSignals(_ defaults: inout sigset_t, _ mask: inout sigset_t) {
  sigemptyset(&mask)
  sigemptyset(&defaults)
  for number in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP] { sigaddset(&defaults, number) }
}

/// Texts for C: an array of pointers that ends with a null pointer, freed with the value.
private final class CStrings {
  private(set) var pointers: [UnsafeMutablePointer<CChar>?]

  init(_ texts: [String]) {
    pointers = texts.map { strdup($0) } + [nil]
  }

  deinit { for pointer in pointers { free(pointer) } }
}
