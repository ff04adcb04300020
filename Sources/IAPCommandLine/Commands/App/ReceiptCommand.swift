import IAPCore

/// `iap receipt`: the app receipt of this store.
enum ReceiptCommand: Command {
  static let words = "receipt"
  static var spec: CommandSpec {
    CommandSpec(
      "Write the app receipt",
      options: [
        OptionSpec(
          "format",
          value: "FORMAT",
          .word(Format.allCases.map(\.rawValue)),
          help: "pkcs7 (default, base64), verify-receipt or app-transaction"
        ),
        OptionSpec("refresh", help: "ask the store for a new one"),
        OptionSpec(
          "device-id",
          value: "ID",
          help: "the device it is for: UUID or hex; without: the account's own"
        ),
      ],
      details: [
        "A receipt lists what the app has heard of, without finished consumables; it is as old as the last of that. --refresh needs the network.",
        "verify-receipt prints what Apple's server answers, which has no signature: 'iap verify' and 'iap entitlements --from' read it with --allow-unsigned.",
      ],
      examples: [
        .init("iap receipt > receipt.b64", "check it with: iap verify receipt.b64 --for-store"),
        .init("iap receipt --format verify-receipt", "read it with: iap verify --allow-unsigned"),
      ],
      statuses: [.refused, .cannotTell]
    )
  }

  enum Format: String, CaseIterable {
    case pkcs7
    case verifyReceipt = "verify-receipt"
    case appTransaction = "app-transaction"
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let format = context.options.word("format", as: Format.self) ?? .pkcs7
    let device = try device(context.options)
    // The first receipt of a store makes a key, which is the one thing that writes.
    let isReady = try context.reading { session in
      try format == .appTransaction || session.hasReceiptSigner
    }
    let answer = { (session: inout Session) throws in
      try write(format, for: device, of: &session, context)
    }
    return try isReady ? context.reading(answer) : context.changing(answer)
  }

  private static func write(
    _ format: Format,
    for device: DeviceIdentifier?,
    of session: inout Session,
    _ context: CommandContext
  ) throws -> ExitCode {
    let account = try context.account()
    let isRefreshed = context.options.has("refresh")
    guard format != .appTransaction else {
      let text = try session.signedAppTransaction(of: account, isRefreshed: isRefreshed)
      show(text, "signedAppTransactionInfo", context)
      return .success
    }
    let receipt = try session.receipt(of: account, isRefreshed: isRefreshed, device: device)
    if format == .verifyReceipt {
      let answer = try session.verifyReceiptAnswer(for: receipt, of: account)
      context.output.write(JSONWriter.bytes(answer) + [UInt8(ascii: "\n")])
      return .success
    }
    if device == nil {
      context.output.explain("the device is \(session.deviceID(of: account))")
    }
    show(Base64Text.standard(try session.signed(receipt)), "receipt", context)
    return .success
  }

  /// The bare text, or an object with one member.
  private static func show(_ text: String, _ name: String, _ context: CommandContext) {
    if context.output.isJSON {
      let document = JSONValue.object([JSONMember(name, .string(text))])
      context.output.write(JSONWriter.bytes(document) + [UInt8(ascii: "\n")])
    } else {
      context.output.write(Array((text + "\n").utf8))
    }
  }

  private static func device(_ options: ParsedOptions) throws(UsageError) -> DeviceIdentifier? {
    guard let text = options.text("device-id") else { return nil }
    guard let device = DeviceIdentifier(text) else {
      throw UsageError(
        .invalidValue(place: "--device-id", found: text, expected: "a UUID or 6 bytes in hex"),
        command: options.command
      )
    }
    return device
  }
}
