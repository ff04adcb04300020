/// One attribute of a receipt, its value still in octets (signed-data 2.4).
struct ReceiptAttribute: Equatable, Sendable {
  var type: Int64
  var version: Int64
  var value: [UInt8]

  /// The largest receipt known has 187 purchases of some 20 attributes.
  static let maximumCount = 100_000

  /// Reads a SET of attributes; some producers wrap it in one more OCTET STRING.
  static func readAll(_ bytes: ArraySlice<UInt8>) throws(VerificationFailure) -> [ReceiptAttribute]
  {
    var attributes: [ReceiptAttribute] = []
    do throws(DERReader.Failure) {
      var set = bytes
      if bytes.first == DERTag.octetString.rawValue {
        set = try DERReader.only(.octetString, in: bytes)
      }
      var reader = DERReader(try DERReader.only(.set, in: set))
      while !reader.isAtEnd, attributes.count <= maximumCount {
        attributes.append(try ReceiptAttribute(&reader))
      }
    } catch {
      throw .invalidReceiptPayload(offset: error.offset - bytes.startIndex)
    }
    guard attributes.count <= maximumCount else { throw .tooManyAttributes(limit: maximumCount) }
    return attributes
  }

  private init(_ reader: inout DERReader) throws(DERReader.Failure) {
    let sequence = try reader.next(.sequence)
    var inner = DERReader(sequence)
    type = try inner.integer()
    version = try inner.integer()
    value = Array(try inner.next(.octetString))
    guard inner.isAtEnd else { throw DERReader.Failure(offset: sequence.startIndex) }
  }
}

/// The attributes of one SET by type, with the typed values that their types ask for.
struct ReceiptAttributes {
  private let attributes: [ReceiptAttribute]
  /// What messages call the set: `receipt`, `in_app[3]`.
  let name: String

  /// Refuses a type that stands twice although it has one value.
  init(
    _ attributes: [ReceiptAttribute],
    name: String,
    repeatable: Set<Int64>
  ) throws(VerificationFailure) {
    var seen: Set<Int64> = []
    for attribute in attributes where !repeatable.contains(attribute.type) {
      guard seen.insert(attribute.type).inserted else {
        throw .duplicateAttribute(type: attribute.type)
      }
    }
    self.attributes = attributes
    self.name = name
  }

  func all(_ type: Int64) -> [ReceiptAttribute] { attributes.filter { $0.type == type } }

  /// The raw octets of a value; `nil`: there is none.
  func octets(_ type: Int64) -> [UInt8]? { attributes.first { $0.type == type }?.value }

  func text(_ type: Int64) throws(VerificationFailure) -> String? {
    guard let octets = octets(type) else { return nil }
    guard let text = Self.text(octets) else { throw malformed(type) }
    return text
  }

  func integer(_ type: Int64) throws(VerificationFailure) -> Int64? {
    guard let octets = octets(type) else { return nil }
    guard let content = try? DERReader.only(.integer, in: octets[...]),
      let number = DERReader.integer(content)
    else { throw malformed(type) }
    return number
  }

  /// A date; empty text is the same as absent.
  func date(_ type: Int64) throws(VerificationFailure) -> Instant? {
    guard let text = try text(type), !text.isEmpty else { return nil }
    guard let date = Instant(receiptText: text) else { throw malformed(type) }
    return date
  }

  func malformed(_ type: Int64) -> VerificationFailure {
    .malformedAttribute(path: "\(name).\(type)")
  }

  /// Attributes of other types than these, as they are.
  func others(than known: Set<Int64>) -> [ReceiptAttribute] {
    attributes.filter { !known.contains($0.type) }
  }

  /// Tables on the web disagree about UTF8String and IA5String: both are read everywhere.
  private static func text(_ octets: [UInt8]) -> String? {
    var reader = DERReader(octets[...])
    guard let element = try? reader.next(), reader.isAtEnd else { return nil }
    switch DERTag(rawValue: element.tag) {
    case .utf8String: return String(validating: element.content, as: UTF8.self)
    case .ia5String where element.content.allSatisfy({ $0 < 0x80 }):
      return String(decoding: element.content, as: UTF8.self)
    default: return nil
    }
  }
}

extension Instant {
  /// Reads a receipt's date: RFC 3339, also with a fraction of any length and `+0100` without colon.
  ///
  /// `nil` for everything else, 30 February among it.
  package init?(receiptText text: String) {
    var text = text
    let tail = text.utf8.suffix(5)
    if let sign = tail.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      tail.dropFirst().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      text.utf8.count > 20
    {
      text.insert(":", at: text.index(text.endIndex, offsetBy: -2))
    }
    guard text.utf8.contains(UInt8(ascii: "T")) else { return nil }
    self.init(rfc3339: text)
  }
}
