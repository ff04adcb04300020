/// `iap explain CODE`: what an error code means.
enum ExplainCommand: Command {
  static let words = "explain"
  static var spec: CommandSpec {
    CommandSpec(
      "Explain an error code",
      operands: [
        OperandSpec("CODE", .text, .optional, help: "of an error; without: all codes")
      ],
      examples: [
        .init("iap explain userCancelled", "what it means and what to do")
      ],
      statuses: [.notFound]
    )
  }
}
