// swift-format-ignore-file

extension SampleShop {
  /// The entitlement map of the sample shop.
  package static let entitlements = #"""
{
  "format": "iap.entitlements",
  "version": 1,
  "entitlements": {
    "pro": ["pro_monthly", "pro_yearly", "lifetime"],
    "basic": ["basic_monthly", "pro_monthly", "pro_yearly", "lifetime"],
    "founder": ["founders_pack"],
    "pass": ["pass_30d"]
  },
  "nonRenewing": { "pass_30d": { "duration": "P30D", "overlap": "extend" } },
  "allowAccessDuringBillingRetry": false
}

"""#
}
