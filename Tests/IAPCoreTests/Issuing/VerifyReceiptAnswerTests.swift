import IAPCore
import Testing

/// The JSON that Apple's verifyReceipt would answer for a receipt of the store.
struct VerifyReceiptAnswerTests {
  @Test func `A subscription that was refunded, with all three forms of every date`() throws {
    let answer = answer(latest: [subscription], renewals: [renewal])

    #expect(
      JSONWriter.text(answer.json) == """
        {
          "environment": "Sandbox",
          "latest_receipt": "AQI=",
          "latest_receipt_info": [
            {
              "app_account_token": "7b2f4d5e-0000-4000-8000-000000000001",
              "cancellation_date": "2026-07-15 00:00:00 Etc/GMT",
              "cancellation_date_ms": "1784073600500",
              "cancellation_date_pst": "2026-07-14 17:00:00 America/Los_Angeles",
              "cancellation_reason": "1",
              "expires_date": "2026-04-01 12:00:00 Etc/GMT",
              "expires_date_ms": "1775044800000",
              "expires_date_pst": "2026-04-01 05:00:00 America/Los_Angeles",
              "in_app_ownership_type": "PURCHASED",
              "is_in_intro_offer_period": "false",
              "is_trial_period": "false",
              "is_upgraded": "true",
              "original_purchase_date": "2026-03-01 12:00:00 Etc/GMT",
              "original_purchase_date_ms": "1772366400000",
              "original_purchase_date_pst": "2026-03-01 04:00:00 America/Los_Angeles",
              "original_transaction_id": "20",
              "product_id": "pro",
              "promotional_offer_id": "back",
              "purchase_date": "2026-03-01 12:00:00 Etc/GMT",
              "purchase_date_ms": "1772366400000",
              "purchase_date_pst": "2026-03-01 04:00:00 America/Los_Angeles",
              "quantity": "1",
              "subscription_group_identifier": "G",
              "transaction_id": "20",
              "web_order_line_item_id": "9"
            }
          ],
          "pending_renewal_info": [
            {
              "auto_renew_product_id": "pro_yearly",
              "auto_renew_status": "0",
              "expiration_intent": "2",
              "grace_period_expires_date": "2026-03-01 12:00:00 Etc/GMT",
              "grace_period_expires_date_ms": "1772366400000",
              "grace_period_expires_date_pst": "2026-03-01 04:00:00 America/Los_Angeles",
              "is_in_billing_retry_period": "1",
              "original_transaction_id": "20",
              "price_consent_status": "0",
              "price_increase_status": "0",
              "product_id": "pro"
            }
          ],
          "receipt": {
            "adam_id": 0,
            "app_item_id": 0,
            "application_version": "1.0",
            "bundle_id": "com.example",
            "download_id": 0,
            "in_app": [],
            "original_application_version": "1.0",
            "original_purchase_date": "2013-08-01 07:00:00 Etc/GMT",
            "original_purchase_date_ms": "1375340400000",
            "original_purchase_date_pst": "2013-08-01 00:00:00 America/Los_Angeles",
            "receipt_creation_date": "2026-03-01 12:00:00 Etc/GMT",
            "receipt_creation_date_ms": "1772366400000",
            "receipt_creation_date_pst": "2026-03-01 04:00:00 America/Los_Angeles",
            "receipt_type": "ProductionSandbox",
            "request_date": "2026-03-01 12:00:00 Etc/GMT",
            "request_date_ms": "1772366400321",
            "request_date_pst": "2026-03-01 04:00:00 America/Los_Angeles",
            "version_external_identifier": 0
          },
          "status": 0
        }
        """
    )
  }

  @Test func `Without subscriptions there is only the receipt`() {
    var coins = subscription
    coins.type = .consumable

    let names = answer(latest: [coins]).json.members?.map(\.name)

    #expect(names == ["status", "environment", "receipt"])
  }

  @Test func `The newest purchase stands first`() {
    var renewed = subscription
    renewed.id = "100"
    renewed.purchaseDate = noon.adding(milliseconds: 1)

    let latest = answer(latest: [subscription, renewed]).json["latest_receipt_info"]

    #expect(latest?[0]?["transaction_id"] == "100" && latest?[1]?["transaction_id"] == "20")
  }

  @Test func `verifyReceipt never knew Xcode's receipts`() {
    var answer = answer(latest: [subscription])
    answer.app = IssuedApp(bundleID: "com.example", environment: .xcode)

    #expect(answer.json == ["status": 21002])
  }

  private let noon = Instant(milliseconds: 1_772_366_400_000)

  private var subscription: Transaction {
    var transaction = Transaction(id: "20", originalID: "20", productID: "pro", purchaseDate: noon)
    transaction.type = .autoRenewable
    transaction.expiresDate = noon.adding(milliseconds: 31 * Instant.day)
    transaction.webOrderLineItemID = "9"
    transaction.subscriptionGroupID = "G"
    transaction.isUpgraded = true
    transaction.appAccountToken = "7b2f4d5e-0000-4000-8000-000000000001"
    transaction.offerType = .promotional
    transaction.offerIdentifier = "back"
    transaction.revocationDate = Instant(milliseconds: 1_784_073_600_500)
    transaction.revocationReason = .developerIssue
    return transaction
  }

  private var renewal: RenewalInfo {
    var renewal = RenewalInfo(originalID: "20")
    renewal.productID = "pro"
    renewal.autoRenewProductID = "pro_yearly"
    renewal.autoRenewStatus = 0
    renewal.expirationIntent = .billingError
    renewal.isInBillingRetryPeriod = true
    renewal.gracePeriodExpiresDate = noon
    renewal.priceIncreaseStatus = 0
    return renewal
  }

  private func answer(
    latest: [Transaction],
    renewals: [RenewalInfo] = []
  ) -> VerifyReceiptAnswer {
    VerifyReceiptAnswer(
      app: IssuedApp(bundleID: "com.example", environment: .sandbox),
      receipt: AppReceipt(
        creationDate: noon,
        opaqueValue: [],
        deviceIdentifier: [],
        transactions: []
      ),
      container: [1, 2],
      latest: latest,
      renewals: renewals,
      requestDate: noon.adding(milliseconds: 321)
    )
  }
}
