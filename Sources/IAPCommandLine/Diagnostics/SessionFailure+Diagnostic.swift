import IAPCore

extension HistoryFailure: Explainable {
  package var diagnostic: Diagnostic {
    (underlying as? any Explainable)?.diagnostic ?? StoreError.history(self).diagnostic
  }
}

extension SessionFailure: Explainable {
  package var diagnostic: Diagnostic {
    switch self {
    case .storage(let failure): failure.diagnostic
    case .history(let failure), .store(.history(let failure)): failure.diagnostic
    case .store(let error): error.diagnostic
    case .queue(let error): error.diagnostic
    case .downloads(let error): error.diagnostic
    case .signing(let failure): failure.diagnostic
    case .offline(let account): StoreError.offline(account).diagnostic
    case .catalog(let error, let path): CatalogFileError(file: path, error: error).diagnostic
    case .entitlementMap(let error, let path): error.diagnostic(path: path)
    case .hostedContents(let error, let path): error.diagnostic(path: path)
    default: ownDiagnostic
    }
  }

  private var ownDiagnostic: Diagnostic {
    switch self {
    case .noStore:
      Diagnostic(
        code: "noStore",
        message: "no store here",
        why: "no .iap in this folder or above it",
        hint: "iap init",
        exitCode: .notFound
      )
    case .storeExists:
      Diagnostic(
        code: "storeExists",
        message: "there is a store already",
        hint: "iap init --force",
        exitCode: .unusableStore
      )
    case .overridesNotAllowed:
      Diagnostic(
        code: "overridesNotAllowed",
        message: "this store does not allow overrides",
        why: "it was made without --allow-overrides",
        hint: "iap help override",
        exitCode: .refused
      )
    case .rebuildingLoses(let events, let failure):
      Diagnostic(
        code: "rebuildingLoses",
        message: "the journal can be followed for \(events) events only, the rest would be lost",
        why: [failure.diagnostic.message, failure.diagnostic.why].compactMap(\.self)
          .joined(separator: ": "),
        hint: "iap doctor --rebuild --accept-loss",
        exitCode: .unusableStore
      )
    case .cannotRebuild(let failure, let snapshots): Self.needed(failure, snapshots)
    case .unknownEntitlement(let name):
      Diagnostic(
        code: "unknownEntitlement",
        message: "no entitlement '\(name)'",
        hint: "iap entitlements",
        exitCode: .notFound
      )
    case .unknownAccount(let name, let known): Self.unknownAccount(name, known)
    case .noHostedContent(let product):
      Diagnostic(
        code: "noHostedContent",
        message: "'\(product)' has no hosted content",
        exitCode: .notFound
      )
    default: snapshotDiagnostic
    }
  }

  /// What has to be put back by hand: everything else is made from it.
  private static func needed(_ failure: StorageFailure, _ snapshots: [String]) -> Diagnostic {
    let found = failure.diagnostic
    let reason = [found.message, found.why].compactMap(\.self).joined(separator: ": ")
    let hint: String
    if failure.path.hasPrefix(StateFolder.catalogs.path + "/") {
      hint = "iap doctor --rebuild --catalog FILE"
    } else if let snapshot = snapshots.last {
      hint = "iap snapshot load \(snapshot)"
    } else {
      hint = "iap init --force"
    }
    return Diagnostic(
      code: "cannotRebuild",
      message: "the store cannot be made again without '\(failure.path)'",
      why: reason,
      hint: hint,
      exitCode: .unusableStore
    )
  }

  private static func unknownAccount(_ name: AccountName, _ known: [AccountName]) -> Diagnostic {
    let near = NearNames.of(name.rawValue, among: known.map(\.rawValue)).first
    return Diagnostic(
      code: "unknownAccount",
      message: "no account '\(name)'",
      why: "accounts: " + known.prefix(20).map(\.rawValue).joined(separator: " "),
      hint: near.map { "--account \($0)" } ?? "iap store account add \(name)",
      exitCode: .notFound
    )
  }

  private var snapshotDiagnostic: Diagnostic {
    switch self {
    case .unknownSnapshot(let name, let known):
      Diagnostic(
        code: "unknownSnapshot",
        message: "no snapshot '\(name)'",
        why: known.isEmpty ? "none was saved" : "saved: " + known.joined(separator: " "),
        hint: NearNames.of(name, among: known).first.map { "iap snapshot load \($0)" }
          ?? (known.isEmpty ? "iap snapshot save \(name)" : "iap snapshot list"),
        exitCode: .notFound
      )
    case .snapshotExists(let name):
      Diagnostic(
        code: "snapshotExists",
        message: "there is a snapshot '\(name)' already",
        hint: "iap snapshot save \(name) --force",
        exitCode: .unusableStore
      )
    case .invalidSnapshotName(let name):
      Diagnostic(
        code: "invalidSnapshotName",
        message: "'\(name)' is no name of a snapshot",
        why: "expected " + ValueKind.name.expectation,
        exitCode: .usage
      )
    default: Diagnostic.unforeseen(self)
    }
  }
}
