import IAPCore

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
          help: "also: is this purchased? Of several: is any of them?"
        ),
        OptionSpec(
          "type",
          value: "TYPE",
          .word(["auto-renewable", "non-renewing"]),
          help: "how --product is judged: auto-renewable or non-renewing"
        ),
        OptionSpec("duration", value: "D", .duration, help: "of a non-renewing subscription: P30D"),
        OptionSpec("as-of", value: "TIME", .time, help: "the moment for --product"),
        OptionSpec("lines", help: "one input a line, one result a line"),
      ],
      details: [
        "An expectation that is not given is not checked, and a warning says so; one that the data says nothing of is warned of too. 'forThisApp' in the document is there only where the data's app was compared. For several inputs the exit status is the worst of all; a file that cannot be read is one of them, and the others are answered.",
        "Several --product are the products of one group: the answer is about the one that decides, yes as soon as any is purchased. Ask about each in a command of its own to hear of each. What several files hold answers together, with --lines each line for itself. Only transactions, receipts and notifications about a transaction can answer: for anything else the exit status is 7.",
        "Without --type a product is a subscription where the data knows it as one or has an expiry, and else a purchase for ever, or for --duration. A subscription without an expiry counts for nothing. Where a purchase that cannot be read may be of the product, nobody says no: the exit status is 7. The answer says for which time it is: that of the data, or --as-of.",
        "--lines has one result for each line, a blank one too, so that the n-th result belongs to the n-th line.",
        "What 'iap receipt --format verify-receipt' prints has no signature, as Apple's answer: read it with --allow-unsigned.",
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

  static func run(_ context: CommandContext) throws -> ExitCode {
    let question = try PurchaseQuestion(context.options)
    let request = try VerificationRequest(context)
    if context.options.has("lines") {
      return try BulkVerification(context: context, request: request, question: question).run()
    }
    var results: [VerifiedInput] = []
    let verifier = request.verifier
    let files = context.options.words
    var hint: String?
    for path in files {
      let bytes: [UInt8]
      do throws(FileFailure) {
        bytes = try context.read(path, limit: maximumFileBytes)
      } catch {
        guard files.count > 1 else { throw error }
        let report = VerificationReport()
        results.append(
          VerifiedInput(report: report, file: path, unreadable: error.diagnostic)
        )
        continue
      }
      if SignedInput.isLines(bytes) { hint = "iap verify --lines " + ShellWord.quoted(path) }
      for report in verifier.verify(bytes) {
        results.append(
          VerifiedInput(
            report: report,
            file: files.count > 1 ? path : nil,
            isExplained: request.explains
          )
        )
      }
    }
    var outcome = VerificationOutcome(results, question: question)
    outcome.hint = hint
    return show(outcome, context.output)
  }

  private static let maximumFileBytes = 64 * 1024 * 1024

  private static func show(_ outcome: VerificationOutcome, _ output: Output) -> ExitCode {
    if let single = outcome.single {
      output.show(single)
    } else {
      output.show(outcome.report)
    }
    if !output.isJSON { for warning in outcome.warnings { output.warn(warning) } }
    if let diagnostic = outcome.diagnostic { output.fail(diagnostic) }
    return outcome.exitCode
  }
}
