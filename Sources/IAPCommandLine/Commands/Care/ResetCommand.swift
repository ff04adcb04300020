import IAPCore

/// `iap reset`: back to the state after `init`.
enum ResetCommand: Command {
  static let words = "reset"
  static var spec: CommandSpec {
    CommandSpec(
      "Go back to the state after init",
      options: [
        OptionSpec("settings", help: "only the settings, to the catalogue file's; purchases stay")
      ],
      details: [
        "--settings resets the bank too: where it accepts renewals again, what is in billing retry is charged now, as by store billing fix."
      ],
      examples: [
        .init("iap reset", "same keys, same start of the clock")
      ]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let account = try context.account()
    let isSettingsOnly = context.options.has("settings")
    let date = try context.withStore(.writing) { session, _ in
      if isSettingsOnly {
        try resetSettings(of: &session, account: account)
      } else {
        try session.reset()
      }
      return session.now
    }
    context.output.show(ResetReport(date: date, isSettingsOnly: isSettingsOnly))
    return .success
  }

  /// Every setting as the catalogue's file has it, for the store and all accounts.
  private static func resetSettings(
    of session: inout Session,
    account: AccountName
  ) throws {
    let catalog = session.store.catalog
    var values = SettingsText.settable(catalog.storeSettings, catalog.accountSettings)
    values["fail"] = "all off"
    try session.perform(.set(SetEvent(values, allAccounts: true)), by: account)
    for (operation, failure) in catalog.accountSettings.failures.sorted(by: {
      $0.key.rawValue.isBefore($1.key.rawValue)
    }) {
      let value = "\(operation.rawValue) \(failure.rawValue)"
      try session.perform(.set(SetEvent(["fail": value], allAccounts: true)), by: account)
    }
    try resetBank(of: &session, fails: catalog.accountSettings.billingFails)
  }

  /// The bank answers every customer as the file says, whatever was said of single subscriptions.
  private static func resetBank(of session: inout Session, fails: Bool) throws {
    for name in try session.accounts().map(\.name) {
      let account = try session.account(name)
      let answers =
        [account.settings.billingFails] + account.subscriptions.compactMap(\.billingFails)
      guard answers.contains(!fails) else { continue }
      let operand = OptionalSubscriptionOperand()
      try session.perform(fails ? .billingFail(operand) : .billingFix(operand), by: name)
    }
  }
}
