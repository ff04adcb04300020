/// `iap verify FILE...`: checks Apple's signed data.
enum VerifyCommand: Command {
  static let words = "verify"
  static var spec: CommandSpec {
    CommandSpec(
      "Check signed data offline",
      operands: [
        OperandSpec(
          "FILE",
          .file,
          .oneOrMore,
          help: "JWS, notification, receipt, verifyReceipt JSON; - for stdin"
        )
      ],
      options: TrustOptions.specs + [
        OptionSpec("explain", help: "every step and its outcome"),
        OptionSpec(
          "product",
          value: "ID",
          .product,
          count: .many,
          help: "also: is this purchased?"
        ),
        OptionSpec(
          "type",
          value: "TYPE",
          .word(["auto-renewable", "non-renewing"]),
          help: "how --product is judged: auto-renewable or non-renewing"
        ),
        OptionSpec("duration", value: "D", .duration, help: "of a non-renewing subscription: P30D"),
        OptionSpec("as-of", value: "TIME", .time, help: "the moment for --product"),
        OptionSpec("lines", help: "one input a line, one JSON result a line"),
      ],
      examples: [
        .init(
          "iap verify transaction.jws --bundle-id com.example.app",
          "is it Apple's, and for this app"
        ),
        .init("iap verify receipt.bin --product pro_monthly", "is it still active"),
        .init("iap verify --lines - --for-store", "many, on all cores"),
      ],
      statuses: [.no, .invalid, .notFound, .cannotTell]
    )
  }
}
