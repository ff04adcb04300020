import IAPCore
import IAPPlatform
import IAPTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

struct SystemProgramsTests {
  private let folder = TemporaryFolder()
  private let programs = SystemPrograms()

  private func shell(_ command: String, input: String = "", timeout: Int64? = nil) -> ProgramCall {
    var call = ProgramCall.shell(command)
    call.input = Array(input.utf8)
    call.variables = ["OUT": folder.path + "/out", "IAP_TRANSACTION_ID": "2000001000000001"]
    call.timeout = timeout
    return call
  }

  private func written(_ name: String = "out") throws -> String {
    String(
      decoding: try DiskFiles().read(folder.path + "/" + name, limit: 1 << 24),
      as: UTF8.self
    )
  }

  @Test func `A program gets its input and its variables, and its exit status comes back`() throws {
    let command = #"{ cat; echo "$IAP_TRANSACTION_ID"; } > "$OUT"; exit 7"#
    #expect(programs.run(shell(command, input: "{\"a\":1}\n")) == .exited(7))
    #expect(try written() == "{\"a\":1}\n2000001000000001\n")
  }

  @Test func `Arguments reach the program as they are, without a shell`() throws {
    let words = ["a b", "$HOME", "*", "", "'\"", "é\n"]
    let script = #"printf '[%s]' "$@" > "$OUT""#
    var call = shell(script)
    call.arguments += ["sh"] + words
    #expect(programs.run(call) == .exited(0))
    #expect(try written() == words.map { "[\($0)]" }.joined())
  }

  @Test func `A program is looked up in PATH, and a missing one is said to be so`() {
    #expect(programs.run(ProgramCall(program: "true")) == .exited(0))
    #expect(
      programs.run(ProgramCall(program: "/nowhere/nothing"))
        == .notStarted("No such file or directory")
    )
    #expect(programs.run(ProgramCall(program: folder.path)) == .notStarted("Permission denied"))
  }

  @Test func `A signal that ends the program is named`() {
    #expect(programs.run(shell("kill -9 $$")) == .signalled(SIGKILL))
  }

  @Test func `Input that nobody reads is no failure, however long`() {
    let input = String(repeating: "x", count: 1 << 20)
    #expect(programs.run(shell("exit 0", input: input)) == .exited(0))
    #expect(programs.run(shell("exec 0<&-; sleep 0.05", input: input)) == .exited(0))
  }

  @Test func `Input larger than a pipe holds arrives whole`() throws {
    let input = String(repeating: "0123456789abcdef", count: 1 << 16)
    #expect(programs.run(shell(#"sleep 0.05; cat > "$OUT""#, input: input)) == .exited(0))
    #expect(try written() == input)
  }

  @Test func `A program beyond its time is ended with all its children`() throws {
    let command = #"sh -c 'trap "" TERM; echo $$ > "$OUT"; exec sleep 60' & wait"#
    #expect(programs.run(shell(command, timeout: 300)) == .timedOut)
    let child = try #require(Int32(try written().dropLast()))
    // It became nobody's child: give the system a moment to take it away.
    for _ in 0..<200 where kill(child, 0) == 0 { usleep(10_000) }
    let isGone = kill(child, 0) != 0 || isZombie(child)
    #expect(isGone)
  }

  private func isZombie(_ process: Int32) -> Bool {
    guard let facts = try? DiskFiles().read("/proc/\(process)/stat", limit: 4096) else {
      return false
    }
    return String(decoding: facts, as: UTF8.self).contains(") Z ")
  }

  @Test func `A program inherits no descriptor of ours, not the store's lock`() throws {
    let store = try DiskStorage(folder: folder.path + "/.iap", .creating, command: "iap finish")
    let lock = #"for f in /proc/self/fd/*; do readlink "$f"; done > "$OUT""#
    #expect(programs.run(shell(lock)) == .exited(0))
    store.close()
    #expect(!(try written().contains(".iap")))
  }

  @Test func `A program that goes away without reading does not end this process`() async {
    // In a process of its own, where no other write has met the signal before.
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      var call = ProgramCall.shell("exec 0<&-; sleep 0.2")
      call.input = [UInt8](repeating: 0x78, count: 1 << 20)
      #expect(SystemPrograms().run(call) == .exited(0))
    }
  }

  @Test func `What we ignore, the program does not`() throws {
    #expect(programs.run(shell("exit 0", input: "x")) == .exited(0))
    #expect(programs.run(shell("kill -PIPE $$")) == .signalled(SIGPIPE))
  }

  @Test func `Many programs, one after the other, leave no zombie and no descriptor`() async {
    // In a process of its own, where no other test has programs running.
    await #expect(processExitsWith: .success) {
      signal(SIGCHLD, SIG_IGN)
      let programs = SystemPrograms()
      #expect(programs.run(ProgramCall(program: "true")) == .exited(0))
      let before = try DiskFiles().names(in: "/dev/fd").count
      for _ in 0..<50 { #expect(programs.run(ProgramCall(program: "true")) == .exited(0)) }
      // One left by each run would be fifty; the test's own library may open some for a moment.
      #expect(try DiskFiles().names(in: "/dev/fd").count < before + 25)
      var status: Int32 = 0
      #expect(waitpid(-1, &status, WNOHANG) == -1)
    }
  }
}
