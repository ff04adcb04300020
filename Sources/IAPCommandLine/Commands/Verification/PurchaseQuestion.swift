import IAPCore

/// `--product ID... [--type T] [--duration D] [--as-of TIME]`: SwiftyStoreKit's three questions.
struct PurchaseQuestion: Sendable {
  var products: [ProductID]
  var question: PurchaseCheck.Question?
  /// `nil`: the date of the data itself.
  var asOf: Instant?

  /// `nil`: no product was asked about.
  init?(_ options: ParsedOptions) throws(UsageError) {
    products = options.texts("product").map { ProductID($0) }
    asOf = options.time("as-of")
    let duration = options.duration("duration")
    switch options.text("type") {
    case "auto-renewable"?:
      if duration != nil {
        throw UsageError(
          .conflict("--duration is for --type non-renewing"),
          command: options.command
        )
      }
      question = .autoRenewable
    case "non-renewing"?:
      guard let duration else {
        throw UsageError(
          .conflict("--type non-renewing needs --duration, which the App Store does not keep"),
          command: options.command
        )
      }
      question = .nonRenewing(duration)
    default: question = duration.map { .lasting($0) }
    }
    guard !products.isEmpty else {
      if question != nil {
        throw UsageError(
          .conflict("--type and --duration ask about a --product"),
          command: options.command
        )
      }
      return nil
    }
  }

  /// The answer from what was accepted.
  ///
  /// Throws `noDate` where only a date that nobody gave could tell whether a period is over, and
  /// `recordLeftOut` where a "no" could be wrong because of a purchase that cannot be read.
  func check(_ records: PurchaseRecords) throws(Diagnostic) -> PurchaseCheck {
    var check = try dated(records)
    if check.result != .purchased, records.leftOut.concerns(products) {
      throw .recordLeftOut(products.map(\.rawValue))
    }
    if let warning = EntitlementWarning.age(of: records.date, asOf: asOf) {
      check.warnings.append(warning)
    }
    return check
  }

  private func dated(_ records: PurchaseRecords) throws(Diagnostic) -> PurchaseCheck {
    let data = PurchaseData(
      transactionLists: records.transactionLists,
      renewalLists: records.renewalLists
    )
    if let date = asOf ?? records.date {
      return PurchaseCheck(
        data,
        products: products,
        question: question,
        asOf: date,
        clock: asOf == nil ? .signed : .argument
      )
    }
    // The earliest that it can be now: what is over then is over.
    let earliest = records.transactions.map(\.purchaseDate).max() ?? Instant(milliseconds: 0)
    var check = PurchaseCheck(
      data,
      products: products,
      question: question,
      asOf: earliest,
      clock: .signed
    )
    check.asOf = nil
    guard check.result != .purchased || check.entitledUntilDate == nil else {
      throw Diagnostic(
        code: "noDate",
        message: "the data does not say when it is from",
        why: "the period ends \(check.entitledUntilDate?.forPeople ?? "some day")",
        hint: "name the time that is meant with --as-of",
        exitCode: .cannotTell
      )
    }
    return check
  }
}
