import IAPCore

/// A scenario file with the bytes of everything that it names: ready to be played anywhere.
struct ScenarioFile: Sendable {
  /// As the user named it.
  let path: String
  let scenario: Scenario
  /// What the store of the story is made from.
  let sources: StoreSources
  /// What its `load` steps name, by their paths as written.
  let loads: [LoadedSources]

  struct LoadedSources: Sendable {
    var event: LoadEvent
    var sources: StoreSources
  }

  /// A scenario of some megabytes has more steps than anybody tells.
  static let limit = 16 << 20

  /// Reads the scenario and what it names; paths in it are relative to its folder.
  static func read(_ path: String, in environment: Environment) throws -> ScenarioFile {
    let scenario = try read(try environment.bytes(of: path, limit: limit), path: path)
    let folder = path == "-" ? "." : Self.folder(of: path)
    func sources(_ catalog: String?, _ entitlements: String?) throws -> StoreSources {
      try StoreFiles.sources(
        catalog: catalog.map { Self.path($0, in: folder) },
        entitlements: entitlements.map { Self.path($0, in: folder) },
        in: environment
      )
    }
    var loads: [LoadedSources] = []
    for step in scenario.steps {
      guard case .load(let load)? = step.event else { continue }
      loads.append(.init(event: load, sources: try sources(load.catalog, load.entitlements)))
    }
    return ScenarioFile(
      path: path,
      scenario: scenario,
      sources: try sources(scenario.catalog, scenario.entitlements),
      loads: loads
    )
  }

  static func read(_ bytes: [UInt8], path: String) throws(ScenarioFileError) -> Scenario {
    do throws(ScenarioError) {
      let scenario = try ScenarioReader.read(bytes)
      try checkCodes(in: scenario)
      return scenario
    } catch {
      throw ScenarioFileError(file: path, error: error)
    }
  }

  /// A misspelt code would only ever be told as another error than the one that came.
  private static func checkCodes(in scenario: Scenario) throws(ScenarioError) {
    for (index, step) in scenario.steps.enumerated() {
      for case .error(let code?) in step.expectations.flatMap(\.claims)
      where Explanation.of(code) == nil {
        let near = NearNames.of(code, among: Explanation.all.map(\.code)).first
        let expected = near.map { "a code as in iap explain, '\($0)' perhaps" }
        throw .shape(
          .init(
            path: "steps[\(index)].expect.error",
            problem: .expected(expected ?? "a code as in iap explain", found: code)
          )
        )
      }
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func path(_ path: String, in folder: String) -> String {
    if path.hasPrefix("/") || folder == "." { return path }
    return folder == "/" ? "/" + path : folder + "/" + path
  }

  /// What `iap init` would be told for this story.
  var configuration: SessionConfiguration {
    var configuration = SessionConfiguration()
    if let bundleID = scenario.bundleID { configuration.bundleID = bundleID }
    configuration.appAppleID = scenario.appAppleID
    if let environment = scenario.environment { configuration.environment = environment }
    if let start = scenario.start { configuration.startDate = start }
    // A story that overrides plays in a store that allows it.
    configuration.allowsOverrides = scenario.steps.contains { $0.event?.verb == .override }
    return configuration
  }

  /// Plays the story in a store of its own in the given storage.
  func play(in storage: any StateStorage, services: SessionServices) throws -> PlayedStory {
    try play(in: storage, services: services, configuration: configuration)
  }

  /// The same with a configuration that knows where its files are.
  func play(
    in storage: any StateStorage,
    services: SessionServices,
    configuration: SessionConfiguration
  ) throws -> PlayedStory {
    let session = try Session.create(
      configuration,
      from: sources,
      in: storage,
      services: services
    )
    var stage = SessionStage(session) { load in
      guard let loaded = loads.first(where: { $0.event == load }) else {
        throw SessionFailure.store(.unknownCatalog(load.catalog))
      }
      return loaded.sources
    }
    return StoryPlayer.play(scenario, file: path, on: &stage)
  }
}

/// A file that is no scenario.
struct ScenarioFileError: Error, Equatable {
  let file: String
  let error: ScenarioError
}
