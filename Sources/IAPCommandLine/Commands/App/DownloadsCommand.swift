import IAPCore

/// `iap downloads`: hosted content.
enum DownloadsCommand: Command {
  static let words = "downloads"
  static var spec: CommandSpec {
    CommandSpec(
      "List downloads of hosted content",
      options: [
        OptionSpec(
          "into",
          value: "DIR",
          .folder,
          help: "copy what is complete and has a path there, each under its content's name"
        )
      ],
      details: [
        "What is hosted stands in a file beside the catalogue, Shop.downloads.json for Shop.storekit."
      ],
      examples: [
        .init("iap downloads", "state and progress of each"),
        .init("iap downloads --into Content", "and copy what has arrived"),
      ]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let account = try context.account()
    let (report, catalog) = try context.reading { session in
      try session.requireAccount(account)
      let downloads = try session.app(of: account).queue.downloads
      let catalog = session.configuration.catalog
      return (DownloadsReport(downloads: downloads, now: session.now), catalog)
    }
    context.output.show(try copied(report, from: catalog, context))
    return .success
  }

  /// Copies what is complete into the folder that the user named, and says what has no files.
  private static func copied(
    _ report: DownloadsReport,
    from catalog: String?,
    _ context: CommandContext
  ) throws -> DownloadsReport {
    guard let folder = context.options.text("into") else { return report }
    var report = report
    report.copied = []
    report.withoutPath = []
    let copying = ContentCopying(
      files: context.environment.files,
      source: PathText.parent(of: PathText.absolute(catalog ?? "", from: try context.storeFolder()))
        ?? "/"
    )
    for download in report.downloads where download.state(at: report.now) == .finished {
      guard let path = download.content.path else {
        report.withoutPath.append(download.content.id)
        continue
      }
      let target = folder + "/" + download.content.id
      try copying.copy(path, to: target)
      report.copied?.append(target)
    }
    return report
  }
}

/// Copies hosted content, a file or a whole folder.
private struct ContentCopying {
  let files: any FileAccess
  /// The folder of the catalogue, in which the paths of contents stand.
  let source: String

  /// More than any content that Apple ever hosted.
  private static let maximumFileBytes = 2 * 1024 * 1024 * 1024

  func copy(_ path: String, to target: String) throws(FileFailure) {
    try copy(absolute: source + "/" + path, to: target)
  }

  private func copy(absolute place: String, to target: String) throws(FileFailure) {
    guard files.kind(of: place) == .folder else {
      if let folder = PathText.parent(of: target) { try files.makeFolder(folder) }
      try files.write(try files.read(place, limit: Self.maximumFileBytes), to: target)
      return
    }
    try files.makeFolder(target)
    for name in try files.names(in: place) {
      try copy(absolute: place + "/" + name, to: target + "/" + name)
    }
  }
}
