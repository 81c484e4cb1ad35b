// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that only who fuzzes pays for building every module a second time.
let products = [
  "APICore", "BetableSDK", "ChatistSDK", "ColumnStore", "Columns", "DomainFeeds", "ExchangeStream",
  "HTTPTransport", "PoniRacing", "Racing", "RacingImport", "RacingReports", "ReportSpecs",
  "SeasonalRewards", "SettledBets", "SportsbookAPI", "TabularFiles", "YAMLText",
]

let package = Package(
  name: "railbird-fuzz",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "railbird", path: "../..")],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: ["CFileClock"] + products.map { .product(name: $0, package: "railbird") },
      // Some of libFuzzer's names are known to the linker alone.
      linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
    .target(name: "CFileClock", publicHeadersPath: "."),
  ]
)
