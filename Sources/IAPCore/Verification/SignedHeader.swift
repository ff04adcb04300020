/// The header of a JSON Web Signature: its certificates are all that is believed of it.
///
/// `kid`, `jwk`, `jku`, `x5u`, `typ` and unknown members are ignored; nothing is ever fetched.
struct SignedHeader: Equatable, Sendable {
  /// DER, leaf first.
  var certificates: [[UInt8]]

  static let maximumCertificateBytes = 8 * 1024

  /// Takes the steps header, algorithm, certificate count and certificates, in this order.
  init(_ part: UnsafeBufferPointer<UInt8>, recorder: inout StepRecorder) throws(VerificationFailure)
  {
    let header = try Self.object(part, recorder: &recorder)
    try Self.checkAlgorithm(header, recorder: &recorder)
    let texts = try Self.certificateTexts(header, recorder: &recorder)
    certificates = []
    for (index, text) in texts.enumerated() {
      let bytes = text.utf8.count / 4 * 3
      guard bytes <= Self.maximumCertificateBytes + 2 else {
        throw recorder.failing(
          .certificates,
          .tooLarge(
            part: "x5c[\(index)]",
            bytes: bytes,
            limit: Self.maximumCertificateBytes
          )
        )
      }
      guard let certificate = Base64Text.bytes(standard: text) else {
        throw recorder.failing(.certificates, .invalidCertificate(index: index))
      }
      certificates.append(certificate)
    }
  }

  private static func object(
    _ part: UnsafeBufferPointer<UInt8>,
    recorder: inout StepRecorder
  ) throws(VerificationFailure) -> JSONValue {
    guard let bytes = Base64Text.decodeURL(part) else {
      throw recorder.failing(.encoding, .invalidBase64URL(part: "header"))
    }
    recorder.pass(.encoding)
    let header: JSONValue
    do throws(JSONSyntaxError) {
      header = try JSONParser.parse(bytes, maximumDepth: 16)
    } catch {
      throw recorder.failing(.header, .invalidHeader(error))
    }
    guard header.members != nil else { throw recorder.failing(.header, .invalidHeader(nil)) }
    // RFC 7515 4.1.11: an extension that must be understood, and none is.
    guard header["crit"] == nil else { throw recorder.failing(.header, .criticalHeader) }
    recorder.pass(.header)
    return header
  }

  private static func checkAlgorithm(
    _ header: JSONValue,
    recorder: inout StepRecorder
  ) throws(VerificationFailure) {
    guard header["alg"] == .string("ES256") else {
      throw recorder.failing(.algorithm, .wrongAlgorithm(found: header["alg"]?.string))
    }
    recorder.pass(.algorithm, "ES256")
  }

  private static func certificateTexts(
    _ header: JSONValue,
    recorder: inout StepRecorder
  ) throws(VerificationFailure) -> [String] {
    guard let entries = header["x5c"]?.array else {
      throw recorder.failing(.certificateCount, .noCertificates)
    }
    // One certificate is what Xcode sends; whether it may is decided by its root.
    guard entries.count == 3 || entries.count == 1 else {
      throw recorder.failing(.certificateCount, .wrongCertificateCount(found: entries.count))
    }
    var texts: [String] = []
    for (index, entry) in entries.enumerated() {
      guard let text = entry.string else {
        throw recorder.failing(.certificateCount, .invalidCertificate(index: index))
      }
      texts.append(text)
    }
    recorder.pass(.certificateCount, "\(entries.count)")
    return texts
  }
}

extension StepRecorder {
  /// Notes the failed step and hands the failure back to be thrown.
  mutating func failing(
    _ name: VerificationStepName,
    _ failure: VerificationFailure
  ) -> VerificationFailure {
    fail(name, failure)
    return failure
  }
}
