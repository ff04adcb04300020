import Foundation

/// The built `iap`, run as a user runs it.
enum BuiltCommand {
  /// The folder of the test's own products holds the command as well.
  static let folder: URL = {
    let program = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let places = sequence(first: program.deletingLastPathComponent()) { folder in
      folder.path == "/" ? nil : folder.deletingLastPathComponent()
    }
    return places.first { FileManager.default.isExecutableFile(atPath: $0.path + "/iap") }
      ?? program.deletingLastPathComponent()
  }()

  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Runs a line of shell in a folder, with `iap` found first in the path.
  ///
  /// The environment is empty but for `PATH`, `HOME` and what is given.
  static func shell(
    _ line: String,
    in directory: URL,
    variables: [String: String] = [:]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = directory
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    process.environment = [
      "PATH": "\(folder.path):\(path)", "HOME": directory.path,
      "SWIFT_BACKTRACE": "enable=no",
    ].merging(variables) { $1 }
    process.standardInput = FileHandle.nullDevice
    // Files instead of pipes: nothing can block, whatever the size.
    let output = directory.appending(path: ".stdout-\(UUID().uuidString)")
    let errors = directory.appending(path: ".stderr-\(UUID().uuidString)")
    for file in [output, errors] { try Data().write(to: file) }
    defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationReason == .exit
        ? process.terminationStatus : 128 + process.terminationStatus,
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    )
  }

  /// Runs the body in an empty folder of its own, which is removed afterwards.
  static func inFolder<Answer>(_ body: (URL) throws -> Answer) throws -> Answer {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "iap-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.resolvingSymlinksInPath())
  }
}
