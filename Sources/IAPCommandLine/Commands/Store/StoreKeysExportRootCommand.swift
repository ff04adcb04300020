/// `iap store keys export-root FILE`: the root certificate for other verifiers.
enum StoreKeysExportRootCommand: Command {
  static let words = "store keys export-root"
  static var spec: CommandSpec {
    CommandSpec(
      "Write the root certificate to a file",
      operands: [
        OperandSpec("FILE", .file, help: "where; - for stdout")
      ],
      options: [
        OptionSpec("pem", help: "as PEM; without: DER")
      ],
      examples: [
        .init("iap store keys export-root root.der", "give it to your server's verifier")
      ]
    )
  }
}
