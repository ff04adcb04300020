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
    if let rules = content["rules"]?.integer {
      try StoreHeader.requireKnown(Int(clamping: rules), in: file)
    }
    let object = FlatObject(partOf: content)
    let settings = FlatObject(partOf: content["settings"] ?? .null)
    do throws(JSONShapeError) {
      now = Instant(milliseconds: try object.required("date", object.number("date")))
      catalog = try object.text("catalog")
      entitlements = try object.text("entitlements")
      downloads = try object.text("downloads")
      let days = try settings.number("billingRetryDays", Int.self)
      billingRetryDays = try settings.required("settings.billingRetryDays", days)
    } catch {
      throw StorageFailure(file, .corrupt(.shape(error)))
    }
  }
}
