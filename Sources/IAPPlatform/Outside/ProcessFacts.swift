package import IAPCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What the system tells this process about itself and its surroundings.
package enum ProcessFacts {
  /// The words behind the command's name, as they were given.
  package static func arguments() -> [[UInt8]] {
    (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
      CommandLine.unsafeArgv[index].map { word in
        Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
      }
    }
  }

  /// An environment variable's value; `nil`: not set.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Absolute; `nil`: the folder was removed meanwhile.
  package static func workingDirectory() -> String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// Gives a standard stream that was closed (`iap purchase ID >&-`) to the null device.
  ///
  /// Else the first file that is opened gets its number, and answers would be written into it. Nobody
  /// wants them then, so that the command's own exit status counts.
  package static func fillStandardStreams() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // The system gives the lowest number that is free: this one.
      _ = open("/dev/null", O_RDWR)
    }
  }

  package static func terminal() -> TerminalFacts {
    let isOutput = isatty(1) == 1
    return TerminalFacts(
      isOutputTerminal: isOutput,
      isErrorTerminal: isatty(2) == 1,
      isInputTerminal: isatty(0) == 1,
      width: isOutput ? width(of: 1) : nil
    )
  }

  /// Columns of a terminal; one that does not say has the 80 that all had once.
  private static func width(of descriptor: Int32) -> Int {
    var size = winsize()
    let answers = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    return answers && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// The world's time, to the millisecond.
  package static func wallClock() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Waits the given milliseconds, less when a signal arrives.
  package static func wait(milliseconds: Int64) {
    sleep(milliseconds: Int(clamping: milliseconds))
  }

  /// How many pieces of work can run at once; at least 1.
  package static func coreCount() -> Int {
    max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1)
  }
}
