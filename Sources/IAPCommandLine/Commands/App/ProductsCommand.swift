import IAPCore

/// `iap products [ID...]`: the catalogue.
enum ProductsCommand: Command {
  static let words = "products"
  static var spec: CommandSpec {
    CommandSpec(
      "List what is for sale",
      operands: [
        OperandSpec("ID", .product, .any, help: "only these products")
      ],
      options: [
        OptionSpec("storefront", value: "C", help: "prices of this App Store: USA, JPN"),
        OptionSpec("locale", value: "L", help: "texts and price format: en_US, ja_JP"),
        OptionSpec(
          "eligibility",
          help: "which offers this account would get, and what it would pay now"
        ),
      ],
      details: [
        "Ids that are not in the catalogue are listed as invalid, exit status 6."
      ],
      examples: [
        .init("iap products", "the whole catalogue"),
        .init("iap products pro_monthly --eligibility", "one product and its offers"),
      ],
      statuses: [.notFound, .cannotTell]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let account = try context.account()
    let request = try request(context.options)
    let answer = try context.reading { try $0.products(request, for: account) }
    if let locale = answer.unusableLocale {
      context.output.warn("the store is set to the locale '\(locale)', which is none: using en_US")
    }
    let report = ProductsReport(answer)
    context.output.show(report)
    if let diagnostic = report.diagnostic { context.output.fail(diagnostic) }
    return report.exitCode
  }

  private static func request(_ options: ParsedOptions) throws -> ProductsRequest {
    var request = ProductsRequest(
      ids: options.words.map { ProductID($0) },
      asksEligibility: options.has("eligibility")
    )
    if let code = options.text("storefront") {
      guard let storefront = Storefronts.find(code) else { throw UnknownStorefront(code: code) }
      request.storefront = storefront
    }
    if let locale = options.text("locale") { request.locale = try LocaleName(locale) }
    return request
  }
}
