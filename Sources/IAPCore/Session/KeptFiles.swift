/// The catalogues, maps and descriptions that a store loaded, each kept under its SHA-256.
///
/// One that was changed there is a damaged store: nothing of it is believed.
package struct KeptFiles {
  package let storage: any StateStorage
  private let cryptography: any SignatureVerifying

  package init(in storage: any StateStorage, cryptography: any SignatureVerifying) {
    self.storage = storage
    self.cryptography = cryptography
  }

  /// The content of a file; throws `missing`, and `corrupt` for other content than the name says.
  package func bytes(_ sha256: String) throws(SessionFailure) -> [UInt8] {
    let file = StateFile.catalog(sha256)
    let bytes = try storing { () throws(StorageFailure) in try storage.read(file) }
    guard cryptography.sha256Text(of: bytes) == sha256 else {
      throw Self.damaged(file, "another file than its name says")
    }
    return bytes
  }

  /// A catalogue; one that cannot be read could not have been loaded, so that the store is damaged.
  func catalog(_ sha256: String) throws(SessionFailure) -> Catalog {
    let bytes = try bytes(sha256)
    do throws(CatalogError) {
      return try CatalogReader.read(bytes).catalog
    } catch {
      throw Self.damaged(.catalog(sha256), "no catalogue")
    }
  }

  /// An entitlement map, as `catalog`.
  func map(_ sha256: String) throws(SessionFailure) -> EntitlementMap {
    let bytes = try bytes(sha256)
    do throws(EntitlementMapError) {
      return try EntitlementMap.read(bytes)
    } catch {
      throw Self.damaged(.catalog(sha256), "no entitlement map")
    }
  }

  /// A description of hosted content, as `catalog`.
  func downloads(_ sha256: String) throws(SessionFailure) -> HostedContents {
    let bytes = try bytes(sha256)
    do throws(HostedContentsError) {
      return try HostedContents.read(bytes)
    } catch {
      throw Self.damaged(.catalog(sha256), "no description of hosted content")
    }
  }

  private static func damaged(_ file: StateFile, _ found: String) -> SessionFailure {
    let shape = JSONShapeError(path: "", problem: .invalidValue(found))
    return .storage(StorageFailure(file, .corrupt(.shape(shape))))
  }
}

extension SignatureVerifying {
  /// The SHA-256 in lower-case hexadecimal: the name under which a catalogue or map is kept.
  func sha256Text(of bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in digest(of: bytes, by: .sha256) {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
