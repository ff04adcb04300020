import IAPCore

/// Where the store is, who acts, and how commands get hold of it.
extension CommandContext {
  /// The customer to act for: `--account`, else `IAP_ACCOUNT`, else `default`.
  func account() throws(UsageError) -> AccountName {
    if let account = options.global.account { return account }
    guard let name = environment.variable("IAP_ACCOUNT") else { return .standard }
    guard AccountName(name).isValid else {
      throw UsageError(
        .invalidValue(place: "IAP_ACCOUNT", found: name, expected: ValueKind.account.expectation),
        command: options.command
      )
    }
    return AccountName(name)
  }

  /// The folder that the user names: `--store`, else `IAP_STORE`; `nil`: `.iap` is looked for.
  var namedFolder: String? {
    (options.global.store ?? environment.variable("IAP_STORE"))
      .map { PathText.absolute($0, from: environment.workingDirectory) }
  }

  /// Why it is this store.
  private var storeOrigin: String {
    if options.global.store != nil { return "--store" }
    if environment.variable("IAP_STORE") != nil { return "IAP_STORE" }
    let here = PathText.absolute(".iap", from: environment.workingDirectory)
    return environment.files.kind(of: here) == .folder ? "in this folder" : "found above"
  }

  /// Why it is this customer.
  private var accountOrigin: String {
    if options.global.account != nil { return "--account" }
    return environment.variable("IAP_ACCOUNT") != nil ? "IAP_ACCOUNT" : "nobody was named"
  }

  /// The state folder: named, or `.iap` in the working directory or above it.
  func storeFolder() throws(SessionFailure) -> String {
    if let namedFolder { return namedFolder }
    var folder: String? = environment.workingDirectory
    while let place = folder {
      let candidate = PathText.absolute(".iap", from: place)
      if environment.files.kind(of: candidate) == .folder { return candidate }
      folder = PathText.parent(of: place)
    }
    throw .noStore
  }

  /// A path that the configuration keeps, as somebody in the working directory would write it.
  func shown(_ path: String, in folder: String) -> String {
    PathText.shown(
      PathText.absolute(path, from: folder),
      from: environment.workingDirectory
    )
  }

  /// Works with the store without changing it.
  func reading<Answer>(_ body: (inout Session) throws -> Answer) throws -> Answer {
    let answer: Answer? = try withStore(.reading) { session, folder in
      if let sources = try changedSources(session, folder: folder) {
        try refuseIfFrozen(sources)
        return nil
      }
      return try named(&session, body)
    }
    return try answer
      ?? loadingFirst(
        { try changing(body) },
        orElse: { try withStore(.reading) { session, _ in try named(&session, body) } }
      )
  }

  /// Answers after the changed catalogue was loaded, or, where it is broken or the store cannot be
  /// written, from what was loaded before, with a warning.
  ///
  /// Only questions are answered so: a command that changes something refuses a broken catalogue.
  func loadingFirst<Answer>(
    _ answer: () throws -> Answer,
    orElse old: () throws -> Answer
  ) throws -> Answer {
    do {
      return try answer()
    } catch SessionFailure.storage(let failure)
      where failure.problem == .readOnly || failure.problem == .permission
    {
      output.warn(
        "the catalogue has changed, but the store cannot be written: answered from what was loaded"
      )
      return try old()
    } catch let failure as SessionFailure where failure.isOfSources {
      let diagnostic = failure.diagnostic
      output.warn("\(diagnostic.message): answered from what was loaded")
      if let why = diagnostic.why { output.warn(why) }
      return try old()
    }
  }

  /// Works with the store alone; what the session performs is committed by it.
  func changing<Answer>(_ body: (inout Session) throws -> Answer) throws -> Answer {
    try withStore(.writing) { session, folder in
      if let sources = try changedSources(session, folder: folder) {
        try refuseIfFrozen(sources)
        _ = try session.refresh(from: sources)
        output.warn("the catalogue has changed and was loaded: \(sources.catalogPath)")
      }
      return try named(&session, body)
    }
  }

  /// Opens the store as it is, whatever became of the catalogue's file.
  func withStore<Answer>(
    _ access: StoreAccess,
    _ body: (inout Session, _ folder: String) throws -> Answer
  ) throws -> Answer {
    try withStorage(access) { storage, folder in
      var session = try Session.open(in: storage, services: services(for: storage))
      output.explain(
        "store \(folder) (\(storeOrigin)), clock \(session.now.forPeople), "
          + "account \(try account()) (\(accountOrigin))"
      )
      return try body(&session, folder)
    }
  }

