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
      ],
      details: [
        "Looks at every file: its form, what the journal says of it, the keys and their certificates. Repaired problems and leftovers are warnings, exit status 0; disagreement is 8.",
        "--rebuild believes the journal. Where that breaks off it changes nothing, for later events would be lost: only --accept-loss takes what can be read. Keys, signatures and snapshots stay.",
      ],
      examples: [
        .init("iap doctor", "what was repaired, what disagrees"),
        .init("iap doctor --rebuild", "after a file was lost or damaged"),
      ]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    if context.options.has("accept-loss"), !context.options.has("rebuild") {
      throw UsageError(.conflict("--accept-loss needs --rebuild"), command: ["doctor"])
    }
    var problems: [DoctorReport.Problem] = []
    do {
      if context.options.has("rebuild") { problems.append(try rebuild(context)) }
      problems += try examine(context)
    } catch let error as NoStoreThere {
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
    guard case SessionFailure.storage(let failure) = error, failure.isDamage else {
      return DoctorReport.Problem(Diagnostic.of(error), file: context.namedFolder ?? ".iap")
    }
    return DoctorReport.Problem(StateProblem(failure.path, .unusable(failure.problem)))
  }

  private static func rebuild(_ context: CommandContext) throws -> DoctorReport.Problem {
    let rebuilding = try context.withStorage(.writing) { storage, _ in
      try Session.rebuild(
        storage,
        acceptsLoss: context.options.has("accept-loss"),
        services: context.services(for: storage)
      )
    }
    return DoctorReport.Problem(rebuilding)
  }

  /// Looks without changing anything first; what can be repaired without loss is repaired then.
  private static func examine(_ context: CommandContext) throws -> [DoctorReport.Problem] {
    let found = try context.withStorage(.reading) { storage, folder in
      let problems = try Session.diagnose(storage, services: context.services(for: storage))
      let sources = try sourceProblems(in: storage, folder: folder, context)
      return (store: problems, sources: sources)
    }
    let isRepaired = found.store.contains(where: \.isRepairable) && repair(context)
    return found.store.map { DoctorReport.Problem($0, isRepaired: isRepaired) } + found.sources
  }

  /// False: the folder cannot be written; the next command that can will repair it.
  private static func repair(_ context: CommandContext) -> Bool {
    do {
      try context.withStorage(.writing) { storage, _ in
        try storage.commit(StateProblem.repairs(in: storage))
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

extension StorageFailure {
  /// True: what is there is not what it has to be, as opposed to a disk or lock that refuses.
  fileprivate var isDamage: Bool {
    switch problem {
    case .missing, .corrupt, .tooLarge: StateFile(path: path) != nil
    default: false
    }
  }
}
