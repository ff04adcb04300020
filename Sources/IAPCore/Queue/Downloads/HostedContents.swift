/// What of each product Apple hosts: the `iap.downloads` document beside a catalogue.
///
/// A `.storekit` file has no such field. `Shop.storekit` is accompanied by `Shop.downloads.json`.
package struct HostedContents: Equatable, Sendable {
  /// In the file's order.
  package var products: [ProductID: [HostedContent]]

  package init(_ products: [ProductID: [HostedContent]] = [:]) {
    self.products = products
  }

  static let formatName = "iap.downloads"
  static let version = 1
}

/// One piece of hosted content.
package struct HostedContent: Equatable, Sendable, Codable {
  /// Unique within its product, and good as the name of a file.
  package var id: String
  /// `contentVersion`; `nil`: the file names none.
  package var version: String?
  /// A file or folder, relative to the document; `nil`: there is nothing to copy.
  package var path: String?
  /// Bytes.
  package var size: Int64
  /// How fast it arrives, at least 1.
  package var bytesPerSecond: Int64

  package init(
    id: String,
    version: String? = nil,
    path: String? = nil,
    size: Int64,
    bytesPerSecond: Int64 = HostedContent.usualSpeed
  ) {
    self.id = id
    self.version = version
    self.path = path
    self.size = size
    self.bytesPerSecond = bytesPerSecond
  }

  /// One megabyte a second.
  package static let usualSpeed: Int64 = 1_000_000
}

/// Why a document does not describe hosted content.
package enum HostedContentsError: Error, Equatable, Sendable {
  case syntax(JSONSyntaxError)
  case wrongFormat(found: String?)
  case newerVersion(found: String, known: Int)
  case shape(JSONShapeError)
  /// The identifier stands twice for one product.
  case duplicateContent(String, path: String)
  /// A size below 0, a speed below 1, no name of a file, or a path that leaves the folder.
  case invalidValue(String, path: String)
}

extension HostedContents {
  /// Reads the document strictly.
  package static func read(_ bytes: [UInt8]) throws(HostedContentsError) -> HostedContents {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONParser.parse(bytes)
    } catch {
      throw .syntax(error)
    }
    let written = try decode(value)
    var contents = HostedContents()
    for (product, entries) in written.products.sorted(by: { $0.key.isBefore($1.key) }) {
      let path = JSONPath.root.member("products").member(product)
      guard !product.isEmpty else { throw .invalidValue(product, path: path.description) }
      contents.products[ProductID(product)] = try entries.contents(
        speed: written.bytesPerSecond ?? HostedContent.usualSpeed,
        at: path
      )
    }
    return contents
  }

  private static func decode(_ value: JSONValue) throws(HostedContentsError) -> WrittenContents {
    guard case .object(let members) = value, let format = value["format"]?.string else {
      throw .wrongFormat(found: nil)
    }
    guard format == formatName else { throw .wrongFormat(found: format) }
    if let number = value["version"]?.integer, number > version {
      throw .newerVersion(found: "\(number)", known: version)
    }
    guard value["version"]?.integer == Int64(version) else {
      throw .shape(JSONShapeError(path: "version", problem: .missing))
    }
    let body = members.filter { $0.name != "format" && $0.name != "version" }
    do throws(JSONShapeError) {
      return try JSONValueDecoder.decode(from: .object(body))
    } catch {
      throw .shape(error)
    }
  }
}

/// The document as it is written; a speed that is absent is the document's.
private struct WrittenContents: Codable {
  struct Entry: Codable {
    var id: String
    var version: String?
    var path: String?
    var size: Int64
    var bytesPerSecond: Int64?
  }

  var products: [String: [Entry]]
  var bytesPerSecond: Int64?
}

extension [WrittenContents.Entry] {
  fileprivate func contents(
    speed: Int64,
    at path: JSONPath
  ) throws(HostedContentsError) -> [HostedContent] {
    var contents: [HostedContent] = []
    for (index, entry) in enumerated() {
      let place = path.element(index)
      guard entry.id.isFileName else {
        throw .invalidValue(entry.id, path: place.member("id").description)
      }
      guard !contents.contains(where: { $0.id == entry.id }) else {
        throw .duplicateContent(entry.id, path: place.description)
      }
      guard entry.size >= 0 else {
        throw .invalidValue("\(entry.size)", path: place.member("size").description)
      }
      let speed = entry.bytesPerSecond ?? speed
      guard speed >= 1 else {
        throw .invalidValue("\(speed)", path: place.member("bytesPerSecond").description)
      }
      if let file = entry.path, !file.staysInFolder {
        throw .invalidValue(file, path: place.member("path").description)
      }
      contents.append(
        HostedContent(
          id: entry.id,
          version: entry.version,
          path: entry.path,
          size: entry.size,
          bytesPerSecond: speed
        )
      )
    }
    return contents
  }
}

extension String {
  fileprivate var isFileName: Bool {
    !isEmpty && self != "." && self != ".." && !utf8.contains { $0 == 0x2F || $0 < 0x20 }
  }

  /// True for a relative path that does not climb out of its folder.
  fileprivate var staysInFolder: Bool {
    !isEmpty && !hasPrefix("/") && !split(separator: "/").contains("..")
  }
}
