/// What App Store Connect asks of the customers of a product's win-back offers (rule O-9).
///
/// A `.storekit` file has none of it, as Xcode passes it over: `iap store product` sets it.
package struct WinBackCriteria: Equatable, Sendable, Codable {
  /// Months that were paid for, all together; `nil`: any.
  package var paidMonths: Int?
  /// Months since the subscription ended; `nil`: any.
  package var lapsedMonths: Int?
  /// Months since the customer last took a win-back offer of the group; `nil`: any.
  package var waitMonths: Int?

  package init() {}
}

extension WinBackCriteria {
  /// Why a lapsed subscription does not qualify yet; `nil`: it does.
  func refusal(of subscription: Subscription, at date: Instant) -> OfferIneligibility? {
    if let paidMonths, subscription.paidDays < SubscriptionPeriod(paidMonths, .month).nominalDays {
      return .paidTooShort
    }
    if let lapsedMonths,
      date < subscription.serviceEndDate.adding(CalendarDuration(months: lapsedMonths))
    {
      return .lapsedTooShort
    }
    if let waitMonths, let last = subscription.winBackDate,
      date < last.adding(CalendarDuration(months: waitMonths))
    {
      return .wonBackTooRecently
    }
    return nil
  }
}
