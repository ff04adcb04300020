import Foundation
import IAPCore
import IAPPlatform
import Testing

/// Public signed data with verdicts by independent tools, where the machine has it.
///
/// `IAP_CORPUS` names the folder; without it `../shared/corpus` beside the checkout is tried.
enum Corpus {
  static let signed: URL? = {
    let variables = ProcessInfo.processInfo.environment
    let candidates =
      variables["IAP_CORPUS"].map { [URL(filePath: $0)] }
      ?? [".", "..", "../.."].map {
        Repository.root.appending(path: $0).appending(path: "../shared/corpus").standardized
      }
    return candidates.map { $0.appending(path: "signed") }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  static func bytes(_ name: String) throws -> [UInt8] {
    let folder = try #require(signed)
    return [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }

  /// The verdict beside a file.
  static func expected(_ name: String) throws -> JSONValue {
    try JSONParser.parse(bytes(name + ".expected.json"))
  }

  /// The files in a folder that have a verdict.
  static func files(_ folder: String) -> [String] {
    guard let signed else { return [] }
    let path = signed.appending(path: folder).path
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(".expected.json") }
      .map { folder + "/" + $0.dropLast(".expected.json".count) }.sorted()
  }
}

/// This checkout.
enum Repository {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: root.appending(path: path)))
  }

  static func text(_ path: String) throws -> String {
    String(decoding: try bytes(path), as: UTF8.self)
  }
}
