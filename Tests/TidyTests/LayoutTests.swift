import Foundation
import Testing

/// What stands where in the repository.
struct LayoutTests {
  @Test func `The top level holds the six names and dot-files only`() throws {
    let allowed: Set = ["Package.swift", "Sources", "Tests", "Fixtures", "Makefile", "README.md"]

    let names = try FileManager.default.contentsOfDirectory(atPath: SourceTree.root.path)

    #expect(names.filter { !$0.hasPrefix(".") && !allowed.contains($0) } == [])
  }

  @Test func `The package depends on no other package`() throws {
    let manifest = try String(
      contentsOf: SourceTree.root.appending(path: "Package.swift"),
      encoding: .utf8
    )

    #expect(!manifest.contains(".package("))
  }
}
