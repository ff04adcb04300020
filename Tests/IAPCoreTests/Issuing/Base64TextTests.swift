import IAPCore
import Testing

/// Base64 as signed data writes it, and PEM around it.
struct Base64TextTests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `RFC 4648's vectors`(plain: String, encoded: String) {
    #expect(Base64Text.standard(Array(plain.utf8)) == encoded)
    #expect(Base64Text.bytes(standard: encoded) == Array(plain.utf8))
    #expect(Base64Text.url(Array(plain.utf8)) == encoded.replacing("=", with: ""))
  }

  @Test func `The two alphabets differ in two digits`() {
    #expect(Base64Text.standard([0xFB, 0xFF]) == "+/8=")
    #expect(Base64Text.url([0xFB, 0xFF]) == "-_8")
  }

  @Test(arguments: ["Zg", "Zg=", "Zh==", "Zm9=", "Zm9v\n", "Z===", "=", "Zg==Zg==", "-_8=", "Z g="])
  func `Anything else is refused`(text: String) {
    #expect(Base64Text.bytes(standard: text) == nil)
  }

  @Test func `A PEM file reads as what was written`() {
    let bundle = PEMBundle([
      .init("EC PRIVATE KEY", [1, 2, 3]), .init("CERTIFICATE", Array(0..<100)),
    ])

    #expect(PEMBundle(reading: Array(bundle.text.utf8)) == bundle)
    #expect(bundle.text.split(separator: "\n").allSatisfy { $0.utf8.count <= 64 })
  }

  @Test(arguments: [
    "-----BEGIN A-----\nAQID\n", "-----BEGIN A-----\nAQID\n-----END B-----\n",
    "-----BEGIN A-----\n!\n-----END A-----\n", "-----END A-----\n",
    "-----BEGIN A-----\n-----BEGIN A-----\nAQID\n-----END A-----\n",
  ])
  func `A broken PEM file is none`(text: String) {
    #expect(PEMBundle(reading: Array(text.utf8)) == nil)
  }
}
