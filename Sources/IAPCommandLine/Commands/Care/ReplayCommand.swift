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
        OptionSpec("junit", value: "FILE", .file, help: "write a JUnit report"),
        OptionSpec("html", value: "FILE", .file, help: "write an HTML report"),
        OptionSpec("list", help: "only say what the scenarios tell"),
      ],
      examples: [
        .init("iap replay Scenarios/", "all stories of a folder"),
        .init("iap replay refund.json --junit report.xml", "for CI"),
      ],
      statuses: [.no, .invalid, .notFound]
    )
  }
}
