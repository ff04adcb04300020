/// `iap store notify resend UUID`: a notification once more.
enum StoreNotifyResendCommand: Command {
  static let words = "store notify resend"
  static var spec: CommandSpec {
    CommandSpec(
      "Send a notification again",
      operands: [
        OperandSpec("UUID", .uuid, help: "of the notification")
      ],
      examples: [
        .init(
          "iap store notify resend 7e3fb204-2cf0-4e0d-8d68-93a2a1b4a2f5",
          "the same bytes again"
        )
      ],
      statuses: [.notFound]
    )
  }
}
