// Renewals a second in one `advance` of the store's engine, and the memory that grows meanwhile.
//
// usage: IAPBench ACCOUNTS YEARS      prints RENEWALS-A-SECOND RENEWALS KIB-BEFORE KIB-AFTER
import IAPCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Renewing asks nothing of the past.
struct NoPast: TransactionHistory {
  func transaction(_ id: TransactionID, of account: AccountName) -> Transaction? { nil }

  func newest(
    of product: ProductID,
    of account: AccountName,
    where isEnough: (Transaction) -> Bool
  ) -> Transaction? { nil }

  func all(of account: AccountName) -> [Transaction] { [] }
}

/// The most memory that the process ever had, in KiB.
func peakMemory() -> Int {
  var usage = rusage()
  #if canImport(Glibc)
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss
  #else
  getrusage(RUSAGE_SELF, &usage)
  return usage.ru_maxrss / 1024
  #endif
}

let operands = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let accounts = operands.first ?? 1_000
let years = operands.dropFirst().first ?? 20

var store = StoreState(
  now: StoreState.earliest,
  seed: 1,
  configuration: StoreConfiguration(),
  catalog: try CatalogReader.read(Array(SampleShop.catalog.utf8)).catalog
)
for number in 1...accounts {
  let name = AccountName("customer\(number)")
  let add = Event.accountAdd(AccountAddEvent(name: name))
  _ = try store.apply(add, by: .standard, history: NoPast(), checks: .none) { _ in }
  let purchase = Event.purchase(PurchaseEvent(id: "pro_monthly"))
  _ = try store.apply(purchase, by: name, history: NoPast(), checks: .none) { _ in }
}

var renewals = 0
let before = peakMemory()
let clock = ContinuousClock()
let advance = Event.advance(AdvanceEvent(by: CalendarDuration(months: 12 * years)))
let elapsed = try clock.measure {
  _ = try store.apply(advance, by: .standard, history: NoPast(), checks: .none) { change in
    if change.kind == .renewed { renewals += 1 }
  }
}
let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
print(Int(Double(renewals) / seconds), renewals, before, peakMemory())
