// swift-format-ignore-file

/// The shop that `iap init` opens without a catalogue; made by `make sample` from Fixtures.
package enum SampleShop {
  /// The `.storekit` file, byte by byte.
  package static let catalog = #"""
{
  "appPolicies" : {
    "eula" : "",
    "policies" : [
      {
        "locale" : "en_US",
        "policyText" : "",
        "policyURL" : ""
      }
    ]
  },
  "identifier" : "3A11CABF",
  "nonRenewingSubscriptions" : [
    {
      "displayPrice" : "12.99",
      "familyShareable" : false,
      "internalID" : "93092311",
      "localizations" : [
        {
          "description" : "Pro for thirty days",
          "displayName" : "30 Day Pass",
          "locale" : "en_US"
        },
        {
          "description" : "Pro für dreißig Tage",
          "displayName" : "30-Tage-Pass",
          "locale" : "de"
        },
        {
          "description" : "30日間のプロ",
          "displayName" : "30日パス",
          "locale" : "ja"
        }
      ],
      "productID" : "pass_30d",
      "referenceName" : "30 Day Pass",
      "type" : "NonRenewingSubscription"
    }
  ],
  "products" : [
    {
      "displayPrice" : "149.99",
      "familyShareable" : true,
      "internalID" : "B862B5FE",
      "localizations" : [
        {
          "description" : "All of Pro, bought once",
          "displayName" : "Pro Forever",
          "locale" : "en_US"
        },
        {
          "description" : "Alles von Pro, einmal gekauft",
          "displayName" : "Pro für immer",
          "locale" : "de"
        },
        {
          "description" : "プロの全機能を一度の購入で",
          "displayName" : "プロ永久版",
          "locale" : "ja"
        }
      ],
      "productID" : "lifetime",
      "referenceName" : "Lifetime",
      "type" : "NonConsumable"
    },
    {
      "displayPrice" : "29.99",
      "familyShareable" : false,
      "internalID" : "569A2FAF",
      "localizations" : [
        {
          "description" : "A thank-you for the first customers",
          "displayName" : "Founders Pack",
          "locale" : "en_US"
        },
        {
          "description" : "Ein Dank an die ersten Kunden",
          "displayName" : "Gründerpaket",
          "locale" : "de"
        },
        {
          "description" : "最初のお客様への感謝",
          "displayName" : "創設者パック",
          "locale" : "ja"
        }
      ],
      "productID" : "founders_pack",
      "referenceName" : "Founders Pack",
      "type" : "NonConsumable"
    },
    {
      "displayPrice" : "0.99",
      "familyShareable" : false,
      "internalID" : "F4D1A960",
      "localizations" : [
        {
          "description" : "A small bag of coins",
          "displayName" : "100 Coins",
          "locale" : "en_US"
        },
        {
          "description" : "Ein kleiner Beutel Münzen",
          "displayName" : "100 Münzen",
          "locale" : "de"
        },
        {
          "description" : "小さなコイン袋",
          "displayName" : "コイン100枚",
          "locale" : "ja"
        }
      ],
      "productID" : "coins_100",
      "referenceName" : "100 Coins",
      "type" : "Consumable"
    }
  ],
  "settings" : {
    "_failTransactionsEnabled" : false,
    "_locale" : "en_US",
    "_storefront" : "USA",
    "_storeKitErrors" : [
      {
        "current" : null,
        "enabled" : false,
        "name" : "Load Products"
      },
      {
        "current" : null,
        "enabled" : false,
        "name" : "Purchase"
      },
      {
        "current" : null,
        "enabled" : false,
        "name" : "Verification"
      },
      {
        "current" : null,
        "enabled" : false,
        "name" : "App Store Sync"
      },
      {
        "current" : null,
        "enabled" : false,
        "name" : "Subscription Status"
      },
      {
        "current" : null,
        "enabled" : false,
        "name" : "App Transaction"
      },
      {
        "current" : null,
        "enabled" : false,
        "name" : "Manage Subscriptions Sheet"
      },
      {
        "current" : null,
        "enabled" : false,
        "name" : "Refund Request Sheet"
      },
      {
        "current" : null,
        "enabled" : false,
        "name" : "Offer Code Redeem Sheet"
      }
    ]
  },
  "subscriptionGroups" : [
    {
      "id" : "5C0FFEE1",
      "localizations" : [
        {
          "description" : "Everything the app can do",
          "displayName" : "Pro",
          "locale" : "en_US"
        },
        {
          "description" : "Alles, was die App kann",
          "displayName" : "Pro",
          "locale" : "de"
        },
        {
          "description" : "アプリの全機能",
          "displayName" : "プロ",
          "locale" : "ja"
        }
      ],
      "name" : "pro",
      "subscriptions" : [
        {
          "adHocOffers" : [
            {
              "displayPrice" : "4.99",
              "internalID" : "CF781673",
              "numberOfPeriods" : 3,
              "offerID" : "loyal_3_months",
              "paymentMode" : "payAsYouGo",
              "referenceName" : "Loyal: three months at half price",
              "subscriptionPeriod" : "P1M"
            },
            {
              "internalID" : "6DAF9024",
              "offerID" : "loyal_free_month",
              "paymentMode" : "free",
              "referenceName" : "Loyal: one month free",
              "subscriptionPeriod" : "P1M"
            }
          ],
          "codeOffers" : [
            {
              "eligibility" : [
                "new",
                "expired"
              ],
              "internalID" : "0BE709D5",
              "isStackable" : false,
              "paymentMode" : "free",
              "referenceName" : "WELCOME",
              "subscriptionPeriod" : "P1M"
            }
          ],
          "displayPrice" : "9.99",
          "familyShareable" : true,
          "groupNumber" : 1,
          "internalID" : "4855FD37",
          "introductoryOffer" : {
            "internalID" : "31409CC2",
            "paymentMode" : "free",
            "subscriptionPeriod" : "P1W"
          },
          "localizations" : [
            {
              "description" : "All of Pro, billed every month",
              "displayName" : "Pro Monthly",
              "locale" : "en_US"
            },
            {
              "description" : "Alles von Pro, monatlich bezahlt",
              "displayName" : "Pro monatlich",
              "locale" : "de"
            },
            {
              "description" : "プロの全機能を毎月払いで",
              "displayName" : "プロ(月額)",
              "locale" : "ja"
            }
          ],
          "productID" : "pro_monthly",
          "recurringSubscriptionPeriod" : "P1M",
          "referenceName" : "Pro Monthly",
          "subscriptionGroupID" : "5C0FFEE1",
          "type" : "RecurringSubscription",
          "winbackOffers" : [
            {
              "internalID" : "AA1E8386",
              "isEligible" : true,
              "offerID" : "comeback_month",
              "paymentMode" : "free",
              "referenceName" : "Come back: one month free",
              "subscriptionPeriod" : "P1M"
            }
          ]
        },
        {
          "adHocOffers" : [
            {
              "displayPrice" : "69.99",
              "internalID" : "84C4F099",
              "offerID" : "loyal_year",
              "paymentMode" : "payUpFront",
              "referenceName" : "Loyal: a year at a reduced price",
              "subscriptionPeriod" : "P1Y"
            }
          ],
          "codeOffers" : [
            {
              "eligibility" : [
                "existing",
                "expired",
                "new"
              ],
              "internalID" : "22FC6A4A",
              "isStackable" : true,
              "paymentMode" : "free",
              "referenceName" : "PARTNER",
              "subscriptionPeriod" : "P3M"
            }
          ],
          "displayPrice" : "99.99",
          "familyShareable" : true,
          "groupNumber" : 1,
          "internalID" : "5F6B5DAC",
          "introductoryOffer" : {
            "internalID" : "E68D76E8",
            "paymentMode" : "free",
            "subscriptionPeriod" : "P2W"
          },
          "localizations" : [
            {
              "description" : "All of Pro, billed every year",
              "displayName" : "Pro Yearly",
              "locale" : "en_US"
            },
            {
              "description" : "Alles von Pro, jährlich bezahlt",
              "displayName" : "Pro jährlich",
              "locale" : "de"
            },
            {
              "description" : "プロの全機能を毎年払いで",
              "displayName" : "プロ(年額)",
              "locale" : "ja"
            }
          ],
          "productID" : "pro_yearly",
          "recurringSubscriptionPeriod" : "P1Y",
          "referenceName" : "Pro Yearly",
          "subscriptionGroupID" : "5C0FFEE1",
          "type" : "RecurringSubscription",
          "winbackOffers" : [
            {
              "displayPrice" : "59.99",
              "internalID" : "C133E3FB",
              "isEligible" : true,
              "offerID" : "comeback_year",
              "paymentMode" : "payUpFront",
              "referenceName" : "Come back: a year at a reduced price",
              "subscriptionPeriod" : "P1Y"
            }
          ]
        },
        {
          "adHocOffers" : [

          ],
          "codeOffers" : [

          ],
          "displayPrice" : "4.99",
          "familyShareable" : false,
          "groupNumber" : 2,
          "internalID" : "9BDA510E",
          "introductoryOffer" : {
            "displayPrice" : "1.99",
            "internalID" : "FDA2D75D",
            "numberOfPeriods" : 3,
            "paymentMode" : "payAsYouGo",
            "subscriptionPeriod" : "P1M"
          },
          "localizations" : [
            {
              "description" : "The essentials, billed every month",
              "displayName" : "Basic Monthly",
              "locale" : "en_US"
            },
            {
              "description" : "Das Wesentliche, monatlich bezahlt",
              "displayName" : "Basis monatlich",
              "locale" : "de"
            },
            {
              "description" : "基本機能を毎月払いで",
              "displayName" : "ベーシック(月額)",
              "locale" : "ja"
            }
          ],
          "productID" : "basic_monthly",
          "recurringSubscriptionPeriod" : "P1M",
          "referenceName" : "Basic Monthly",
          "subscriptionGroupID" : "5C0FFEE1",
          "type" : "RecurringSubscription",
          "winbackOffers" : [

          ]
        }
      ]
    }
  ],
  "version" : {
    "major" : 4,
    "minor" : 0
  }
}

"""#
}
