import IAPCore

extension SigningFailure: Explainable {
  package var diagnostic: Diagnostic {
    switch self {
    case .noKeys(let file): unusable("noKeys", "the store has no keys", why: "'\(file)' is missing")
    case .unusableKeys(let file):
      unusable("unusableKeys", "the store's keys cannot be used", why: "'\(file)'")
    case .storage(let failure): failure.diagnostic
    case .cryptography(let operation, let code):
      Diagnostic(
        code: "cryptographyFailed",
        message: "libcrypto refused: \(operation)",
        why: code.map { "error \($0)" },
        exitCode: .unusableStore
      )
    case .noOfferKey:
      Diagnostic(
        code: "noOfferKey",
        message: "the catalogue has no key for promotional offers",
        why: "without one nothing can be signed, and the store asks for no signature",
        hint: "leave out --offer-signature, or make a key in Xcode: "
          + "Editor > Subscription Offers Key",
        exitCode: .notFound
      )
    case .unusableOfferKey(let id):
      Diagnostic(
        code: "unusableOfferKey",
        message: "the catalogue's offer key '\(id)' cannot sign",
        why: "it is no P-256 private key in PKCS#8 and base64",
        hint: "iap products lint",
        exitCode: .invalid
      )
    }
  }

  private func unusable(_ code: String, _ message: String, why: String) -> Diagnostic {
    Diagnostic(
      code: code,
      message: message,
      why: why,
      hint: "iap store keys rotate",
      exitCode: .unusableStore
    )
  }
}
