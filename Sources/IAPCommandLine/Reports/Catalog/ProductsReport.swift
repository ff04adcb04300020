package import IAPCore

/// The catalogue as the app of one account sees it.
package struct ProductsReport: Report, Equatable {
  package var answer: AccountListing

  package init(_ answer: AccountListing) { self.answer = answer }

  package init(_ listing: ProductListing) { answer = AccountListing(listing: listing) }

  var listing: ProductListing { answer.listing }

  package var exitCode: ExitCode { listing.invalid.isEmpty ? .success : .notFound }

  /// What stderr says about ids that no product has; `nil`: all were found (case M08).
  package var diagnostic: Diagnostic? {
    guard let first = listing.invalid.first else { return nil }
    var meant: [ProductID] = []
    for id in listing.invalid.flatMap(\.near) where !meant.contains(id) { meant.append(id) }
    return Diagnostic(
      code: "unknownProduct",
      message: "no product " + quoted(listing.invalid.map(\.id)),
      why: meant.isEmpty
        ? nil : "ids are compared exactly; did you mean \(quoted(Array(meant.prefix(3))))?",
      hint: first.near.first.map { "iap products " + ShellWord.quoted($0.rawValue) }
        ?? "iap products",
      exitCode: .notFound
    )
  }

  private func quoted(_ ids: [ProductID]) -> String {
    ids.map { "'\($0)'" }.joined(separator: ", ")
  }

  // MARK: - JSON

  package var json: JSONValue {
    .object([
      "products": .array(listing.products.map(json)),
      "invalidProductIds": .strings(listing.invalid.map(\.id.rawValue)),
    ])
  }

  private func json(_ product: ListedProduct) -> JSONValue {
    let eligibility = answer.offers[product.id]
    return .object([
      "id": .string(product.id.rawValue),
      "type": .string(product.type.rawValue),
      "displayName": .string(product.displayName),
      "description": .string(product.description),
      "price": .string(product.price.text),
      "currency": .string(product.currency),
      "displayPrice": .string(product.displayPrice),
      "familyShareable": .boolean(product.isFamilyShareable),
      "subscription": product.subscription.map { json($0, eligibility) },
      "now": eligibility.map(json),
    ])
  }

  /// What a plain purchase would cost this account now; not `charged`: it has the product already.
  private func json(_ eligibility: ListedEligibility) -> JSONValue {
    .object([
      "charged": .boolean(eligibility.report.priceNow != nil),
      "price": eligibility.report.priceNow.map { .string(Price(milliunits: $0).text) },
      "displayPrice": eligibility.displayPriceNow.map { .string($0) },
      "introductoryOffer": eligibility.report.introductory.json,
    ])
  }

  private func json(_ info: ListedSubscription, _ answers: ListedEligibility?) -> JSONValue {
    func list(_ offers: [ListedOffer]) -> JSONValue {
      .array(offers.map { json($0, answers) })
    }
    return .object([
      "groupId": .string(info.groupID.rawValue),
      "groupName": .string(info.groupName),
      "groupLevel": .integer(info.groupLevel),
      "period": .string(info.period.iso8601),
      "introductoryOffers": list(info.introductoryOffers),
      "promotionalOffers": list(info.promotionalOffers),
      "winBackOffers": list(info.winBackOffers),
      "codeOffers": list(info.codeOffers),
      "billingPlans": info.billingPlans.isEmpty ? nil : .array(info.billingPlans.map(json)),
    ])
  }

  private func json(_ listed: ListedOffer, _ answers: ListedEligibility?) -> JSONValue {
    let offer = listed.offer
    let isCode = offer.type == .offerCode
    return .object([
      "id": offer.id.map { .string($0.rawValue) },
      "mode": .string(listed.mode),
      "period": .string(offer.period.iso8601),
      "periodCount": .integer(offer.periodCount),
      "price": .string(offer.paymentMode == .freeTrial ? "0" : offer.price.text),
      "displayPrice": .string(listed.displayPrice),
      "billingPlanType": offer.billingPlanType.map { .string($0.rawValue) },
      "eligibility": isCode ? .strings(offer.eligibility.sorted().map(\.rawValue)) : nil,
      "stackable": isCode ? .boolean(offer.isStackable) : nil,
      "now": answers.map { $0.answer(to: offer).json },
    ])
  }

  private func json(_ listed: ListedBillingPlan) -> JSONValue {
    .object([
      "type": .string(listed.plan.type.rawValue),
      "price": .string(listed.plan.price.text),
      "displayPrice": .string(listed.displayPrice),
      "commitmentPrice": .string(listed.plan.commitmentPrice.text),
      "commitmentDisplayPrice": .string(listed.commitmentDisplayPrice),
      "enabled": .boolean(listed.plan.isEnabled),
    ])
  }
}