  /// Opens the store's folder and takes its lock for as long as the body runs.
  func withStorage<Answer>(
    _ access: StoreAccess,
    _ body: (_ storage: any StateStorage, _ folder: String) throws -> Answer
  ) throws -> Answer {
    let folder = try storeFolder()
    let opened: OpenedStore
    do throws(StorageFailure) {
      opened = try environment.stores.open(
        folder,
        for: access,
        command: "iap " + options.command.joined(separator: " ")
      )
    } catch {
      guard error.problem == .missing else { throw SessionFailure.storage(error) }
      throw noStore(at: folder, isThere: false)
    }
    defer { opened.close() }
    do {
      return try body(opened.storage, folder)
    } catch SessionFailure.noStore {
      throw noStore(at: folder, isThere: true)
    }
  }

  private func noStore(at folder: String, isThere: Bool) -> NoStoreThere {
    NoStoreThere(
      folder: PathText.shown(folder, from: environment.workingDirectory),
      isFolderThere: isThere,
      isNamed: namedFolder != nil
    )
  }

  /// What a session needs of the world, for the store in a storage.
  func services(for storage: any StateStorage) throws(SessionFailure) -> SessionServices {
    let configuration = try Session.readConfiguration(in: storage)
    return services(for: storage, environment: configuration.environment)
  }

  func services(
    for storage: any StateStorage,
    environment word: StoreEnvironment
  ) -> SessionServices {
    SessionServices(
      keyring: environment.keyring(storage, word == .xcode),
      cryptography: environment.cryptography,
      offers: environment.offerSigning
    )
  }

  /// Errors that name a product get the names that are near.
  private func named<Answer>(
    _ session: inout Session,
    _ body: (inout Session) throws -> Answer
  ) throws -> Answer {
    do {
      return try body(&session)
    } catch SessionFailure.store(.unknownProduct(let id)) {
      throw UnknownProduct(id: id, known: session.store.catalog.products.map(\.id))
    }
  }

  func refuseIfFrozen(_ sources: StoreSources) throws {
    guard options.global.isFrozen else { return }
    throw Diagnostic(
      code: "catalogChanged",
      message: "the catalogue has changed: \(sources.catalogPath)",
      hint: "leave out --frozen to load it",
      exitCode: .unusableStore
    )
  }

  /// The files that the store was made from, where they are not as they were loaded.
  private func changedSources(_ session: Session, folder: String) throws -> StoreSources? {
    let sources = try sources(of: session.configuration, folder: folder)
    return try sources.flatMap { try session.areInForce($0) ? nil : $0 }
  }

  /// The files that the store was made from, as they are now.
  ///
  /// `nil`: the sample shop, or files that are gone: what was loaded stays.
  func sources(
    of configuration: SessionConfiguration,
    folder: String
  ) throws -> StoreSources? {
    guard configuration.catalog != nil || configuration.entitlements != nil else { return nil }
    do {
      return try StoreFiles.sources(
        catalog: configuration.catalog.map { PathText.absolute($0, from: folder) },
        entitlements: configuration.entitlements.map { PathText.absolute($0, from: folder) },
        in: environment
      )
    } catch let failure as FileFailure {
      let path = PathText.shown(failure.path, from: environment.workingDirectory)
      output.warn("'\(path)' cannot be read, what was loaded of it stays in force")
      return nil
    }
  }
}

extension SessionFailure {
  /// True: a file that the store is made from is not what it should be.
  fileprivate var isOfSources: Bool {
    switch self {
    case .catalog, .entitlementMap, .hostedContents: true
    default: false
    }
  }
}

/// The folder that was named, or found, holds no store.
struct NoStoreThere: Explainable, Equatable {
  let folder: String
  let isFolderThere: Bool
  /// True: by `--store` or `IAP_STORE`.
  let isNamed: Bool

  var diagnostic: Diagnostic {
    Diagnostic(
      code: "noStore",
      message: "no store at '\(folder)'",
      why: isFolderThere ? "the folder holds no config.json" : "there is no such folder",
      hint: isNamed ? "iap init --store " + ShellWord.quoted(folder) : "iap init",
      exitCode: .notFound
    )
  }
}

/// A product that the catalogue does not have, with the ids that are near (case M08).
struct UnknownProduct: Explainable, Equatable {
  let id: ProductID
  let known: [ProductID]

  var diagnostic: Diagnostic {
    let near = NearNames.of(id.rawValue, among: known.map(\.rawValue))
    return Diagnostic(
      code: "unknownProduct",
      message: "no product '\(id)' in the catalogue",
      why: near.isEmpty
        ? nil : "did you mean " + near.map { "'\($0)'" }.joined(separator: " or "),
      hint: "iap products",
      exitCode: .notFound
    )
  }
}
