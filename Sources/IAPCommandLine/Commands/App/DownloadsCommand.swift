import IAPCore

/// `iap downloads`: hosted content.
enum DownloadsCommand: Command {
  static let words = "downloads"
  static var spec: CommandSpec {
    CommandSpec(
      "List downloads of hosted content",
      examples: [
        .init("iap downloads", "state and progress of each")
      ]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let account = try context.account()
    let report = try context.reading { session in
      try session.requireAccount(account)
      return DownloadsReport(
        downloads: try session.app(of: account).queue.downloads,
        now: session.now
      )
    }
    context.output.show(report)
    return .success
  }
}
