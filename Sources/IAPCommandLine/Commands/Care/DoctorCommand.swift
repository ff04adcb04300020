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
    var problems: [DoctorReport.Problem] = []
    do {
      problems = try examine(context)
    } catch SessionFailure.noStore {
      problems = [
        DoctorReport.Problem(
          severity: .warning,
          code: "noStore",
          file: ".iap",
          message: "there is no store here",
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

  private static func examine(_ context: CommandContext) throws -> [DoctorReport.Problem] {
    func examine(_ session: inout Session, _ folder: String) throws -> [DoctorReport.Problem] {
      let found = try session.problems().map { DoctorReport.Problem($0) }
      return found + (try sourceProblems(session, folder: folder, context))
    }
    do {
      // Opened for writing, so that a commit that was interrupted is brought to its end.
      return try context.withStore(.writing, examine)
    } catch SessionFailure.storage(let failure)
      where failure.problem == .readOnly || failure.problem == .permission
    {
      return try context.withStore(.reading, examine)
    }
  }

  /// Whether the files that the store was made from are still there, and the same.
  private static func sourceProblems(
    _ session: Session,
    folder: String,
    _ context: CommandContext
  ) throws -> [DoctorReport.Problem] {
    let configuration = session.configuration
    guard let catalog = configuration.catalog ?? configuration.entitlements else { return [] }
    guard let sources = try context.sources(of: configuration, folder: folder) else {
      return [
        DoctorReport.Problem(
          severity: .warning,
          code: "catalogMissing",
          file: catalog,
          message: "the catalogue's or the map's file is gone; what was loaded stays in use",
          hint: nil
        )
      ]
    }
    guard try !session.areInForce(sources) else { return [] }
    return [
      DoctorReport.Problem(
        severity: .warning,
        code: "catalogChanged",
        file: catalog,
        message: "has changed since it was loaded; the next command loads it",
        hint: nil
      )
    ]
  }
}
