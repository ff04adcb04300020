internal import COpenSSL
package import IAPCore

extension OpenSSLChecker {
  /// Only the given root is trusted: the system's certificates are never looked at.
  package func chain(
    from leaf: [UInt8],
    through pool: [[UInt8]],
    to root: [UInt8],
    at time: Instant,
    strictly: Bool
  ) throws(SignatureFailure) -> [[UInt8]] {
    guard let (leafObject, _) = LibcryptoObject.certificate(leaf),
      let (rootObject, _) = LibcryptoObject.certificate(root),
      let store = LibcryptoObject(X509_STORE_new(), free: X509_STORE_free),
      X509_STORE_add_cert(store.pointer, rootObject.pointer) == 1,
      let context = LibcryptoObject(X509_STORE_CTX_new(), free: X509_STORE_CTX_free)
    else { throw .unreadable }
    let untrusted = try CertificateStack(pool)
    guard
      X509_STORE_CTX_init(context.pointer, store.pointer, leafObject.pointer, untrusted.pointer)
        == 1
    else { throw .unreadable }
    let parameters = X509_STORE_CTX_get0_param(context.pointer)
    X509_VERIFY_PARAM_set_time(parameters, Int(time.milliseconds.flooredDivision(by: 1000)))
    if strictly { X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_X509_STRICT)) }
    guard X509_verify_cert(context.pointer) == 1 else {
      let reason = Int(X509_STORE_CTX_get_error(context.pointer))
      let depth = Int(X509_STORE_CTX_get_error_depth(context.pointer))
      Libcrypto.drainErrors()
      throw .noChain(reason: reason, depth: depth)
    }
    return CertificateStack.contents(of: X509_STORE_CTX_get0_chain(context.pointer))
  }
}

/// A stack of certificates, owned with all that is in it.
final class CertificateStack {
  let pointer: OpaquePointer
  private let certificates: [LibcryptoObject]

  init(_ ders: [[UInt8]]) throws(SignatureFailure) {
    var certificates: [LibcryptoObject] = []
    for der in ders {
      guard let (object, _) = LibcryptoObject.certificate(der) else { throw .unreadable }
      certificates.append(object)
    }
    guard let stack = OPENSSL_sk_new_null() else { throw .unreadable }
    for certificate in certificates {
      OPENSSL_sk_push(stack, UnsafeRawPointer(certificate.pointer))
    }
    pointer = stack
    self.certificates = certificates
  }

  deinit { OPENSSL_sk_free(pointer) }

  /// The certificates of a stack that belongs to somebody else, in DER.
  static func contents(of stack: OpaquePointer?) -> [[UInt8]] {
    (0..<max(0, OPENSSL_sk_num(stack))).map { index in
      let certificate = OPENSSL_sk_value(stack, index).map { OpaquePointer($0) }
      return derBytes { i2d_X509(certificate, $0) }
    }
  }
}

extension Int64 {
  /// Rounds down also below zero, so that a moment before 1970 stays in its second.
  func flooredDivision(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
