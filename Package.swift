// swift-tools-version: 6.2
import PackageDescription

// `IAP_STATIC=1` (set by `make build` where the system has `libcrypto.a`) makes the one-file
// executable for Linux. Without it every configuration links dynamically, which is what
// `swift test -c release` and macOS need.
let isStatic = Context.environment["IAP_STATIC"] == "1"

// `IAP_FUZZ=1` adds the fuzz target, which needs `--sanitize fuzzer`.
let isFuzzing = Context.environment["IAP_FUZZ"] == "1"

// `IAP_BENCH=1` adds the program that measures the store's engine.
let isMeasuring = Context.environment["IAP_BENCH"] == "1"

let swiftSettings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
  ] + (isStatic ? [.unsafeFlags(["-static-executable"])] : [])

// Files that tests read from where they stand.
let transcripts = [
  "buying", "care", "delivery", "documents", "errors", "offline", "refunds", "waiting",
].map { "Golden/\($0).txt" }

let cryptoLink: [LinkerSetting] =
  isStatic
  ? [.unsafeFlags(["-Xlinker", "-l:libcrypto.a"])]
  : [.linkedLibrary("crypto")]

let executableLink: [LinkerSetting] =
  isStatic ? [.unsafeFlags(["-static-executable", "-use-ld=lld", "-Xlinker", "-s"])] : []

let package = Package(
  name: "iap",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "iap", targets: ["iap"])],
  targets: [
    .systemLibrary(
      name: "COpenSSL",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]
    ),
    .target(name: "IAPCore", swiftSettings: swiftSettings),
    .target(
      name: "IAPPlatform",
      dependencies: ["IAPCore", "COpenSSL"],
      swiftSettings: swiftSettings,
      linkerSettings: cryptoLink
    ),
    .target(name: "IAPCommandLine", dependencies: ["IAPCore"], swiftSettings: swiftSettings),
    .executableTarget(
      name: "iap",
      dependencies: ["IAPCommandLine", "IAPPlatform", "IAPCore"],
      swiftSettings: swiftSettings,
      linkerSettings: executableLink
    ),
    .target(
      name: "IAPTestSupport",
      dependencies: ["IAPCore", "IAPCommandLine", "IAPPlatform"],
      path: "Tests/IAPTestSupport",
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "IAPCoreTests",
      dependencies: ["IAPCore", "IAPTestSupport"],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "IAPCommandLineTests",
      dependencies: ["IAPCommandLine", "IAPCore", "IAPTestSupport"],
      exclude: transcripts,
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "IAPPlatformTests",
      dependencies: ["IAPPlatform", "IAPCore", "IAPTestSupport"],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["iap", "IAPTestSupport"],
      exclude: ["demo.sh", "kill.sh"],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "TidyTests",
      dependencies: ["IAPTestSupport"],
      swiftSettings: swiftSettings
    ),
  ]
    + (isFuzzing
      ? [
        .target(
          name: "IAPFuzz",
          dependencies: ["IAPCore", "IAPCommandLine", "IAPPlatform"],
          path: "Tests/IAPFuzz",
          exclude: ["fuzz.sh", "seeds.sh"],
          swiftSettings: swiftSettings
        )
      ] : [])
    + (isMeasuring
      ? [
        .executableTarget(
          name: "IAPBench",
          dependencies: ["IAPCore"],
          path: "Tests/Bench/Renewals",
          swiftSettings: swiftSettings,
          linkerSettings: executableLink
        )
      ] : [])
)
