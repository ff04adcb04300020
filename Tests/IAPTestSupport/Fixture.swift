package import Foundation

/// The files of `Fixtures`, wherever the tests are run from.
package enum Fixture {
  /// The folder of the package.
  package static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The folder `Fixtures`.
  package static let root = package.appending(path: "Fixtures")

  /// The bytes of one file, named from `Fixtures`: `catalogs/SampleShop.storekit`.
  package static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: root.appending(path: name)))
  }

  /// The text of one file.
  package static func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  /// The sorted names in one folder that end so; subfolders are not entered.
  package static func names(in folder: String, suffix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { $0.hasSuffix(suffix) }.sorted().map { folder + "/" + $0 }
  }
}
