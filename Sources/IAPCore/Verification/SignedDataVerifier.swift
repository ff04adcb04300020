/// Verifies what Apple or a simulated store signed, step by step (signed-data 1.2 and 2.3).
///
/// It keeps what it found out about headers and certificates, so use one for many inputs; it
/// belongs to one thread. Nothing that fails any check is ever called verified.
package final class SignedDataVerifier {
  package let roots: TrustedRoots
  package let expectations: Expectations
  /// Whether reports list every step.
  package let explains: Bool
  let mathematics: any SignatureVerifying

  private var headers: [[UInt8]: AssessedHeader] = [:]
  private var latest: (text: [UInt8], header: AssessedHeader)?

  /// Chains kept at most, good ones and bad ones: an attacker cannot fill the memory.
  private static let maximumHeaders = 64

  package init(
    roots: TrustedRoots,
    expectations: Expectations = Expectations(),
    explains: Bool = false,
    mathematics: any SignatureVerifying
  ) {
    self.roots = roots
    self.expectations = expectations
    self.explains = explains
    self.mathematics = mathematics
  }

  /// Verifies one JSON Web Signature; white space around it does not matter.
  package func verify(signedText text: [UInt8]) -> VerificationReport {
    text.withUnsafeBufferPointer { verify(signedText: $0) }
  }

  /// Verifies one JSON Web Signature.
  package func verify(signedText text: String) -> VerificationReport {
    verify(signedText: Array(text.utf8))
  }

  func verify(signedText text: UnsafeBufferPointer<UInt8>) -> VerificationReport {
    var run = SignedTextRun(verifier: self, explains: explains)
    run.verify(SignedText.trimmed(text))
    return run.report
  }

  /// Verifies one PKCS#7 receipt in DER or BER.
  package func verify(receipt container: [UInt8]) -> VerificationReport {
    var run = ReceiptRun(verifier: self, explains: explains)
    run.verify(container)
    return run.report
  }

  /// A verifier with the same trust that expects only what inner parts must repeat.
  func expecting(_ expectations: Expectations) -> SignedDataVerifier {
    let verifier = SignedDataVerifier(
      roots: roots,
      expectations: expectations,
      mathematics: mathematics
    )
    verifier.headers = headers
    return verifier
  }

  /// The header of the text before and its length, where this text begins with the same one.
  func latestHeader(
    startingIn text: UnsafeBufferPointer<UInt8>
  ) -> (header: AssessedHeader, length: Int)? {
    guard let latest, text.count > latest.text.count + 1,
      text[latest.text.count] == UInt8(ascii: "."),
      latest.text.withUnsafeBufferPointer({ known in
        UnsafeRawBufferPointer(known).isBeginning(of: UnsafeRawBufferPointer(text))
      })
    else { return nil }
    return (latest.header, latest.text.count)
  }

  /// What is known of this header, found out now if it is new.
  func header(of text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> AssessedHeader {
    let part = UnsafeBufferPointer(rebasing: text[range])
    if let latest, latest.text.count == part.count, latest.text.elementsEqual(part) {
      return latest.header
    }
    let key = Array(part)
    if let known = headers[key] {
      latest = (key, known)
      return known
    }
    let header = AssessedHeader(text, header: range, roots: roots, mathematics: mathematics)
    if headers.count >= Self.maximumHeaders { headers.removeAll() }
    headers[key] = header
    latest = (key, header)
    return header
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the other bytes begin with these; 32 at a time, as a header has thousands.
  fileprivate func isBeginning(of other: UnsafeRawBufferPointer) -> Bool {
    guard count <= other.count else { return false }
    func difference(_ place: Int) -> UInt64 {
      loadUnaligned(fromByteOffset: place, as: UInt64.self)
        ^ other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    }
    var place = 0
    while place + 32 <= count {
      let differences =
        difference(place) | difference(place + 8) | difference(place + 16) | difference(place + 24)
      guard differences == 0 else { return false }
      place += 32
    }
    while place < count {
      guard self[place] == other[place] else { return false }
      place += 1
    }
    return true
  }
}
