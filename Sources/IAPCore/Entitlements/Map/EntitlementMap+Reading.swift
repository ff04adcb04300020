extension EntitlementMap {
  /// Reads the document strictly: what is not understood is refused by name.
  package static func read(_ bytes: [UInt8]) throws(EntitlementMapError) -> EntitlementMap {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONParser.parse(bytes)
    } catch {
      throw .syntax(error)
    }
    return try read(value)
  }

  package static func read(_ value: JSONValue) throws(EntitlementMapError) -> EntitlementMap {
    let root = try object(value, .root)
    try checkHeader(value)
    try checkNames(
      root,
      among: ["format", "version", "entitlements", "nonRenewing", "allowAccessDuringBillingRetry"],
      .root
    )
    guard let entitlements = value["entitlements"] else { throw .missing(path: "entitlements") }
    var map = EntitlementMap()
    map.entitlements = try readEntitlements(entitlements)
    if let durations = value["nonRenewing"] { map.nonRenewing = try readDurations(durations) }
    if let flag = value["allowAccessDuringBillingRetry"] {
      guard let allowed = flag.bool else {
        throw expected("a boolean", flag, JSONPath.root.member("allowAccessDuringBillingRetry"))
      }
      map.allowsAccessDuringBillingRetry = allowed
    }
    return map
  }

  private static func checkHeader(_ value: JSONValue) throws(EntitlementMapError) {
    guard let format = value["format"] else { throw .wrongFormat(found: nil) }
    guard format.string == formatName else {
      throw .wrongFormat(found: format.string ?? JSONWriter.text(format, layout: .line))
    }
    guard let found = value["version"] else { throw .missing(path: "version") }
    guard let number = found.integer, number >= 1 else {
      throw .expected(
        "version \(version)",
        found: JSONWriter.text(found, layout: .line),
        path: "version"
      )
    }
    guard number <= version else { throw .newerVersion(found: "\(number)", known: version) }
  }

  private static func readEntitlements(
    _ value: JSONValue
  ) throws(EntitlementMapError) -> [String: [ProductID]] {
    let path = JSONPath.root.member("entitlements")
    var entitlements: [String: [ProductID]] = [:]
    for member in try object(value, path) {
      let place = path.member(member.name)
      guard !member.name.isEmpty else { throw .empty(path: place.description) }
      entitlements[member.name] = try readProducts(member.value, place)
    }
    return entitlements
  }

  private static func readProducts(
    _ value: JSONValue,
    _ path: JSONPath
  ) throws(EntitlementMapError) -> [ProductID] {
    guard let elements = value.array else { throw expected("an array of product ids", value, path) }
    guard !elements.isEmpty else { throw .empty(path: path.description) }
    var products: [ProductID] = []
    for (index, element) in elements.enumerated() {
      let place = path.element(index)
      guard let text = element.string else { throw expected("a product id", element, place) }
      guard !text.isEmpty else { throw .empty(path: place.description) }
      let product = ProductID(text)
      guard !products.contains(product) else {
        throw .duplicateProduct(product, path: place.description)
      }
      products.append(product)
    }
    return products
  }

  private static func readDurations(
    _ value: JSONValue
  ) throws(EntitlementMapError) -> [ProductID: Duration] {
    let path = JSONPath.root.member("nonRenewing")
    var durations: [ProductID: Duration] = [:]
    for member in try object(value, path) {
      let place = path.member(member.name)
      guard !member.name.isEmpty else { throw .empty(path: place.description) }
      durations[ProductID(member.name)] = try readDuration(member.value, place)
    }
    return durations
  }

  private static func readDuration(
    _ value: JSONValue,
    _ path: JSONPath
  ) throws(EntitlementMapError) -> Duration {
    try checkNames(try object(value, path), among: ["duration", "overlap"], path)
    let place = path.member("duration")
    guard let found = value["duration"] else { throw .missing(path: place.description) }
    guard let text = found.string else { throw expected("a duration like P30D", found, place) }
    guard let duration = CalendarDuration(text), duration != CalendarDuration() else {
      throw .invalidDuration(text, path: place.description)
    }
    guard let word = value["overlap"] else { return Duration(duration) }
    let overlapPlace = path.member("overlap")
    guard let text = word.string else { throw expected("extend or latest", word, overlapPlace) }
    guard let overlap = Duration.Overlap(rawValue: text) else {
      let words = Duration.Overlap.allCases.map(\.rawValue)
      throw .invalidOverlap(
        text,
        path: overlapPlace.description,
        nearest: NearNames.of(text, among: words, limit: 1).first
      )
    }
    return Duration(duration, overlap: overlap)
  }

  private static func object(
    _ value: JSONValue,
    _ path: JSONPath
  ) throws(EntitlementMapError) -> [JSONMember] {
    guard let members = value.members else { throw expected("an object", value, path) }
    return members
  }

  private static func checkNames(
    _ members: [JSONMember],
    among names: [String],
    _ path: JSONPath
  ) throws(EntitlementMapError) {
    for member in members where !names.contains(member.name) {
      throw .unknownMember(
        path: path.member(member.name).description,
        nearest: NearNames.of(member.name, among: names, limit: 1).first
      )
    }
  }

  private static func expected(
    _ what: String,
    _ found: JSONValue,
    _ path: JSONPath
  ) -> EntitlementMapError {
    .expected(what, found: found.kindName, path: path.description)
  }
}
