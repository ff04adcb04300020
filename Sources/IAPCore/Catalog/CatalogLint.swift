/// Checks whether a `.storekit` file makes sense, beyond being readable.
///
/// Problems come in the file's order as far as reading goes, then check by check; the same file
/// always gives the same list.
package struct CatalogLint {
  /// Everything to know about one file.
  package static func problems(in bytes: [UInt8]) throws(CatalogError) -> [CatalogProblem] {
    problems(in: try CatalogReader.read(bytes))
  }

  /// Everything to know about a file that was read, what reading found included.
  package static func problems(in reading: CatalogReading) -> [CatalogProblem] {
    var lint = CatalogLint(reading)
    lint.checkProductIDs()
    lint.checkTexts()
    lint.checkSharing()
    lint.checkPrices()
    lint.checkGroups()
    lint.checkLevels()
    lint.checkBillingPlans()
    lint.checkOffers()
    return reading.problems + lint.problems
  }

  /// One product of the file with its place, sold or not.
  struct Entry {
    let node: CatalogNode
    let type: ProductType
    /// The enclosing group of an auto-renewable subscription.
    let group: CatalogNode?

    var id: String { node.string("productID") ?? "" }
    var idPlace: String { place("productID") }

    func place(_ member: String) -> String { node.path.member(member).description }

    var period: SubscriptionPeriod? {
      node.string("recurringSubscriptionPeriod").flatMap { SubscriptionPeriod(iso8601: $0) }
    }

    var level: Int { node.value["groupNumber"]?.integer.map { Int($0) } ?? 1 }
  }

  private(set) var problems: [CatalogProblem] = []
  let document: CatalogNode
  let catalog: Catalog
  let entries: [Entry]

  private init(_ reading: CatalogReading) {
    document = reading.document
    catalog = reading.catalog
    let products = document.list("products").map { node in
      let type: ProductType =
        node.string("type") == "Consumable" ? .consumable : .nonConsumable
      return Entry(node: node, type: type, group: nil)
    }
    let passes = document.list("nonRenewingSubscriptions").map {
      Entry(node: $0, type: .nonRenewable, group: nil)
    }
    let subscriptions = document.list("subscriptionGroups").flatMap { group in
      group.list("subscriptions").map { Entry(node: $0, type: .autoRenewable, group: group) }
    }
    entries = products + passes + subscriptions
  }

  mutating func report(_ problem: CatalogProblem) {
    problems.append(problem)
  }

  // MARK: - Products

  private mutating func checkProductIDs() {
    for entry in entries where !entry.id.isEmpty {
      let hasBlanks = entry.id.unicodeScalars.contains { $0.properties.isWhitespace }
      if hasBlanks {
        report(CatalogProblem(.oddWhiteSpace, at: entry.idPlace, found: entry.id))
      } else if !entry.id.utf8.allSatisfy(Self.isUsual) {
        report(CatalogProblem(.unusualProductID, at: entry.idPlace, found: entry.id))
      }
    }
    checkShadows()
  }

  /// App Store Connect takes letters, digits, underscores and periods; hyphens are in use too.
  private static func isUsual(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Ids that differ only in case or white space: the one stands in the other's way.
  private mutating func checkShadows() {
    var first: [String: Entry] = [:]
    for entry in entries where !entry.id.isEmpty {
      let key = String(
        String.UnicodeScalarView(entry.id.unicodeScalars.filter { !$0.properties.isWhitespace })
      ).lowercased()
      guard let other = first[key] else {
        first[key] = entry
        continue
      }
      guard other.id != entry.id else { continue }
      report(
        CatalogProblem(
          .shadowingProductID,
          at: entry.idPlace,
          found: entry.id,
          expected: other.id,
          otherPath: other.idPlace
        )
      )
    }
  }

  /// Only non-consumables and auto-renewable subscriptions can be shared (rule P-7).
  private mutating func checkSharing() {
    for entry in entries where entry.type == .consumable || entry.type == .nonRenewable {
      if entry.node.value["familyShareable"] == true {
        report(
          CatalogProblem(
            .notShareable,
            at: entry.place("familyShareable"),
            found: entry.type.rawValue
          )
        )
      }
    }
  }

  // MARK: - Texts

  private mutating func checkTexts() {
    for entry in entries { checkTexts(of: entry.node, isRequired: true) }
    for group in document.list("subscriptionGroups") { checkTexts(of: group, isRequired: false) }
  }

  private mutating func checkTexts(of node: CatalogNode, isRequired: Bool) {
    let texts = node.list("localizations")
    if texts.isEmpty, isRequired {
      report(
        CatalogProblem(
          .emptyLocalizations,
          at: node.path.member("localizations").description,
          found: node.string("productID")
        )
      )
    }
    var placeOfLocale: [String: String] = [:]
    for text in texts {
      let place = text.path.member("locale").description
      let written = text.string("locale") ?? ""
      checkName(of: text)
      if let unknown = Self.unknownLocale(written) {
        report(
          CatalogProblem(.unknownLocale, at: place, found: written, expected: unknown.near.first)
        )
      }
      let key = LocaleName.canonical(written) ?? written
      if let other = placeOfLocale[key] {
        report(CatalogProblem(.duplicateLocale, at: place, found: written, otherPath: other))
      } else {
        placeOfLocale[key] = place
      }
    }
  }

  private mutating func checkName(of text: CatalogNode) {
    let name = text.string("displayName") ?? ""
    if name.allSatisfy(\.isWhitespace) {
      report(
        CatalogProblem(
          .emptyDisplayName,
          at: text.path.member("displayName").description,
          found: text.string("locale")
        )
      )
    }
  }

  private static func unknownLocale(_ text: String) -> UnknownLocale? {
    do throws(UnknownLocale) {
      _ = try LocaleName(text)
      return nil
    } catch {
      return error
    }
  }
}
