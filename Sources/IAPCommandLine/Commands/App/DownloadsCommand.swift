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
}
