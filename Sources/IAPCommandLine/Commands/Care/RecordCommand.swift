import IAPCore

/// `iap record`: what was played by hand, as a scenario.
enum RecordCommand: Command {
  static let words = "record"
  static var spec: CommandSpec {
    CommandSpec(
      "Print what was played by hand as a scenario",
      options: [
        OptionSpec("name", value: "TEXT", help: "what the story is called")
      ],
      details: [
        "Every accepted event becomes a step; the last steps expect the entitlements as they are now. Paths in it are relative to the working directory. A catalogue or map that is no longer as it was loaded is named where the store keeps it."
      ],
      examples: [
        .init("iap record > story.json", "play it again with: iap replay story.json")
      ]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let name = context.options.text("name") ?? "recorded by hand"
    let scenario = try context.withStore(.reading) { session, folder in
      let files = LoadedFiles(session, folder: folder, environment: context.environment)
      return try session.recorded(name: name) { load throws(SessionFailure) in
        try files.paths(of: load)
      }
    }
    context.output.write(ScenarioWriter.bytes(scenario))
    return .success
  }
}

/// Where the files of a load are found: the user's own while they are unchanged, else the kept ones.
private struct LoadedFiles {
  let session: Session
  let folder: String
  let environment: Environment

  init(_ session: Session, folder: String, environment: Environment) {
    self.session = session
    self.folder = folder
    self.environment = environment
  }

  func paths(
    of load: LoadEvent
  ) throws(SessionFailure) -> (catalog: String?, entitlements: String?) {
    if session.configuration.catalog == nil {
      guard try !isKept(StoreSources.sample, load) else { return (nil, nil) }
    }
    let catalog = try place(load.catalog, ifAs: session.configuration.catalog)
    let entitlements = try load.entitlements.map { sha256 throws(SessionFailure) in
      try place(sha256, ifAs: session.configuration.entitlements)
    }
    return (catalog, entitlements)
  }

  private func isKept(_ sources: StoreSources, _ load: LoadEvent) throws(SessionFailure) -> Bool {
    let catalog = try session.keptFile(load.catalog)
    let map = try load.entitlements.map { sha256 throws(SessionFailure) in
      try session.keptFile(sha256)
    }
    return catalog == sources.catalog && map == sources.entitlements
  }

  private func place(_ sha256: String, ifAs path: String?) throws(SessionFailure) -> String {
    let here = environment.workingDirectory
    if let path {
      let absolute = PathText.absolute(path, from: folder)
      let file = try? CatalogFile.read(absolute, through: environment.files)
      if try file?.bytes == session.keptFile(sha256) {
        return PathText.relative(absolute, to: here)
      }
    }
    let kept = PathText.absolute(StateFile.catalog(sha256).path, from: folder)
    return PathText.relative(kept, to: here)
  }
}
