import IAPCore

/// What may stand in an operand or as the value of an option.
///
/// The parser checks it, help and usage errors describe it, completions offer from it.
package enum ValueKind: Equatable, Sendable {
  /// Any text that is not empty.
  case text
  /// Any text at all, also empty, and also a word that looks like an option.
  case anything
  /// One of these words.
  case word([String])
  case integer(ClosedRange<Int64>)
  /// RFC 3339, or a date that stands for its midnight in UTC, from 2000 to 2199; the words are
  /// allowed besides.
  case time(besides: [String])
  /// ISO 8601 (`P1M`) or short (`30d`).
  case duration
  case uuid
  /// Percent with up to three decimals, over 0 and under 100 unless `whole`, then 0 to 100.
  case percent(whole: Bool)
  /// A decimal like 9.99.
  case amount
  /// A path, or `-` for standard input.
  case file
  /// A path of a file that stays where it is: what is kept of it is the path.
  case plainFile
  /// A path to write to, or `-` for standard output.
  case outputFile
  case folder
  case account
  /// As Apple takes it: letters, digits, hyphens and dots, no empty part.
  case bundleID
  /// A name of the user's own choice, with the letters of an account name.
  case name
  case product
  /// A transaction id, or a product id that stands for one of its transactions.
  case transaction
  case subscription
  case request
  case intent
  case entitlement
  /// A type that Apple documents, with or without its subtype: `DID_RENEW/BILLING_RECOVERY`.
  case notification

  package static let time = ValueKind.time(besides: [])

  /// The words that are allowed; empty where the kind is no list.
  package var allowedWords: [String] {
    switch self {
    case .word(let words): words
    case .time(let words): words
    case .notification: NotificationType.documentedNames
    default: []
    }
  }

  /// What a usage error says was expected.
  package var expectation: String {
    switch self {
    case .text, .anything: "a text"
    case .word(let words): words.joined(separator: ", ")
    case .integer(let range): Self.describe(range)
    case .time(let words):
      (["a time like 2026-03-01T12:00:00Z, a date like 2026-03-01, from 2000 to 2199"] + words)
        .joined(separator: ", ")
    case .duration: "a duration like 30d, 6h, 1mo, P1M or PT6H"
    case .uuid: "a UUID like 7e3fb204-2cf0-4e0d-8d68-93a2a1b4a2f5"
    case .percent(let whole):
      whole ? "a percentage from 0 to 100" : "a percentage above 0 and below 100"
    case .amount: "an amount like 9.99"
    case .file: "a file, or - for standard input"
    case .plainFile: "a file that has a name"
    case .outputFile: "a file to write, or - for standard output"
    case .folder: "a folder"
    case .account, .name: "a name: 1 to 64 of A-Z a-z 0-9 . _ -, not starting with a dot"
    case .bundleID: BundleID.expectation
    case .product: "a product id"
    case .transaction: "a transaction id or a product id"
    case .subscription: "a subscription's transaction id or a product id"
    case .request: "a request id like req-1 or a product id"
    case .intent: "an intent id or a product id"
    case .entitlement: "the name of an entitlement"
    case .notification: NotificationType.documentedNames.joined(separator: ", ")
    }
  }

  private static func describe(_ range: ClosedRange<Int64>) -> String {
    switch (range.lowerBound, range.upperBound) {
    case (.min, .max): "a whole number"
    case (let low, .max): "a whole number, at least \(low)"
    case (let low, let high): "a whole number from \(low) to \(high)"
    }
  }
}
