/// The container of a receipt, whatever form it came in.
package enum ReceiptInput {
  /// DER or BER as it is, or out of base64 text; `nil`: neither.
  package static func container(in bytes: [UInt8]) -> [UInt8]? {
    if ReceiptText.isContainer(bytes) { return bytes }
    guard bytes.count <= ReceiptText.maximumTextBytes, ReceiptText.isLikelyBase64(bytes),
      let decoded = ReceiptText.decode(bytes), ReceiptText.isContainer(decoded)
    else { return nil }
    return decoded
  }
}
