/// `iap products lint [FILE...]`: problems of catalogue files.
enum ProductsLintCommand: Command {
  static let words = "products lint"
  static var spec: CommandSpec {
    CommandSpec(
      "Report problems of .storekit files",
      operands: [
        OperandSpec("FILE", .file, .any, help: "files to read; without: the store's catalogue")
      ],
      details: [
        "Exit status 5 with any problem of severity error."
      ],
      examples: [
        .init("iap products lint Shop.storekit", "problems with place and advice")
      ],
      statuses: [.invalid, .notFound]
    )
  }
}
