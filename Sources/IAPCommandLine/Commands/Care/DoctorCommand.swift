import IAPCore

/// `iap doctor`: replays the journal and compares.
enum DoctorCommand: Command {
  static let words = "doctor"
  static var spec: CommandSpec {
    CommandSpec(
      "Check the state folder",
      options: [
        OptionSpec("rebuild", help: "make every state file again from the journal"),
        OptionSpec("accept-loss", help: "also where the journal breaks off"),
        OptionSpec(
          "catalog",
          value: "FILE",
          .plainFile,
          help: "a .storekit file as it was loaded, where the kept copy is damaged"
        ),
        OptionSpec(
          "entitlements",
          value: "FILE",
          .plainFile,
          help: "the entitlement map as it was loaded"
        ),
      ],
      details: [
        "Looks at every file: its form, what the journal says of it, the keys and their certificates. Repaired problems and leftovers are warnings, exit status 0; disagreement is 8.",
        "--rebuild believes the journal. Where that breaks off it changes nothing, for later events would be lost: only --accept-loss takes what can be read, and gives up an interrupted command that cannot be read. Keys, signatures and snapshots stay.",
        "A catalogue or map that is damaged in the store comes back from a snapshot, from the file that the store was made from, or from --catalog and --entitlements, where the SHA-256 is the same; config.json from a snapshot, or from what was bought.",
      ],
      examples: [
        .init("iap doctor", "what was repaired, what disagrees"),
        .init("iap doctor --rebuild", "after a file was lost or damaged"),
      ],
      statuses: [.notFound]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    for name in ["accept-loss", "catalog", "entitlements"]
    where context.options.has(name) && !context.options.has("rebuild") {
      throw UsageError(.conflict("--\(name) needs --rebuild"), command: ["doctor"])
    }
    var problems: [DoctorReport.Problem] = []
    do {
      if context.options.has("rebuild") { problems += try rebuild(context) }
      problems += try examine(context)
    } catch let error as NoStoreThere {
      throw error
    } catch let error as FileFailure {
      throw error
    } catch SessionFailure.noStore {
      throw SessionFailure.noStore
    } catch {
      problems.append(problem(error, in: context))
    }
    let report = DoctorReport(problems: problems)
    context.output.show(report)
    if let diagnostic = report.diagnostic { context.output.fail(diagnostic) }
    return report.exitCode
  }

  /// An error that keeps from looking any further, at the file that it is about.
  private static func problem(
    _ error: any Error,
    in context: CommandContext
  ) -> DoctorReport.Problem {
    switch error {
    case SessionFailure.storage(let failure) where failure.isDamage:
      return DoctorReport.Problem(StateProblem(failure.path, .unusable(failure.problem)))
    case SessionFailure.storage(let failure) where failure.isBrokenCommit:
      return DoctorReport.Problem(brokenCommit: failure)
    case SessionFailure.cannotRebuild(let failure, snapshots: _):
      return DoctorReport.Problem(Diagnostic.of(error), file: failure.path)
    default:
      return DoctorReport.Problem(Diagnostic.of(error), file: context.namedFolder ?? ".iap")
    }
  }

  private static func rebuild(_ context: CommandContext) throws -> [DoctorReport.Problem] {
    let acceptsLoss = context.options.has("accept-loss")
    let given = try given(context)
    let lost = acceptsLoss ? lostCommit(context) : nil
    return try context.withStorage(acceptsLoss ? .repairing : .writing) { storage, folder in
      let sound = try Session.soundConfiguration(in: storage)
      let rebuilding = try Session.rebuild(
        storage,
        from: sound.configuration,
        standIns: given + sources(of: sound.configuration, folder: folder, context),
        acceptsLoss: acceptsLoss,
        services: context.services(for: storage, environment: sound.configuration.environment)
      )
      return [lost, DoctorReport.Problem(sound), DoctorReport.Problem(rebuilding)]
        .compactMap(\.self)
    }
  }

  /// The interrupted command that cannot be brought to its end; `nil`: there is none.
  private static func lostCommit(_ context: CommandContext) -> DoctorReport.Problem? {
    do {
      try context.withStorage(.reading) { _, _ in }
    } catch SessionFailure.storage(let failure) where failure.isBrokenCommit {
      return DoctorReport.Problem(
        .warning,
        "commitLost",
        failure.path,
        "could not be read and was removed: the command that it held is lost"
      )
    } catch {
      return nil
    }
    return nil
  }

  /// What the user gives in the place of damaged files.
  private static func given(_ context: CommandContext) throws -> [[UInt8]] {
    let options = context.options
    guard options.has("catalog") || options.has("entitlements") else { return [] }
    return try StoreFiles.sources(
      catalog: options.text("catalog"),
      entitlements: options.text("entitlements"),
      in: context.environment
    ).contents
  }

  /// The sample shop, and the files that the store was made from, as far as they are there.
  private static func sources(
    of configuration: SessionConfiguration,
    folder: String,
    _ context: CommandContext
  ) -> [[UInt8]] {
    let places = [
      (configuration.catalog, configuration.entitlements), (configuration.catalog, nil),
    ]
    let found = places.lazy.compactMap { catalog, entitlements in
      try? StoreFiles.sources(
        catalog: catalog.map { PathText.absolute($0, from: folder) },
        entitlements: entitlements.map { PathText.absolute($0, from: folder) },
        in: context.environment
      )
    }
    return StoreSources.sample.contents + (found.first?.contents ?? [])
  }

  /// Looks without changing anything first; what can be repaired without loss is repaired then.
  private static func examine(_ context: CommandContext) throws -> [DoctorReport.Problem] {
    let found = try context.withStorage(.reading) { storage, folder in
      let problems = try Session.diagnose(storage, services: context.services(for: storage))
      let sources = try sourceProblems(in: storage, folder: folder, context)
      return (store: problems, sources: sources)
    }
    let isRepaired = found.store.contains(where: \.isRepairable) && repair(found.store, context)
    return found.store.map { DoctorReport.Problem($0, isRepaired: isRepaired) } + found.sources
  }

  /// False: the folder cannot be written; the next command that can will repair it.
  private static func repair(_ found: [StateProblem], _ context: CommandContext) -> Bool {
    do {
      try context.withStorage(.writing) { storage, _ in
        try storage.commit(StateProblem.repairs(of: found, in: storage))
      }
      return true
    } catch {
      context.output.explain("nothing was repaired: \(Diagnostic.of(error).message)")
      return false
    }
  }

  /// Whether the files that the store was made from are still there, and the same.
  private static func sourceProblems(
    in storage: any StateStorage,
    folder: String,
    _ context: CommandContext
  ) throws -> [DoctorReport.Problem] {
    guard let session = try? Session.open(in: storage, services: context.services(for: storage))
    else { return [] }
    let configuration = session.configuration
    guard let file = configuration.catalog ?? configuration.entitlements else { return [] }
    guard let sources = try context.sources(of: configuration, folder: folder) else {
      let message = "is gone; what was loaded stays in use"
      return [DoctorReport.Problem(.warning, "catalogMissing", file, message)]
    }
    // A kept copy that is damaged is told of already.
    guard (try? session.areInForce(sources)) == false else { return [] }
    let message = "has changed since it was loaded; the next command loads it"
    return [DoctorReport.Problem(.warning, "catalogChanged", file, message)]
  }
}
