/// `iap finish`: takes transactions out of the queue (rules T-11, E-20 to E-23).
enum FinishCommand: Command {
  static let words = "finish"
  static var spec: CommandSpec {
    CommandSpec(
      "Finish transactions",
      operands: [
        OperandSpec(
          "ID",
          .transaction,
          .any,
          help: "transactions, or product ids: all unfinished of it"
        )
      ],
      options: [
        OptionSpec("all", help: "everything unfinished"),
        OptionSpec(
          "deliver",
          value: "PROGRAM",
          help: "run it for each first; finish only where it exits 0"
        ),
        OptionSpec(
          "deliver-arg",
          value: "A",
          .anything,
          count: .many,
          help: "an argument for the program"
        ),
        OptionSpec("deliver-shell", value: "CMD", help: "the same with a command line for sh"),
        OptionSpec(
          "deliver-timeout",
          value: "D",
          .duration,
          help: "end the program after this time (30s)"
        ),
      ],
      details: [
        "The program has IAP_TRANSACTION_ID in its environment. It runs at least once for each transaction: the id is the key to deliver only once. The store is not locked meanwhile. With any failed delivery the exit status is 3."
      ],
      examples: [
        .init("iap finish --all", "the queue is empty"),
        .init(
          "iap finish --all --deliver ./grant",
          "./grant gets each transaction as JSON on stdin"
        ),
      ],
      statuses: [.refused, .notFound]
    )
  }
}
