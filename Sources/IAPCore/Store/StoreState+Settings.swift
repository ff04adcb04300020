extension StoreState {
  /// Changes settings, in the order of the table of keys.
  mutating func set(_ event: SetEvent, in context: StoreContext) throws(StoreError) {
    for name in event.values.keys.sorted(by: { $0.isBefore($1) })
    where SettingKey(rawValue: name) == nil {
      throw .unknownSetting(name)
    }
    let wereOnline = Set(accounts.values.filter(\.settings.network).map(\.name))
    for key in SettingKey.allCases {
      guard let value = event.values[key.rawValue] else { continue }
      try apply(key, value, allAccounts: event.allAccounts, in: context)
      let subject = ChangeSubject(key: key.rawValue, value: value)
      context.output.send(change(.settingChanged, of: subject, in: context))
    }
    for account in accounts.values.sorted(by: { $0.ordinal < $1.ordinal })
    where account.settings.network && !wereOnline.contains(account.name) {
      deliverWaiting(to: account.name, output: context.output)
    }
  }

  private mutating func apply(
    _ key: SettingKey,
    _ value: String,
    allAccounts: Bool,
    in context: StoreContext
  ) throws(StoreError) {
    var isValid: Bool
    switch key.scope {
    case .store: isValid = key.apply(value, to: &header.settings)
    case .account:
      isValid = key.apply(value, to: &self[context.account].settings)
      if allAccounts {
        isValid = key.apply(value, to: &header.accountDefaults) && isValid
        for name in accounts.keys.sorted() {
          isValid = key.apply(value, to: &self[name].settings) && isValid
        }
      }
    }
    guard isValid else {
      throw .invalidSetting(key: key.rawValue, value: value, allowed: key.allowed)
    }
  }

  /// The network is back: the app hears of everything that waited, in order.
  private mutating func deliverWaiting(to account: AccountName, output: ChangeOutput) {
    let waiting = self[account].undelivered
    self[account].undelivered = []
    for item in waiting {
      output.send(
        StoreChange(
          date: header.now,
          account: account,
          kind: .delivered,
          transaction: item.transaction,
          isRevision: true,
          delivery: item.kind
        )
      )
    }
  }
}
