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
}
