import Foundation
import Testing

/// The same stories in two corners of the world: the same bytes.
struct StoryBytesTests {
  private static let stories = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/scenarios")

  /// Plays every story there and answers everything that it printed and wrote, by name.
  ///
  /// Keys and what they signed differ from store to store and are left out.
  private func played(zone: String, locale: String) throws -> [String: String] {
    try BuiltCommand.inFolder { folder in
      try FileManager.default.copyItem(at: Self.stories, to: folder.appending(path: "scenarios"))
      let place = ["TZ": zone, "LC_ALL": locale, "LANG": locale]
      let outcome = try BuiltCommand.shell(
        "iap replay scenarios --into kept --junit junit.xml --html page.html && "
          + "for store in kept/*; do iap timeline --store $store; "
          + "iap entitlements --store $store --explain; done",
        in: folder,
        variables: place
      )
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
      var bytes = ["stdout": outcome.output, "stderr": outcome.errors]
      let files = FileManager.default.enumerator(atPath: folder.path)
      for name in files?.compactMap({ $0 as? String }) ?? [] {
        let isSecret = name.contains("/keys/") || name.contains("/signed/")
        guard !isSecret, !name.hasPrefix("."), !name.hasSuffix("/lock"),
          let data = FileManager.default.contents(atPath: folder.appending(path: name).path)
        else { continue }
        bytes[name] = String(decoding: data, as: UTF8.self)
      }
      return bytes
    }
  }

  @Test func `case I12: time zone and locale change no byte of any state or output`() throws {
    let here = try played(zone: "UTC", locale: "C")
    let places = [("Europe/Paris", "fr_FR.UTF-8"), ("America/Sao_Paulo", "pt_BR.UTF-8")]

    for (zone, locale) in places {
      let there = try played(zone: zone, locale: locale)
      let names = Set(here.keys).union(there.keys).sorted()
      #expect(names.filter { here[$0] != there[$0] } == [], "\(zone)")
      #expect(names.filter { $0.hasSuffix("/journal.jsonl") }.count > 40)
    }
  }
}
