/// How long an account's files of lines are with all that was committed, in bytes; 0: no such file.
///
/// They stand in `account.json`, which changes whenever one of them grows. A file that is shorter
/// has lost what was acknowledged, whether it was emptied, cut at its end or within.
package struct PastLengths: Equatable, Sendable, Codable {
  package var history = 0
  package var notifications = 0
  package var revisions = 0

  package init() {}
}

/// Where the journal ends with all that was committed: a member of `store.json`.
package struct JournalMark: Equatable, Sendable, Codable {
  /// In bytes.
  package var length = 0
  /// The number of the last entry; 0: none yet.
  package var sequence = 0

  package init() {}
}

extension PastLengths {
  /// Throws where a length is none.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    history = try container.decodeLength(forKey: .history)
    notifications = try container.decodeLength(forKey: .notifications)
    revisions = try container.decodeLength(forKey: .revisions)
  }
}

extension JournalMark {
  /// Throws where a number is below zero.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    length = try container.decodeLength(forKey: .length)
    sequence = try container.decodeLength(forKey: .sequence)
  }
}

extension KeyedDecodingContainer {
  fileprivate func decodeLength(forKey key: Key) throws -> Int {
    let number = try decode(Int.self, forKey: key)
    guard number >= 0 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [key], debugDescription: "\(number) is below zero")
      )
    }
    return number
  }
}
