import Foundation
import Testing

/// The habits of this code base, kept by reading it.
struct TidyTests {
  private func offences(
    in files: [SourceTree.File],
    _ isOffence: (SourceTree.File, String) -> String?
  ) -> [String] {
    files.flatMap { file in
      file.lines.enumerated().compactMap { number, line in
        isOffence(file, line.code).map { "\(file.path):\(number + 1): \($0)" }
      }
    }
  }

  @Test func `There are sources to read`() {
    #expect(SourceTree.sources.count > 30)
    #expect(SourceTree.tests.count > 10)
  }

  @Test func `The core and the command line touch neither clock, chance, files nor the process`() {
    let banned = [
      "Date()": "the store's clock", "Date.now": "the store's clock", "UUID()": "IdentifierSource",
      "SystemRandomNumberGenerator": "SplitMix64", ".random(in:": "SplitMix64",
      "FileManager": "StateStorage", "ProcessInfo": "Environment",
      "Locale.current": "a named locale",
      "TimeZone.current": "a named time zone", "getenv(": "Environment",
      "Calendar.current": "a calendar",
      "fatalError(": "a typed error", "try!": "a typed error",
      "print(": "Environment", "debugPrint(": "Environment", "JSONDecoder": "JSONParser",
      "JSONEncoder": "JSONWriter", "JSONSerialization": "JSONParser", "exit(": "ExitCode",
      "hashValue": "a sorted order",
    ]
    let files = SourceTree.sources.filter {
      $0.target == "IAPCore" || $0.target == "IAPCommandLine"
    }

    let found = offences(in: files) { _, code in
      banned.keys.sorted().first { word in
        code.range(of: word).map { range in
          guard let letter = word.first, letter.isLetter, range.lowerBound > code.startIndex else {
            return true
          }
          let before = code[code.index(before: range.lowerBound)]
          return !before.isLetter && !before.isNumber && before != "_"
        } ?? false
      }.map { "\($0) is banned here, use \(banned[$0] ?? "")" }
    }

    #expect(found == [])
  }

  @Test func `Nothing is left for later`() {
    let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "not imple" + "mented"]

    let found = (SourceTree.sources + SourceTree.tests).flatMap { file in
      file.lines.enumerated().compactMap { number, line in
        words.first { line.contains($0) }.map { "\(file.path):\(number + 1): \($0)" }
      }
    }

    #expect(found == [])
  }

  @Test func `Cryptography is touched in one room only`() {
    let found = offences(in: SourceTree.sources) { file, code in
      let imports = code.contains("import COpenSSL") || code.contains("import CryptoKit")
      return imports && !file.path.hasPrefix("Sources/IAPPlatform/OpenSSL/")
        ? "libcrypto belongs to IAPPlatform/OpenSSL" : nil
    }

    #expect(found == [])
  }

  @Test func `Imports follow the one direction`() {
    let forbidden: [Substring: [String]] = [
      "IAPCore": ["IAPPlatform", "IAPCommandLine", "Glibc", "Darwin"],
      "IAPCommandLine": ["IAPPlatform", "Glibc", "Darwin"],
      "IAPPlatform": ["IAPCommandLine"],
    ]

    let found = offences(in: SourceTree.sources) { file, code in
      forbidden[file.target]?.first { code.contains("import \($0)") }.map { "must not see \($0)" }
    }

    #expect(found == [])
  }

  @Test func `The store never meets the queue or the entitlements`() {
    let files = SourceTree.sources.filter { $0.target == "IAPCore" }
    let declaration = /(?:struct|enum|class|protocol|typealias) ([A-Z]\w+)/
    let appWords = Set(
      files.filter { $0.rooms.first == "Queue" || $0.rooms.first == "Entitlements" }
        .flatMap(\.lines)
        .filter { !$0.hasPrefix(" ") }
        .compactMap { $0.code.firstMatch(of: declaration).map { String($0.1) } }
    )

    let found = offences(in: files.filter { $0.rooms.first == "Store" }) { _, code in
      code.matches(of: /\b[A-Z]\w+/).map { String($0.0) }.first(where: appWords.contains)
        .map { "\($0) is a word of the app's side" }
    }

    #expect(!appWords.isEmpty)
    #expect(found == [])
  }

  @Test func `Files stay readable`() {
    let long = SourceTree.sources.filter { $0.lines.count > 401 }
      .map { "\($0.path): \($0.lines.count - 1) lines, 400 are enough" }

    #expect(long == [])
  }

  @Test func `Functions stay short`() {
    let found = SourceTree.sources.flatMap { file in
      Self.functions(of: file).filter { $0.length > 70 }
        .map { "\(file.path):\($0.line): \($0.length) lines, 70 are enough" }
    }

    #expect(found == [])
  }

  @Test func `What leaves its file says what it is`() {
    let found = SourceTree.sources.flatMap { file in
      file.lines.indices.compactMap { index -> String? in
        let line = file.lines[index]
        // Members of a documented type may speak for themselves; types and free functions may not.
        guard line.hasPrefix("package "), !line.contains("import "), !line.contains("extension ")
        else { return nil }
        let above = file.lines[..<index].last { !$0.hasPrefix("@") }
        return above?.hasPrefix("///") == true
          ? nil : "\(file.path):\(index + 1): needs a doc comment"
      }
    }

    #expect(found == [])
  }

  /// Functions whose body stands on lines of its own, measured from head to closing brace.
  private static func functions(of file: SourceTree.File) -> [(line: Int, length: Int)] {
    file.lines.indices.compactMap { index in
      let indent = file.lines[index].prefix { $0 == " " }
      let rest = file.lines[index].dropFirst(indent.count)
      let head = #/^(?:[a-z@]+ )*(?:func |init[?(<])/#
      guard rest.firstMatch(of: head) != nil else { return nil }
      // The head ends at the first line of the same indentation that opens the body.
      let body = file.lines[index...].firstIndex { $0.code.hasSuffix("{") || $0.isEmpty }
      let end = file.lines[index...].firstIndex { $0 == indent + "}" }
      guard let body, let end, body < end, file.lines[body].code.hasSuffix("{") else { return nil }
      let isOneLine =
        body > index && !file.lines[index + 1].hasPrefix(indent + " ")
        && !file.lines[index + 1].hasPrefix(indent + ")")
      return isOneLine ? nil : (index + 1, end - index + 1)
    }
  }
}
