internal import COpenSSL

/// The system's libcrypto as a whole: its start, and its queue of errors.
enum Libcrypto {
  /// Starts the library once, without its configuration file.
  ///
  /// A file of the system may switch SHA-1 off or load foreign engines: what a signature means must
  /// not depend on it. Without texts for errors the start is also many times shorter.
  static func start() { _ = started }

  private static let started: Bool = {
    let options = OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_LOAD_CRYPTO_STRINGS
    return OPENSSL_init_crypto(UInt64(options), nil) == 1
  }()

  /// Empties the queue of errors of this thread; answers the number of the last one, `nil` for none.
  ///
  /// Called after each failure, so that no later call sees an error that is not its own.
  @discardableResult
  static func drainErrors() -> UInt? {
    var last: UInt?
    while true {
      let code = ERR_get_error()
      guard code != 0 else { return last }
      last = code
    }
  }
}

/// Owns one object of libcrypto and frees it with the last reference.
final class LibcryptoObject {
  let pointer: OpaquePointer
  private let free: (OpaquePointer?) -> Void

  /// Takes the object over; `nil` stays `nil`, with the queue of errors emptied.
  init?(_ pointer: OpaquePointer?, free: @escaping (OpaquePointer?) -> Void) {
    guard let pointer else {
      Libcrypto.drainErrors()
      return nil
    }
    self.pointer = pointer
    self.free = free
  }

  deinit { free(pointer) }
}

extension LibcryptoObject {
  /// Reads one certificate in DER; `length` is how many of the bytes it takes.
  static func certificate(_ der: [UInt8]) -> (object: LibcryptoObject, length: Int)? {
    Libcrypto.start()
    var length = 0
    let pointer = der.withUnsafeBufferPointer { buffer -> OpaquePointer? in
      var place = buffer.baseAddress
      let pointer = d2i_X509(nil, &place, buffer.count)
      if let place, let start = buffer.baseAddress { length = place - start }
      return pointer
    }
    guard let object = LibcryptoObject(pointer, free: X509_free) else { return nil }
    return (object, length)
  }

  /// The public key of a certificate object; `nil` when libcrypto cannot read it.
  static func publicKey(of certificate: LibcryptoObject) -> LibcryptoObject? {
    LibcryptoObject(X509_get_pubkey(certificate.pointer), free: EVP_PKEY_free)
  }
}

/// The DER form of a libcrypto object, by its `i2d` function; empty when it cannot be written.
func derBytes(_ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8] {
  let count = write(nil)
  guard count > 0 else {
    Libcrypto.drainErrors()
    return []
  }
  return [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, initialized in
    var place = buffer.baseAddress
    initialized = max(0, Int(write(&place)))
  }
}

/// The dotted text of an object identifier, `1.2.840.113635.100.6.11.1`.
func dottedText(_ object: OpaquePointer?) -> String {
  var buffer = [CChar](repeating: 0, count: 128)
  guard let object, OBJ_obj2txt(&buffer, Int32(buffer.count), object, 1) > 0 else { return "" }
  return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// The dotted text of an algorithm's identifier.
func dottedText(of algorithm: UnsafePointer<X509_ALGOR>?) -> String {
  guard let algorithm else { return "" }
  var object: OpaquePointer?
  X509_ALGOR_get0(&object, nil, nil, algorithm)
  return dottedText(object)
}
