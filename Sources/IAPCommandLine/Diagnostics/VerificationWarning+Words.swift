package import IAPCore

extension VerificationWarning {
  /// One phrase for the list of warnings.
  package var words: String {
    switch self {
    case .revocationNotChecked: "revocation not checked: there is no network here"
    case .environmentNotChecked: "environment not checked: --environment was not given"
    case .bundleIDNotChecked: "bundle id not checked: --bundle-id was not given"
    case .appAppleIDNotChecked: "app's Apple ID not checked: --app-apple-id was not given"
    case .appAccountTokenNotChecked: "account not checked: --app-account-token was not given"
    case .deviceNotChecked: "device not checked: --device-id was not given"
    case .notInData(let step): "\(step.subject) not checked: the data does not name one"
    case .unsigned: "unsigned: anyone can have written this"
    case .missingField(let path): "\(path) is missing"
    case .ignoredField(let problem): "ignored: \(problem.words)"
    case .unreadableRecord(let problem): "left out: \(problem.words)"
    case .unknownNotification(let type, let subtype):
      "a notification that is not documented: \(type)" + (subtype.map { " \($0)" } ?? "")
    default: purchaseWords
    }
  }

  private var purchaseWords: String {
    switch self {
    case .onlyInApp: "latest_receipt_info is missing: the purchases are those of receipt.in_app"
    case .inBothLists(let count): "\(count) records present in both lists, each counted once"
    case .copiesDiffer(let id):
      "the two copies of transaction \(id) differ: latest_receipt_info counts"
    case .noPurchases: "no purchases in it: it may be old, refresh the receipt on the device"
    case .zeroLengthPeriod(let id): "zero-length period in transaction \(id)"
    case .datesDisagree(let path): "\(path) is another date than in milliseconds"
    case .receiptExpires(let date):
      "a volume purchase, valid until \(date.forPeople): --as-of asks for a later time"
    case .subscriptionExpired: ReceiptStatus.subscriptionExpired.words
    case .accountNotFound:
      ReceiptStatus.accountNotFound.words + ": treat it as if nothing had ever been bought"
    default: mixtureWords
    }
  }
}

extension VerificationWarning {
  private var mixtureWords: String {
    switch self {
    case .unknownValue(let path, let value): "\(path) has a value that is not documented: \(value)"
    case .statusDisagrees(let state):
      "data.status is \(state.rawValue), \(state.name), and the transaction says otherwise"
    case .unsignedCopyIgnored(let id):
      "the unsigned copy of \(id) differs from the signed one, which counts"
    case .unsignedDateIgnored(let date):
      "what nobody signed is from \(date.forPeople): the clock is that of the signed data"
    case .severalApps(let apps):
      "the inputs are of several apps, and all count: \(apps.joined(separator: ", "));"
        + " --bundle-id names one"
    case .severalEnvironments(let environments):
      "the inputs are of several environments, and all count: "
        + environments.joined(separator: ", ") + "; --environment names one"
    default: "nothing"
    }
  }
}

extension VerificationStepName {
  /// What an expectation is about, as the warnings name it.
  fileprivate var subject: String {
    switch self {
    case .bundleID: "bundle id"
    case .appAppleID: "app's Apple ID"
    default: rawValue
    }
  }
}

extension VerificationStep {
  /// The outcome in a word.
  package var outcomeWord: String {
    switch outcome {
    case .passed: "passed"
    case .failed: "failed"
    case .skipped: "skipped"
    case .notReached: "not reached"
    }
  }

  /// What was found, why it failed, or why it was skipped.
  package var detail: String? {
    switch outcome {
    case .passed(let detail): detail
    case .failed(let failure): failure.words
    case .skipped(let reason): reason.words
    case .notReached: nil
    }
  }
}

extension SkipReason {
  fileprivate var words: String {
    switch self {
    case .notInThisKind: "this kind of data does not have it"
    case .notAsked: "no expectation was given"
    case .signedByRoot: "the named root itself signed, as Xcode does"
    case .notProduction: "only production data has it"
    case .offline: "there is no network here"
    case .unsigned: "there is no signature"
    }
  }
}
