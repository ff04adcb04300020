/// The skeleton of a receipt's container, beyond what libcrypto asks: nothing may stand in it that
/// genuine receipts do not have, so that no two containers say the same by one signature.
enum ContainerShape {
  private static let signedData: [UInt8] = [
    0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02,
  ]
  private static let data: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
  private static let objectIdentifier: UInt8 = 0x06
  private static let null: UInt8 = 0x05
  /// Context tags: content, certificates, signed attributes.
  private static let first: UInt8 = 0xA0

  /// Whether the container is what genuine ones are, octet by octet outside of what is signed;
  /// `encoded` is the same in definite DER.
  ///
  /// Containers of indefinite length, as Xcode writes them, have several forms by their nature: of
  /// those the encoding is judged.
  static func isUsual(_ container: [UInt8], encoded: [UInt8], signer certificate: [UInt8]) -> Bool {
    let isIndefinite = container.count > 1 && container[1] == 0x80
    return (try? check(isIndefinite ? encoded : container, certificate: certificate)) == true
  }

  private static func check(
    _ container: [UInt8],
    certificate: [UInt8]
  ) throws(DERReader.Failure) -> Bool {
    var outer = DERReader(try DERReader.only(.sequence, in: container[...]))
    guard try isNext(&outer, objectIdentifier, signedData) else { return false }
    let content = try outer.next()
    guard content.tag == first, outer.isAtEnd else { return false }
    var parts = DERReader(try DERReader.only(.sequence, in: content.content))
    guard try parts.integer() == 1 else { return false }
    var digests = DERReader(try parts.next(.set))
    guard let digest = try algorithm(&digests), digests.isAtEnd else { return false }
    var inner = DERReader(try parts.next(.sequence))
    guard try isNext(&inner, objectIdentifier, data) else { return false }
    let payload = try inner.next()
    _ = try DERReader.only(.octetString, in: payload.content)
    let certificates = try parts.next()
    guard payload.tag == first, inner.isAtEnd, certificates.tag == first else { return false }
    var bag = DERReader(certificates.content)
    while !bag.isAtEnd { _ = try bag.next(.sequence) }
    var signers = DERReader(try parts.next(.set))
    let signer = try signers.next(.sequence)
    guard parts.isAtEnd, signers.isAtEnd else { return false }
    return try isSigner(signer, digest: digest, certificate: certificate)
  }

  private static func isSigner(
    _ content: ArraySlice<UInt8>,
    digest: [UInt8],
    certificate: [UInt8]
  ) throws(DERReader.Failure) -> Bool {
    var signer = DERReader(content)
    guard try signer.integer() == 1, try isName(signer.next(.sequence), of: certificate) else {
      return false
    }
    guard try algorithm(&signer) == digest else { return false }
    var attributes = signer
    let next = try attributes.next()
    if next.tag == first {
      guard try areAttributes(next.content) else { return false }
      signer = attributes
    }
    guard try algorithm(&signer) != nil else { return false }
    _ = try signer.next(.octetString)
    return signer.isAtEnd
  }

  /// Whether signed attributes are pairs of a name and a set: their own tags are not signed.
  private static func areAttributes(
    _ content: ArraySlice<UInt8>
  ) throws(DERReader.Failure) -> Bool {
    var list = DERReader(content)
    while !list.isAtEnd {
      var attribute = DERReader(try list.next(.sequence))
      guard try attribute.next().tag == objectIdentifier else { return false }
      _ = try attribute.next(.set)
      guard attribute.isAtEnd else { return false }
    }
    return true
  }

  /// Whether issuer and serial number are the certificate's, byte for byte: libcrypto takes names for
  /// equal that differ in capitals.
  private static func isName(
    _ name: ArraySlice<UInt8>,
    of certificate: [UInt8]
  ) throws(DERReader.Failure) -> Bool {
    var signer = DERReader(name)
    let issuer = try signer.next(.sequence)
    let serial = try signer.next(.integer)
    var outer = DERReader(try DERReader.only(.sequence, in: certificate[...]))
    var body = DERReader(try outer.next(.sequence))
    guard signer.isAtEnd, try body.next().tag == first else { return false }
    let ownSerial = try body.next(.integer)
    _ = try body.next(.sequence)
    let ownIssuer = try body.next(.sequence)
    return ownSerial == serial && ownIssuer == issuer
  }

  /// An algorithm's identifier, with parameters that are absent or NULL.
  private static func algorithm(
    _ reader: inout DERReader
  ) throws(DERReader.Failure) -> [UInt8]? {
    var parts = DERReader(try reader.next(.sequence))
    let name = try parts.next()
    guard name.tag == objectIdentifier else { return nil }
    if !parts.isAtEnd {
      let parameters = try parts.next()
      guard parameters.tag == null, parameters.content.isEmpty, parts.isAtEnd else { return nil }
    }
    return Array(name.content)
  }

  private static func isNext(
    _ reader: inout DERReader,
    _ tag: UInt8,
    _ content: [UInt8]
  ) throws(DERReader.Failure) -> Bool {
    let element = try reader.next()
    return element.tag == tag && Array(element.content) == content
  }
}
