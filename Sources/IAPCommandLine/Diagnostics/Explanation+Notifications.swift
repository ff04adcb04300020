extension Explanation {
  /// What Apple's server says to a request for the notification history (rule D-6).
  static let notificationHistory: [Explanation] = [
    Explanation(
      "startDateTooFarInPast",
      .usage,
      "the notification history reaches 180 days back",
      "iap help store notifications history"
    ),
    Explanation(
      "startDateAfterEndDate",
      .usage,
      "the notification history is asked for with a start after its end",
      "iap help store notifications history"
    ),
    Explanation(
      "invalidNotificationType",
      .usage,
      "no notification has this type and subtype",
      "iap help store notifications history"
    ),
    Explanation(
      "multipleFiltersSupplied",
      .usage,
      "the notification history is asked for by type or by transaction, not by both",
      "iap help store notifications history"
    ),
    Explanation(
      "transactionIdNotFound",
      .notFound,
      "no notification is about this transaction",
      "iap history"
    ),
    Explanation(
      "invalidPaginationToken",
      .usage,
      "the page of the notification history belongs to another request",
      "iap help store notifications history"
    ),
  ]
}
