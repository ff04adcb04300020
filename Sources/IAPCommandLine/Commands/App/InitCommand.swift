import IAPCore

/// `iap init`: makes the state folder.
enum InitCommand: Command {
  static let words = "init"
  static var spec: CommandSpec {
    CommandSpec(
      "Create a store in this folder",
      options: [
        OptionSpec(
          "catalog",
          value: "FILE",
          .plainFile,
          help: "a .storekit file; without: a sample shop"
        ),
        OptionSpec("entitlements", value: "FILE", .plainFile, help: "the entitlement map"),
        OptionSpec("bundle-id", value: "ID", .bundleID, help: "of the app (com.example.app)"),
        OptionSpec("app-apple-id", value: "N", .integer(1...Int64.max), help: "of the app"),
        OptionSpec(
          "now",
          value: "TIME",
          .time(besides: ["today"]),
          help: "where the clock starts (2026-01-01)"
        ),
        OptionSpec(
          "environment",
          value: "WORD",
          .word(["Sandbox", "Production", "Xcode"]),
          help: "the word in signed data: Sandbox (default), Production, Xcode"
        ),
        OptionSpec("allow-overrides", help: "let 'iap override' change what the app believes"),
        OptionSpec("force", help: "replace a store that is there"),
      ],
      details: [
        "The store is made in --store, else IAP_STORE, else .iap in the working directory. Settings that the catalogue file has become the store's and are shown. What 'iap products lint' calls an error is warned of; the store is made all the same, unless the file is no catalogue at all."
      ],
      examples: [
        .init("iap init", "a sample shop to play with"),
        .init(
          "iap init --catalog Shop.storekit --entitlements Map.json --now today",
          "your own shop"
        ),
      ],
      statuses: [.invalid, .notFound]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let options = context.options
    let folder =
      context.namedFolder
      ?? PathText.absolute(".iap", from: context.environment.workingDirectory)
    let sources = try StoreFiles.sources(
      catalog: options.text("catalog"),
      entitlements: options.text("entitlements"),
      in: context.environment
    )
    let configuration = configuration(context, folder: folder)
    let session = try make(configuration, from: sources, folder: folder, context)
    let reading = try CatalogFile(path: sources.catalogPath, bytes: sources.catalog).catalog()
    let notes = CatalogNotes(reading, of: sources.catalogPath)
    for sentence in notes.sentences { context.output.warn(sentence) }
    context.output.show(
      InitReport(
        folder: PathText.shown(folder, from: context.environment.workingDirectory),
        configuration: configuration,
        catalog: configuration.catalog.map { context.shown($0, in: folder) },
        entitlements: configuration.entitlements.map { context.shown($0, in: folder) },
        header: session.store.header,
        products: session.store.catalog.products.count,
        warnings: notes.sentences
      )
    )
    return .success
  }

  private static func configuration(
    _ context: CommandContext,
    folder: String
  ) -> SessionConfiguration {
    let options = context.options
    func place(_ name: String) -> String? {
      options.text(name).map { path in
        let absolute = PathText.absolute(path, from: context.environment.workingDirectory)
        return PathText.relative(absolute, to: folder)
      }
    }
    let start =
      options.text("now") == "today"
      ? context.environment.wallClock().startOfDay : options.time("now")
    var configuration = SessionConfiguration(
      appAppleID: options.integer("app-apple-id").map(Int64.init),
      environment: StoreEnvironment(rawValue: options.text("environment") ?? "Sandbox"),
      catalog: place("catalog"),
      entitlements: place("entitlements"),
      startDate: start ?? SessionConfiguration.usualStart,
      allowsOverrides: options.has("allow-overrides")
    )
    if let bundleID = options.text("bundle-id") { configuration.bundleID = bundleID }
    return configuration
  }

  /// Makes the whole store in memory and writes it with one commit: all of it, or nothing.
  private static func make(
    _ configuration: SessionConfiguration,
    from sources: StoreSources,
    folder: String,
    _ context: CommandContext
  ) throws -> Session {
    guard StoreState.earliest <= configuration.startDate, configuration.startDate < StoreState.end
    else { throw StoreError.clockOutOfRange(configuration.startDate) }
    let memory = MemoryStorage()
    let session = try Session.create(
      configuration,
      from: sources,
      in: memory,
      services: context.services(for: memory, environment: configuration.environment)
    )
    let opened = try context.environment.stores.open(folder, for: .creating, command: "iap init")
    defer { opened.close() }
    if try Session.isThere(in: opened.storage), !context.options.has("force") {
      throw SessionFailure.storeExists
    }
    let old = StateFolder.parts.map { FileChange.removeFolder($0) }
    let new = try memory.allFiles().map { FileChange.replace($0, try memory.read($0)) }
    try opened.storage.commit(old + new)
    return session
  }
}
