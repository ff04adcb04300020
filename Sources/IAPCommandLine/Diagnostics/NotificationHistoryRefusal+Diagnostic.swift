import IAPCore

extension NotificationHistoryRefusal: Explainable {
  package var diagnostic: Diagnostic {
    Diagnostic(
      code: rawValue,
      message: words.message,
      hint: words.hint,
      exitCode: self == .transactionIdNotFound ? .notFound : .usage
    )
  }

  private var words: (message: String, hint: String) {
    switch self {
    case .startDateTooFarInPast:
      ("the history reaches 180 days back", "--start with a later time")
    case .startDateAfterEndDate: ("the start is after the end", "--start before --end")
    case .invalidNotificationType:
      ("no notification has this type and subtype", "iap help store advance")
    case .multipleFiltersSupplied:
      ("a type and a transaction cannot be asked for together", "leave one of them out")
    case .transactionIdNotFound: ("no notification is about this transaction", "iap history")
    case .invalidPaginationToken:
      ("the page belongs to another request", "the same options as for the page before")
    }
  }
}
