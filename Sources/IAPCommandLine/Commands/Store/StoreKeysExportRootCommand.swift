import IAPCore

/// `iap store keys export-root FILE`: the root certificate for other verifiers.
enum StoreKeysExportRootCommand: Command {
  static let words = "store keys export-root"
  static var spec: CommandSpec {
    CommandSpec(
      "Write the root certificate to a file",
      operands: [
        OperandSpec("FILE", .outputFile, help: "where; - for stdout")
      ],
      options: [
        OptionSpec("pem", help: "as PEM; without: DER")
      ],
      details: [
        "An Xcode store signs receipts with a certificate of its own, which PEM holds as well once there is one."
      ],
      examples: [
        .init("iap store keys export-root root.der", "give it to your server's verifier")
      ]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let path = context.options.required(0)
    let roots = try context.withStore(.reading) { session, _ in try session.trustedRoots() }
    let bytes =
      context.options.has("pem")
      ? Array(PEMBundle(roots.map { .init("CERTIFICATE", $0) }).text.utf8) : roots[0]
    guard path != "-" else {
      context.output.write(bytes)
      return .success
    }
    try context.environment.files.write(bytes, to: path)
    context.output.show(ExportedRootReport(file: path, fingerprint: sha256(roots[0], context)))
    return .success
  }

  private static func sha256(_ certificate: [UInt8], _ context: CommandContext) -> String {
    context.environment.cryptography.digest(of: certificate, by: .sha256).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
