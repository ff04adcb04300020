// Foundation's JSONDecoder over a file of decoded transactions, one a line: transactions a second.
import Foundation

struct DecodedTransaction: Decodable {
  var transactionId: String
  var originalTransactionId: String
  var webOrderLineItemId: String?
  var bundleId: String?
  var productId: String
  var subscriptionGroupIdentifier: String?
  var purchaseDate: Int64
  var originalPurchaseDate: Int64?
  var expiresDate: Int64?
  var quantity: Int?
  var type: String?
  var appAccountToken: String?
  var inAppOwnershipType: String?
  var signedDate: Int64?
  var revocationReason: Int?
  var revocationDate: Int64?
  var isUpgraded: Bool?
  var offerType: Int?
  var offerIdentifier: String?
  var environment: String?
  var storefront: String?
  var storefrontId: String?
  var transactionReason: String?
  var currency: String?
  var price: Int64?
  var appTransactionId: String?
}

let data = try Data(contentsOf: URL(filePath: CommandLine.arguments[1]))
let lines = data.split(separator: 0x0A)
let start = ContinuousClock.now
var count = 0
for line in lines {
  let transaction = try JSONDecoder().decode(DecodedTransaction.self, from: line)
  if !transaction.transactionId.isEmpty { count += 1 }
}
let seconds = (ContinuousClock.now - start) / .seconds(1)
print(Int(Double(count) / seconds))
