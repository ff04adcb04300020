/// Makes transactions of scanned bytes; keeps the latest text of each member, as many say the same.
///
/// A history of one app repeats its bundle id, products and types in each line: the same text is
/// made once.
final class TransactionTexts {
  private let latest = UnsafeMutablePointer<String>.allocate(
    capacity: TransactionMember.allCases.count
  )
  private let bytes = UnsafeMutablePointer<UInt8>.allocate(
    capacity: TransactionMember.allCases.count * longest
  )
  private let counts = UnsafeMutablePointer<Int>.allocate(
    capacity: TransactionMember.allCases.count
  )

  /// Longer texts are made anew each time.
  private static let longest = 64

  init() {
    counts.initialize(repeating: 0, count: TransactionMember.allCases.count)
    latest.initialize(repeating: "", count: TransactionMember.allCases.count)
  }

  deinit {
    bytes.deallocate()
    counts.deallocate()
    latest.deinitialize(count: TransactionMember.allCases.count)
    latest.deallocate()
  }

  /// The text of a member that was just scanned; `nil`: it has none.
  fileprivate func text(
    _ member: TransactionMember,
    _ scanner: TransactionScanner,
    _ scanned: UnsafePointer<UInt8>
  ) -> String? {
    let value = scanner[member]
    guard value.kind == .text else { return nil }
    let range = value.content
    let (start, count) = (scanned + range.lowerBound, range.count)
    let kept = bytes + member.rawValue * Self.longest
    if count == counts[member.rawValue], count >= 4,
      UnsafeRawPointer(start).holdsSame(as: kept, count: count)
    {
      return latest[member.rawValue]
    }
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    if count <= Self.longest {
      kept.initialize(from: start, count: count)
      counts[member.rawValue] = count
      latest[member.rawValue] = text
    }
    return text
  }

  /// The transaction in bytes that were just scanned; `nil` where the strict reader has to judge.
  func transaction(
    from scanner: TransactionScanner,
    in bytes: UnsafeBufferPointer<UInt8>
  ) -> Transaction? {
    bytes.baseAddress.flatMap { Transaction(scanner, in: $0, texts: self) }
  }
}

extension Transaction {
  fileprivate init?(
    _ scanner: TransactionScanner,
    in bytes: UnsafePointer<UInt8>,
    texts: TransactionTexts
  ) {
    func text(_ member: TransactionMember) -> String? { texts.text(member, scanner, bytes) }
    func number(_ member: TransactionMember) -> Int64? {
      let value = scanner[member]
      return value.kind == .integer ? value.number : nil
    }
    func date(_ member: TransactionMember) -> Instant? {
      number(member).flatMap { Instant(checkedMilliseconds: $0) }
    }
    func dateIsFine(_ member: TransactionMember) -> Bool {
      scanner[member].kind == .absent || date(member) != nil
    }
    guard let id = text(.transactionId), let product = text(.productId),
      let purchaseDate = date(.purchaseDate),
      dateIsFine(.originalPurchaseDate), dateIsFine(.expiresDate), dateIsFine(.signedDate),
      dateIsFine(.revocationDate)
    else { return nil }
    self.init(
      id: TransactionID(rawValue: id),
      originalID: TransactionID(rawValue: text(.originalTransactionId) ?? id),
      productID: ProductID(rawValue: product),
      purchaseDate: purchaseDate
    )
    webOrderLineItemID = text(.webOrderLineItemId)
    bundleID = text(.bundleId)
    subscriptionGroupID = text(.subscriptionGroupIdentifier)
      .map(SubscriptionGroupID.init(rawValue:))
    originalPurchaseDate = date(.originalPurchaseDate)
    expiresDate = date(.expiresDate)
    quantity = number(.quantity).map { Int($0) }
    type = text(.type).map(ProductType.init(rawValue:))
    appAccountToken = text(.appAccountToken)
    ownershipType = text(.inAppOwnershipType).map(OwnershipType.init(rawValue:))
    signedDate = date(.signedDate)
    environment = text(.environment).map(StoreEnvironment.init(rawValue:))
    storefront = text(.storefront)
    storefrontID = text(.storefrontId)
    reason = text(.transactionReason).map(TransactionReason.init(rawValue:))
    currency = text(.currency)
    price = number(.price)
    appTransactionID = text(.appTransactionId)
    billingPlanType = text(.billingPlanType).map(BillingPlanType.init(rawValue:))
    revocationReason = number(.revocationReason).map { RevocationReason(rawValue: Int($0)) }
    revocationDate = date(.revocationDate)
    revocationType = text(.revocationType).map(RevocationType.init(rawValue:))
    revocationPercentage = number(.revocationPercentage).map { Int($0) }
    let flag = scanner[.isUpgraded]
    isUpgraded = flag.kind == .flag ? flag.number == 1 : nil
    offerType = number(.offerType).map { OfferType(rawValue: Int($0)) }
    offerIdentifier = text(.offerIdentifier).map(OfferID.init(rawValue:))
    offerDiscountType = text(.offerDiscountType).map(OfferDiscountType.init(rawValue:))
    offerPeriod = text(.offerPeriod).flatMap { SubscriptionPeriod(iso8601: $0) }
  }
}
