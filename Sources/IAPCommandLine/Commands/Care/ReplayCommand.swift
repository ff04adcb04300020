import IAPCore
import Synchronization

/// `iap replay SCENARIO...`: plays stories.
enum ReplayCommand: Command {
  static let words = "replay"
  static var spec: CommandSpec {
    CommandSpec(
      "Play scenarios and check their expectations",
      operands: [
        OperandSpec("SCENARIO", .file, .oneOrMore, help: "scenario files, or folders of them")
      ],
      options: [
        OptionSpec("into", value: "DIR", .folder, help: "keep the resulting state folder"),
        OptionSpec("junit", value: "FILE", .plainFile, help: "write a JUnit report"),
        OptionSpec("html", value: "FILE", .plainFile, help: "write an HTML report"),
        OptionSpec("list", help: "only say what the scenarios tell"),
      ],
      details: [
        "Each scenario plays in a store of its own, in memory; several play at once. With --into the store is kept: in DIR for one scenario, in a folder of DIR for each of several, named after its file. A store that is there already is never replaced.",
        "Of a folder its .json files count that are scenarios, which say so in 'format' or have 'steps', and those that are no JSON; a folder without any is an error, exit status 6.",
        "A scenario ends with 0 if all is as expected, 1 if an expectation is not met, 5 if the file or its catalogue is none, 6 if it is missing. Of several scenarios all are played, and the exit status is the highest of theirs. On GitHub (GITHUB_ACTIONS=true) failures are also annotations.",
      ],
      examples: [
        .init("iap replay Scenarios/", "all stories of a folder"),
        .init("iap replay refund.json --junit report.xml", "for CI"),
      ],
      statuses: [.no, .invalid, .notFound]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let paths = try scenarioPaths(context.options.words, in: context.environment)
    if context.options.has("list") { return try list(paths, context) }
    let files = paths.map { path in
      Result { try ScenarioFile.read(path, in: context.environment) }
    }
    let results: [StoryResult]
    if let folder = context.options.text("into") {
      results = try kept(files, paths, in: folder, context)
    } else {
      results = played(files, paths, in: context.environment)
    }
    context.output.show(ReplayReport(results: results))
    try write(results, context)
    let code = results.map(\.exitCode).max { $0.rawValue < $1.rawValue } ?? .success
    if let worst = results.compactMap(\.unreadable).first(where: { $0.exitCode == code }) {
      context.output.fail(worst)
    }
    return code
  }

  private static func list(_ paths: [String], _ context: CommandContext) throws -> ExitCode {
    let entries = paths.map { path in
      do {
        let bytes = try context.environment.bytes(of: path, limit: ScenarioFile.limit)
        let scenario = try ScenarioFile.read(bytes, path: path)
        return ScenarioListReport.Entry(file: path, content: .success(scenario))
      } catch {
        return ScenarioListReport.Entry(file: path, content: .failure(Diagnostic.of(error)))
      }
    }
    context.output.show(ScenarioListReport(entries: entries))
    let failures = entries.compactMap(\.failure)
    guard let worst = failures.max(by: { $0.exitCode.rawValue < $1.exitCode.rawValue }) else {
      return .success
    }
    context.output.fail(worst)
    return worst.exitCode
  }

  /// The files themselves, and the scenarios among the `.json` files of folders, sorted.
  private static func scenarioPaths(
    _ words: [String],
    in environment: Environment
  ) throws -> [String] {
    try words.flatMap { word in
      guard environment.files.kind(of: word) == .folder else { return [word] }
      let names = try environment.files.names(in: word).filter { $0.hasSuffix(".json") }
      let files = names.map { word.hasSuffix("/") ? word + $0 : "\(word)/\($0)" }
      let scenarios = try files.filter { path in
        isScenario(try environment.bytes(of: path, limit: ScenarioFile.limit))
      }
      guard !scenarios.isEmpty else { throw noScenario(in: word, files: files.count) }
      return scenarios
    }
  }

  /// Nothing was checked: that is no success.
  private static func noScenario(in folder: String, files count: Int) -> Diagnostic {
    Diagnostic(
      code: "noScenario",
      message: "no scenario in the folder '\(TerminalText.visible(folder))'",
      why: count == 0
        ? "it has no .json file; folders in it are not looked into"
        : "none of its .json files (\(count)) says \"format\": \"\(Scenario.format)\"",
      hint: "iap help scenarios",
      exitCode: .notFound
    )
  }

  /// Other documents may lie beside scenarios; what is no JSON at all, or has steps without saying
  /// its format, is not passed over.
  private static func isScenario(_ bytes: [UInt8]) -> Bool {
    guard let document = try? JSONParser.parse(bytes) else { return true }
    guard let format = document["format"] else { return document["steps"] != nil }
    return format == .string(Scenario.format)
  }

  // MARK: Playing

  /// In memory, on all cores; unsigned, as a journal is replayed.
  private static func played(
    _ files: [Result<ScenarioFile, any Error>],
    _ paths: [String],
    in environment: Environment
  ) -> [StoryResult] {
    let (cryptography, offers) = (environment.cryptography, environment.offerSigning)
    let results = Mutex<[StoryResult?]>(Array(repeating: nil, count: files.count))
    let readable = files.map { try? $0.get() }
    environment.concurrently(files.count) { index in
      guard let file = readable[index] else { return }
      let services = SessionServices(keyring: nil, cryptography: cryptography, offers: offers)
      let result = StoryResult(file.path) {
        try file.play(in: MemoryStorage(), services: services)
      }
      results.withLock { $0[index] = result }
    }
    return results.withLock { $0 }.enumerated().map { index, result in
      result ?? StoryResult(paths[index]) { throw files[index].failure }
    }
  }

  /// On disk, signed, one after the other.
  private static func kept(
    _ files: [Result<ScenarioFile, any Error>],
    _ paths: [String],
    in folder: String,
    _ context: CommandContext
  ) throws -> [StoryResult] {
    var results: [StoryResult] = []
    let places = try Self.places(of: paths, in: folder)
    for (index, file) in files.enumerated() {
      let place = PathText.absolute(places[index], from: context.environment.workingDirectory)
      switch file {
      case .failure(let error): results.append(StoryResult(paths[index]) { throw error })
      case .success(let file): results.append(try kept(file, in: place, context))
      }
    }
    return results
  }

  /// Where each story is kept; two in one place are refused before anything is played.
  private static func places(of paths: [String], in folder: String) throws -> [String] {
    guard paths.count > 1 else { return [folder] }
    var users: [String: String] = [:]
    return try paths.map { path in
      let name = path.split(separator: "/").last.map { $0.split(separator: ".").first ?? $0 }
      let place = "\(folder)/\(name ?? "scenario")"
      if let other = users.updateValue(path, forKey: place) {
        throw UsageError(
          .conflict("'\(other)' and '\(path)' would both be kept in '\(place)'"),
          command: ["replay"]
        )
      }
      return place
    }
  }

  /// The hint of `init` would replace a store that is somebody's.
  private static func storeExists(at folder: String, _ context: CommandContext) -> Diagnostic {
    let shown = PathText.shown(folder, from: context.environment.workingDirectory)
    return Diagnostic(
      code: "storeExists",
      message: "there is a store already in '\(TerminalText.visible(shown))'",
      why: "iap replay --into replaces nothing",
      hint: "name another folder after --into",
      exitCode: .unusableStore
    )
  }

  private static func kept(
    _ file: ScenarioFile,
    in folder: String,
    _ context: CommandContext
  ) throws -> StoryResult {
    let opened = try context.environment.stores.open(
      folder,
      for: .creating,
      command: "iap replay"
    )
    defer { opened.close() }
    guard try !Session.isThere(in: opened.storage) else { throw storeExists(at: folder, context) }
    var configuration = file.configuration
    let start = context.environment.workingDirectory
    if file.scenario.catalog != nil {
      let path = PathText.absolute(file.sources.catalogPath, from: start)
      configuration.catalog = PathText.relative(path, to: folder)
    }
    if file.scenario.entitlements != nil {
      let path = PathText.absolute(file.sources.entitlementsPath, from: start)
      configuration.entitlements = PathText.relative(path, to: folder)
    }
    let services = context.services(for: opened.storage, environment: configuration.environment)
    return try StoryResult(
      file: file.path,
      content: .played(
        file.play(in: opened.storage, services: services, configuration: configuration)
      )
    )
  }

  // MARK: Reports besides the answer

  private static func write(_ results: [StoryResult], _ context: CommandContext) throws {
    let environment = context.environment
    if let path = context.options.text("junit") {
      try environment.files.write(Array(JUnitReport(results: results).text().utf8), to: path)
    }
    if let path = context.options.text("html") {
      try environment.files.write(Array(HTMLReport(results: results).text().utf8), to: path)
    }
    guard environment.variable("GITHUB_ACTIONS") == "true" else { return }
    let annotations = GitHubAnnotations(results: results) { file, step in
      guard let bytes = try? environment.files.read(file, limit: ScenarioFile.limit) else {
        return nil
      }
      return StepLines.line(of: step, in: bytes)
    }
    for line in annotations.lines() { context.output.tell(line) }
  }
}

extension StoryResult {
  /// What was played, or why it could not be.
  fileprivate init(_ file: String, _ play: () throws -> PlayedStory) {
    do {
      self.init(file: file, content: .played(try play()))
    } catch {
      self.init(file: file, content: .unreadable(Diagnostic.of(error)))
    }
  }
}

extension Result {
  fileprivate var failure: any Error {
    switch self {
    case .failure(let error): error
    case .success: preconditionFailure("asked only where reading failed")
    }
  }
}
