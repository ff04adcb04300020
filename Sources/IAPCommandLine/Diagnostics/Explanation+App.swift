extension Explanation {
  /// What the queue and the rest of the app's side refuse.
  static let appSide = [
    Explanation(
      "stillPending",
      .refused,
      "somebody has to decide first",
      "iap store approve or decline"
    ),
    Explanation(
      "unfinishedTransaction",
      .refused,
      "a non-consumable stands in the queue unfinished",
      "iap finish"
    ),
    Explanation("downloadsUnfinished", .refused, "hosted content is not complete", "iap downloads"),
    Explanation(
      "downloadState",
      .refused,
      "the download is not in a state where this can happen",
      "iap downloads"
    ),
    Explanation(
      "noHostedContent",
      .notFound,
      "Apple hosts nothing for this product",
      "iap products"
    ),
    Explanation(
      "notDelivered",
      .refused,
      "a delivery failed: a transaction stays in the queue, a notification is not received",
      "iap queue, iap store notifications"
    ),
    Explanation(
      "overridesNotAllowed",
      .refused,
      "the store was made without --allow-overrides",
      "make another one: iap init --allow-overrides --store DIR"
    ),
    Explanation(
      "rebuildingLoses",
      .unusableStore,
      "the journal breaks off, so that making the state files again would lose later events; nothing was changed",
      "keep a copy of the folder, then iap doctor --rebuild --accept-loss"
    ),
    Explanation(
      "invalidMap",
      .invalid,
      "the file is no entitlement map",
      "the 'why' has the place"
    ),
    Explanation(
      "catalogChanged",
      .unusableStore,
      "the catalogue's file has changed, and --frozen was given",
      "run it once without --frozen"
    ),
    Explanation(
      "invalidSnapshotName",
      .usage,
      "a snapshot's name has the letters of an account name",
      "iap help arguments"
    ),
    Explanation(
      "snapshotExists",
      .unusableStore,
      "a state is kept under this name already",
      "iap snapshot save NAME --force"
    ),
    Explanation("noKeys", .unusableStore, "a key of the store is missing", "iap store keys rotate"),
    Explanation(
      "unusableKeys",
      .unusableStore,
      "a key of the store is not what it should be",
      "iap store keys rotate"
    ),
    Explanation(
      "cryptographyFailed",
      .unusableStore,
      "libcrypto refused",
      "the 'why' has its number"
    ),
    Explanation(
      "noOfferKey",
      .notFound,
      "the catalogue has no subscription offers key, with which promotional offers are signed",
      "leave out --offer-signature, or make a key in Xcode: Editor > Subscription Offers Key"
    ),
    Explanation(
      "unusableOfferKey",
      .invalid,
      "the catalogue's offer key is no P-256 private key",
      "iap products lint"
    ),
  ]
}
