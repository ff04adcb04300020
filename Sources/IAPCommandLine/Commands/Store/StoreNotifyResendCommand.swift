import IAPCore

/// `iap store notify resend UUID`: a notification once more.
enum StoreNotifyResendCommand: Command {
  static let words = "store notify resend"
  static var spec: CommandSpec {
    CommandSpec(
      "Send a notification again",
      operands: [
        OperandSpec("UUID", .uuid, help: "of the notification")
      ],
      details: [
        "Prints the body that was posted, {\"signedPayload\":...}, byte for byte the same."
      ],
      examples: [
        .init(
          "iap store notify resend 7e3fb204-2cf0-4e0d-8d68-93a2a1b4a2f5 | curl -d @- URL",
          "the same bytes again"
        )
      ],
      statuses: [.notFound]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let uuid = context.options.required(0).lowercased()
    return try context.withStore(.writing) { session, _ in
      guard let notification = try session.notification(uuid) else {
        throw Diagnostic(
          code: "unknownNotification",
          message: "no notification '\(uuid)'",
          hint: "iap store notifications",
          exitCode: .notFound
        )
      }
      try session.signedPayloads(of: [notification], isKept: true) { _, signedPayload in
        context.output.write(NotificationReceiver.body(signedPayload))
      }
      return .success
    }
  }
}
