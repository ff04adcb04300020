/// What answering the app's usual question needs of `store.json`: the rest is not decoded.
///
/// The question is asked in loops, and most of its time would go into settings that it never uses.
package struct StoreExcerpt: Equatable, Sendable {
  /// The store's clock.
  package var now: Instant
  /// SHA-256 of the catalogue in force, in hex, and of what belongs to it; `nil`: none was loaded.
  package var catalog: String?
  package var entitlements: String?
  package var downloads: String?
  /// How long the store tries to charge, in days (rule B-1).
  package var billingRetryDays: Int

  init(in storage: any StateStorage) throws(StorageFailure) {
    let file = StateFile.store
    let members = try Session.headerDocument.members(try storage.read(file), path: file.path)
    let content = JSONValue.object(members)
    do throws(JSONShapeError) {
      now = Instant(milliseconds: try Self.integer(content["date"], "date"))
      catalog = try Self.text(content["catalog"], "catalog")
      entitlements = try Self.text(content["entitlements"], "entitlements")
      downloads = try Self.text(content["downloads"], "downloads")
      let days = content["settings"]?["billingRetryDays"]
      billingRetryDays = Int(try Self.integer(days, "settings.billingRetryDays"))
    } catch {
      throw StorageFailure(file, .corrupt(.shape(error)))
    }
  }

  private static func integer(
    _ value: JSONValue?,
    _ path: String
  ) throws(JSONShapeError) -> Int64 {
    guard let value else { throw JSONShapeError(path: path, problem: .missing) }
    guard let number = value.integer else { throw expected("a whole number", value, path) }
    return number
  }

  private static func text(
    _ value: JSONValue?,
    _ path: String
  ) throws(JSONShapeError) -> String? {
    guard let value else { return nil }
    guard let text = value.string else { throw expected("text", value, path) }
    return text
  }

  private static func expected(
    _ kind: String,
    _ value: JSONValue,
    _ path: String
  ) -> JSONShapeError {
    JSONShapeError(path: path, problem: .expected(kind, found: value.kindName))
  }
}
