/// What reading one `.storekit` file gives.
package struct CatalogReading: Equatable, Sendable {
  package var catalog: Catalog
  /// What was ignored, replaced or left unsold, in the order in which it was met.
  package var problems: [CatalogProblem]
  /// Settings of the file that differ from the defaults and are honoured, to be shown at start.
  package var settings: [CatalogSetting]
  /// The file's value, for the checks that need more than the catalogue keeps.
  let document: CatalogNode
}

/// Reads `.storekit` files of every version; it never writes one.
///
/// Total: any bytes give a catalogue or a `CatalogError`. What Xcode would not read is not honoured
/// but reported: what works here has to work there.
package struct CatalogReader {
  /// The largest catalogue seen has 60 kB.
  package static let maximumSize = 32 << 20

  private(set) var problems: [CatalogProblem] = []
  private var products: [Product] = []
  private var groups: [SubscriptionGroup] = []
  private var placeOfProduct: [ProductID: String] = [:]
  private var placeOfGroup: [SubscriptionGroupID: String] = [:]

  /// Reads one file.
  package static func read(_ bytes: [UInt8]) throws(CatalogError) -> CatalogReading {
    let document = CatalogNode(value: try parse(bytes), path: .root)
    var reader = CatalogReader()
    return try reader.catalog(document)
  }

  /// Which file inside an opened package directory holds the catalogue (storekit-format 1).
  ///
  /// `nil` when none of the entries does; the rule works on bare names and on deeper listings.
  package static func configuration(inPackageOf entries: [String]) -> String? {
    let candidates = entries.filter { $0.hasSuffix(".storekit") && !$0.contains("/") }.sorted {
      $0.isBefore($1)
    }
    return candidates.first { $0 == "Configuration.storekit" }
      ?? (candidates.count == 1 ? candidates[0] : nil)
  }

  private static func parse(_ bytes: [UInt8]) throws(CatalogError) -> JSONValue {
    guard bytes.count <= maximumSize else {
      throw .tooLarge(bytes: bytes.count, limit: maximumSize)
    }
    let start = bytes.drop { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    guard !start.isEmpty else { throw .empty }
    let lists = ["<?xml", "<!DOCTYPE plist", "<plist", "bplist"]
    if lists.contains(where: { start.starts(with: $0.utf8) }) { throw .propertyList }
    do throws(JSONSyntaxError) {
      return try JSONParser.parse(bytes)
    } catch {
      throw .notJSON(error)
    }
  }

  private mutating func catalog(_ document: CatalogNode) throws(CatalogError) -> CatalogReading {
    guard document.value.members != nil else { throw .notACatalog(members: []) }
    let lists = ["products", "nonRenewingSubscriptions", "subscriptionGroups"]
    guard lists.contains(where: { document.value[$0] != nil }) else {
      throw .notACatalog(members: Array(document.memberNames.prefix(5)))
    }
    noteMembers(of: document, as: .top)
    noteWhatIsNotSold(in: document)
    let version = try version(of: document)
    try readProducts(of: document)
    try readGroups(of: document)
    var settings = CatalogSettingsReader()
    try settings.read(document.object("settings"))
    let keyPair = try keyPair(of: document)
    problems += settings.problems
    return CatalogReading(
      catalog: Catalog(
        products: products,
        groups: groups,
        storeSettings: settings.store,
        accountSettings: settings.account,
        offersKeyPair: keyPair,
        version: version
      ),
      problems: problems,
      settings: settings.honoured,
      document: document
    )
  }

  mutating func report(_ problem: CatalogProblem) {
    problems.append(problem)
  }

  // MARK: - The file

  private static let knownVersions: [(major: Int, minor: Int)] = [
    (1, 0), (1, 1), (1, 2), (2, 0), (3, 0), (4, 0), (5, 0), (6, 3),
  ]

  private mutating func version(of document: CatalogNode) throws(CatalogError) -> CatalogVersion {
    guard let node = try document.object("version") else {
      report(CatalogProblem(.missingVersion, at: "version"))
      return Catalog().version
    }
    noteMembers(of: node, as: .version)
    guard let major = try node.integer("major") else {
      throw .missing(path: node.path.member("major").description)
    }
    let minor = try node.integer("minor") ?? 0
    if !Self.knownVersions.contains(where: { $0 == (major, minor) }) {
      let newest = Self.knownVersions.last ?? (0, 0)
      let isNewer = (major, minor) > newest
      report(
        CatalogProblem(
          isNewer ? .newerVersion : .unknownVersion,
          at: node.place,
          found: "\(major).\(minor)",
          expected: "\(newest.major).\(newest.minor)"
        )
      )
    }
    return CatalogVersion(major: major, minor: minor)
  }

  private mutating func keyPair(of document: CatalogNode) throws(CatalogError) -> OffersKeyPair? {
    guard let node = try document.object("subscriptionOffersKeyPair") else { return nil }
    noteMembers(of: node, as: .keyPair)
    let (id, key) = (try node.text("id") ?? "", try node.text("privateKey") ?? "")
    guard !id.isEmpty, !key.isEmpty else {
      report(
        CatalogProblem(.keyPairUnusable, at: node.place, expected: id.isEmpty ? "id" : "privateKey")
      )
      return nil
    }
    return OffersKeyPair(id: id, privateKey: key)
  }

  /// Suites, bundles and hand-made lists of products: nothing in them can be bought.
  private mutating func noteWhatIsNotSold(in document: CatalogNode) {
    for name in ["subscriptionSuiteGroups", "subscriptionBundleGroups"] {
      for node in document.list(name) {
        report(CatalogProblem(.suitesNotSold, at: node.place, found: node.string("name")))
      }
    }
    for name in document.memberNames {
      guard let list = CatalogObject.top.misnamedMembers[name],
        let first = document.list(name).first
      else { continue }
      report(
        CatalogProblem(
          .misplacedProducts,
          at: first.place,
          found: first.string("productID") ?? name,
          expected: list
        )
      )
    }
  }

  /// Reports members that this kind of object does not have.
  mutating func noteMembers(of node: CatalogNode, as kind: CatalogObject) {
    let (known, misnamed) = (kind.memberNames, kind.misnamedMembers)
    for name in node.memberNames where !known.contains(name) {
      let place = node.path.member(name).description
      if let meant = misnamed[name] {
        report(CatalogProblem(.misnamedMember, at: place, found: name, expected: meant))
      } else {
        let near = NearNames.of(name, among: known, limit: 1).first
        report(CatalogProblem(.unknownMember, at: place, found: name, expected: near))
      }
    }
  }

  // MARK: - Products and groups

  private mutating func readProducts(of document: CatalogNode) throws(CatalogError) {
    for node in try document.objects("products") {
      noteMembers(of: node, as: .product)
      if let type = try type(of: node) { try add(product(node, type: type), at: node) }
    }
    for node in try document.objects("nonRenewingSubscriptions") {
      noteMembers(of: node, as: .product)
      try noteType(of: node, expected: "NonRenewingSubscription")
      try add(product(node, type: .nonRenewable), at: node)
    }
  }

  private mutating func readGroups(of document: CatalogNode) throws(CatalogError) {
    for node in try document.objects("subscriptionGroups") {
      noteMembers(of: node, as: .group)
      let id = SubscriptionGroupID(try node.requiredText("id"))
      let group = SubscriptionGroup(
        id: id,
        name: try node.text("name") ?? "",
        localizations: try localizations(of: node)
      )
      if let first = placeOfGroup[id] {
        report(
          CatalogProblem(.duplicateGroupID, at: node.place, found: id.rawValue, otherPath: first)
        )
      } else {
        placeOfGroup[id] = node.place
        groups.append(group)
      }
      for subscription in try node.objects("subscriptions") {
        noteMembers(of: subscription, as: .subscription)
        try noteType(of: subscription, expected: "RecurringSubscription")
        try add(self.subscription(subscription, in: id), at: subscription)
      }
    }
  }

  /// The first product of an id is the one that is sold (case M10).
  private mutating func add(_ product: Product, at node: CatalogNode) {
    let place = node.path.member("productID").description
    guard !product.id.rawValue.isEmpty else {
      report(CatalogProblem(.emptyProductID, at: place))
      return
    }
    if let first = placeOfProduct[product.id] {
      report(
        CatalogProblem(
          .duplicateProductID,
          at: place,
          found: product.id.rawValue,
          otherPath: first
        )
      )
      return
    }
    placeOfProduct[product.id] = place
    products.append(product)
  }

  private mutating func type(of node: CatalogNode) throws(CatalogError) -> ProductType? {
    let text = try node.requiredText("type")
    switch text {
    case "Consumable": return .consumable
    case "NonConsumable": return .nonConsumable
    case "NonRenewingSubscription":
      report(
        CatalogProblem(
          .misplacedProductType,
          at: node.path.member("type").description,
          found: text,
          expected: "nonRenewingSubscriptions"
        )
      )
      return .nonRenewable
    default:
      let allowed = ["Consumable", "NonConsumable"]
      report(
        CatalogProblem(
          .unknownProductType,
          at: node.path.member("type").description,
          found: text,
          expected: NearNames.of(text, among: allowed, limit: 1).first
        )
      )
      return nil
    }
  }

  /// In these lists the place decides; another type is only remarked.
  private mutating func noteType(
    of node: CatalogNode,
    expected: String
  ) throws(CatalogError) {
    guard let type = try node.text("type"), type != expected else { return }
    report(
      CatalogProblem(
        .misplacedProductType,
        at: node.path.member("type").description,
        found: type,
        expected: expected
      )
    )
  }
}
