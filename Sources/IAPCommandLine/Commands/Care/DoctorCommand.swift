import IAPCore

/// `iap doctor`: replays the journal and compares.
enum DoctorCommand: Command {
  static let words = "doctor"
  static var spec: CommandSpec {
    CommandSpec(
      "Check the state folder",
      details: [
        "Repaired problems and leftovers are warnings, exit status 0; disagreement is 8."
      ],
      examples: [
        .init("iap doctor", "what was repaired, what disagrees")
      ]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    var problems: [DoctorReport.Problem]
    do {
      problems = try examine(context)
    } catch SessionFailure.noStore {
      problems = [
        DoctorReport.Problem(
          .warning,
          "noStore",
          ".iap",
          "there is no store here",
          hint: "iap init"
        )
      ]
    } catch {
      problems = [DoctorReport.Problem(Diagnostic.of(error), file: context.namedFolder ?? ".iap")]
    }
    let report = DoctorReport(problems: problems)
    context.output.show(report)
    return report.exitCode
  }

  /// Looks without changing anything first; what can be repaired without loss is repaired then.
  private static func examine(_ context: CommandContext) throws -> [DoctorReport.Problem] {
    let found = try context.withStorage(.reading) { storage, folder in
      let problems = try Session.diagnose(storage, services: context.services(for: storage))
      let sources = try sourceProblems(in: storage, folder: folder, context)
      return (store: problems, sources: sources)
    }
    let isRepairable = found.store.contains { problem in
      switch problem.kind {
      case .leftover, .unfinishedCommit, .tornTail: true
      default: false
      }
    }
    let isRepaired = isRepairable && repair(context)
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
    guard try !session.areInForce(sources) else { return [] }
    let message = "has changed since it was loaded; the next command loads it"
    return [DoctorReport.Problem(.warning, "catalogChanged", file, message)]
  }
}
