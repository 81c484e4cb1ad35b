// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
/// Lends out memory as `Span` properties, and so states the spans' lifetimes.
let lending = strict + [.enableExperimentalFeature("Lifetimes")]

/// Where Linux keeps system headers, no flags are needed, and simdjson.pc has one that SwiftPM
/// complains of in every build.
#if os(Linux)
  let simdjsonPackage: String? = nil
#else
  let simdjsonPackage: String? = "simdjson"
#endif

let package = Package(
  name: "railbird",
  platforms: [.macOS(.v26)],
  products: [
    .executable(name: "railbird", targets: ["railbird"]),
    .executable(name: "bench", targets: ["bench"]),
    .library(name: "Columns", targets: ["Columns"]),
    .library(name: "Kernels", targets: ["Kernels"]),
    .library(name: "TabularFiles", targets: ["TabularFiles"]),
    .library(name: "YAMLText", targets: ["YAMLText"]),
    .library(name: "ColumnStore", targets: ["ColumnStore"]),
    .library(name: "Racing", targets: ["Racing"]),
    .library(name: "RacingImport", targets: ["RacingImport"]),
    .library(name: "RacingReports", targets: ["RacingReports"]),
    .library(name: "RacingExport", targets: ["RacingExport"]),
    .library(name: "DriftFigures", targets: ["DriftFigures"]),
    .library(name: "ReportWriters", targets: ["ReportWriters"]),
    .library(name: "ReportSpecs", targets: ["ReportSpecs"]),
    .library(name: "Notebooks", targets: ["Notebooks"]),
    .library(name: "ReportPages", targets: ["ReportPages"]),
    .library(name: "ReportWorkbooks", targets: ["ReportWorkbooks"]),
    .library(name: "LoopbackHTTP", targets: ["LoopbackHTTP"]),
    .library(name: "PageServer", targets: ["PageServer"]),
    .library(name: "SparkConnect", targets: ["SparkConnect"]),
    .library(name: "SyntheticRacing", targets: ["SyntheticRacing"]),
    .library(name: "APICore", targets: ["APICore"]),
    .library(name: "HTTPTransport", targets: ["HTTPTransport"]),
    .library(name: "PoniRacing", targets: ["PoniRacing"]),
    .library(name: "Seasons", targets: ["Seasons"]),
    .library(name: "Promotions", targets: ["Promotions"]),
    .library(name: "Betting", targets: ["Betting"]),
    .library(name: "Support", targets: ["Support"]),
    .library(name: "SeasonalRewards", targets: ["SeasonalRewards"]),
    .library(name: "SportsbookAPI", targets: ["SportsbookAPI"]),
    .library(name: "BetableSDK", targets: ["BetableSDK"]),
    .library(name: "ChatistSDK", targets: ["ChatistSDK"]),
    .library(name: "SeasonTotals", targets: ["SeasonTotals"]),
    .library(name: "PromotionFigures", targets: ["PromotionFigures"]),
    .library(name: "BettingFigures", targets: ["BettingFigures"]),
    .library(name: "SupportFigures", targets: ["SupportFigures"]),
    .library(name: "BetSettlement", targets: ["BetSettlement"]),
    .library(name: "SettledBets", targets: ["SettledBets"]),
    .library(name: "DomainFeeds", targets: ["DomainFeeds"]),
    .library(name: "APISandbox", targets: ["APISandbox"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    // Row 0: columns in memory, the system's files, and the C walls.
    .target(
      name: "Columns", exclude: ["README.md"], swiftSettings: lending,
      // Rounding calls the C library's where nothing else links it, as in a program that imports
      // `Racing` alone.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "SystemFiles", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "COpenBLAS", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .systemLibrary(
      name: "CArrowLib", pkgConfig: "arrow",
      providers: [.apt(["libarrow-dev", "libparquet-dev"]), .brew(["apache-arrow"])]),
    .systemLibrary(
      name: "CXXHash", pkgConfig: "libxxhash",
      providers: [.apt(["libxxhash-dev"]), .brew(["xxhash"])]),
    .target(
      name: "CArrow", dependencies: ["CArrowLib", "CXXHash"],
      linkerSettings: [
        .linkedLibrary("arrow"), .linkedLibrary("parquet"), .linkedLibrary("xxhash"),
      ]),
    .systemLibrary(
      name: "CSimdJSONLib", pkgConfig: simdjsonPackage,
      providers: [.apt(["libsimdjson-dev"]), .brew(["simdjson"])]),
    .target(
      name: "CSimdJSON", dependencies: ["CSimdJSONLib"],
      linkerSettings: [.linkedLibrary("simdjson")]),
    .systemLibrary(
      name: "CCurlLib", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .target(
      name: "CCurl", dependencies: ["CCurlLib"], linkerSettings: [.linkedLibrary("curl")]),
    .systemLibrary(
      name: "CCryptoLib", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .target(
      name: "CCrypto", dependencies: ["CCryptoLib"], linkerSettings: [.linkedLibrary("crypto")]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    // The sandbox's state: SQLite, whose transactions survive a kill.
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CXLSXLib", pkgConfig: "xlsxwriter",
      providers: [.apt(["libxlsxwriter-dev"]), .brew(["libxlsxwriter"])]),
    .target(
      name: "CXLSX", dependencies: ["CXLSXLib", "CZlib"],
      linkerSettings: [.linkedLibrary("xlsxwriter")]),
    .target(name: "CKernels"),
    .target(name: "CNames"),

    // Row 1: files, numbers, and the trade's vocabulary.
    .target(
      name: "TabularFiles", dependencies: ["Columns", "SystemFiles", "CArrow", "CSimdJSON"],
      exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "Kernels", dependencies: ["Columns", "CKernels", "COpenBLAS"], exclude: ["README.md"],
      swiftSettings: strict),

    .target(
      name: "Racing", dependencies: ["Columns"], exclude: ["README.md"],
      resources: [.embedInCode("PlaceTerms.csv")], swiftSettings: strict),
    .target(
      name: "LoopbackHTTP",
      dependencies: [.product(name: "FlyingSocks", package: "FlyingFox")],
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "YAMLText", dependencies: ["Columns", "Yams"], exclude: ["README.md"],
      swiftSettings: strict),

    // Row 2: tables on disk, the other fields' vocabulary, and bets settled by rule.
    .target(
      name: "ColumnStore",
      dependencies: ["Columns", "SystemFiles", "CCrypto", "CNames", "TabularFiles"],
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "BetSettlement", dependencies: ["Columns", "Racing"], exclude: ["README.md"],
      resources: [.embedInCode("RuleBooks")], swiftSettings: strict),
    .target(
      name: "Seasons", dependencies: ["Columns"], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "Promotions", dependencies: ["Columns"], exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "Betting", dependencies: ["Columns"], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "Support", dependencies: ["Columns"], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "APICore", dependencies: ["Columns", .product(name: "Logging", package: "swift-log")],
      exclude: ["README.md"], swiftSettings: strict),

    // Row 3: files to runners, runners to report values, runners from a seed, and clients.
    .target(
      name: "RacingImport",
      dependencies: [
        "Columns", "SystemFiles", "TabularFiles", "YAMLText", "ColumnStore", "Racing", "Seasons",
        "Promotions", "Betting", "Support",
      ],
      exclude: ["README.md"],
      resources: [.embedInCode("Mappings"), .embedInCode("Matching/CourseNames.csv")],
      swiftSettings: strict),
    .target(
      name: "RacingReports",
      dependencies: ["Columns", "ColumnStore", "CKernels", "Kernels", "Racing"],
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "RacingExport",
      dependencies: [
        "APICore", "Columns", "SystemFiles", "TabularFiles", "ColumnStore", "Racing", "Seasons",
        "Promotions", "Betting", "Support",
      ],
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "DriftFigures", dependencies: ["Columns", "TabularFiles", "Racing"],
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SyntheticRacing", dependencies: ["Columns", "Racing"], exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "PoniRacing",
      dependencies: [
        "Columns", "Racing", "APICore", .product(name: "Logging", package: "swift-log"),
      ], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SeasonalRewards",
      dependencies: [
        "Seasons", "APICore", .product(name: "Logging", package: "swift-log"),
      ], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SportsbookAPI",
      dependencies: ["Columns", "APICore", .product(name: "Logging", package: "swift-log")],
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "BetableSDK",
      dependencies: [
        "Columns", "SystemFiles", "APICore", "CZlib",
        .product(name: "Logging", package: "swift-log"),
      ], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "ChatistSDK",
      dependencies: [
        "Columns", "SystemFiles", "APICore", .product(name: "Logging", package: "swift-log"),
      ], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SeasonTotals", dependencies: ["Columns", "ColumnStore", "Kernels", "Seasons"],
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "PromotionFigures",
      dependencies: ["Columns", "ColumnStore", "Kernels", "Racing", "Promotions"],
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "BettingFigures",
      dependencies: ["Columns", "ColumnStore", "Kernels", "Racing", "Betting"],
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SettledBets",
      dependencies: ["Columns", "TabularFiles", "ColumnStore", "Racing", "BetSettlement"],
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SupportFigures",
      dependencies: [
        "Columns", "ColumnStore", "Kernels", "Racing", "Seasons", "Promotions", "Betting",
        "Support",
      ], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "HTTPTransport", dependencies: ["SystemFiles", "APICore", "CCurl", "CZlib"],
      exclude: ["README.md"], swiftSettings: strict),

    // Row 4: report values to files, and files to questions.
    .target(
      name: "ReportWriters",
      dependencies: [
        "Columns", "TabularFiles", "RacingReports", "Racing", "Seasons", "SeasonTotals",
        "PromotionFigures", "BettingFigures", "BetSettlement", "SettledBets", "SupportFigures",
        "DriftFigures",
      ], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "ReportSpecs",
      dependencies: [
        "Columns", "SystemFiles", "YAMLText", "Racing", "ColumnStore", "RacingReports",
      ],
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "Notebooks", exclude: ["README.md"], resources: [.embedInCode("Templates")],
      swiftSettings: strict),
    .target(
      name: "ReportPages",
      dependencies: [
        "Columns", "Kernels", "Racing", "RacingReports", "Seasons", "SeasonTotals", "CZlib",
      ],
      exclude: ["README.md"], resources: [.embedInCode("Page")], swiftSettings: strict),
    .target(
      name: "ReportWorkbooks",
      dependencies: ["Columns", "SystemFiles", "TabularFiles", "RacingReports", "CXLSX"],
      exclude: ["README.md"], swiftSettings: strict),

    .target(
      name: "SparkConnect", dependencies: ["Columns", "TabularFiles", "APICore", "HTTPTransport"],
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "PageServer", dependencies: ["LoopbackHTTP"],
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "DomainFeeds",
      dependencies: [
        "Columns", "SystemFiles", "TabularFiles", "ColumnStore", "Racing", "APICore",
        "RacingImport",
        "RacingReports", "PoniRacing", "Seasons", "SeasonalRewards", "SeasonTotals",
        "Promotions", "SportsbookAPI", "Betting", "BetableSDK", "ChatistSDK",
      ], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "APISandbox",
      dependencies: [
        "Columns", "TabularFiles", "Racing", "Seasons", "APICore", "SyntheticRacing",
        "LoopbackHTTP", "CSQLite",
      ], exclude: ["README.md"], swiftSettings: strict),

    // Row 5: commands.
    .executableTarget(
      name: "railbird",
      dependencies: [
        "Columns", "SystemFiles", "TabularFiles", "ColumnStore", "Kernels", "Racing",
        "RacingImport",
        "RacingReports", "RacingExport", "DriftFigures", "ReportWriters", "ReportSpecs",
        "Notebooks",
        "ReportPages", "ReportWorkbooks", "PageServer", "SyntheticRacing", "APICore",
        "HTTPTransport", "PoniRacing",
        "DomainFeeds",
        "APISandbox",
        "Seasons",
        "SeasonalRewards", "SportsbookAPI", "BetableSDK", "SeasonTotals", "PromotionFigures",
        "BettingFigures", "ChatistSDK", "SettledBets", "SupportFigures", "SparkConnect",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], exclude: ["README.md"], swiftSettings: strict),
    .executableTarget(
      name: "bench",
      dependencies: [
        "Columns", "TabularFiles", "ColumnStore", "Kernels", "Racing", "RacingImport",
        "RacingReports", "RacingExport", "ReportWriters", "SyntheticRacing", "Seasons",
        "SeasonTotals", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Benchmarks/bench", swiftSettings: strict),

    // Tests mirror the modules.
    .target(
      name: "TestSupport",
      dependencies: ["Columns", "APICore", .product(name: "Logging", package: "swift-log")],
      path: "Tests/TestSupport", swiftSettings: strict),
    .target(
      name: "StoreSupport",
      dependencies: [
        "Columns", "TabularFiles", "ColumnStore", "RacingImport", "SyntheticRacing", "TestSupport",
      ], path: "Tests/StoreSupport", swiftSettings: strict),
    .testTarget(
      name: "ColumnsTests", dependencies: ["Columns", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "SystemFilesTests", dependencies: ["SystemFiles", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "TabularFilesTests",
      dependencies: ["CArrow", "Columns", "TabularFiles", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "YAMLTextTests", dependencies: ["YAMLText"], swiftSettings: strict),
    .testTarget(
      name: "ColumnStoreTests",
      dependencies: [
        "SystemFiles", "Columns", "TabularFiles", "ColumnStore", "StoreSupport", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "ProcessTests",
      dependencies: ["Columns", "ColumnStore", "FeedContract", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ArchitectureTests", dependencies: ["TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "KernelsTests", dependencies: ["Columns", "Kernels", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "RacingTests", dependencies: ["Columns", "Racing", "TestSupport"],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "BetSettlementTests",
      dependencies: ["BetSettlement", "Columns", "Racing", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "RacingImportTests",
      dependencies: [
        "SystemFiles", "Columns", "TabularFiles", "ColumnStore", "Racing", "RacingImport",
        "RacingExport", "Promotions", "Seasons", "StoreSupport", "SyntheticRacing", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "RacingExportTests",
      dependencies: [
        "Columns", "ColumnStore", "DriftFigures", "RacingExport", "RacingImport", "ReportWriters",
        "StoreSupport", "TabularFiles", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "RacingReportsTests",
      dependencies: [
        "RacingImport", "Kernels", "CKernels", "Columns", "ColumnStore", "Racing", "RacingExport",
        "RacingReports", "ReportWriters", "StoreSupport", "TabularFiles", "TestSupport",
      ], exclude: ["Golden"], swiftSettings: strict),
    .testTarget(
      name: "ReportWritersTests",
      dependencies: [
        "Columns", "ColumnStore", "RacingReports", "ReportWriters", "Seasons", "SeasonTotals",
        "StoreSupport", "TestSupport",
      ], exclude: ["Golden"], swiftSettings: strict),
    .testTarget(
      name: "ReportPagesTests",
      dependencies: [
        "CZlib", "Columns", "ColumnStore", "Racing", "RacingReports", "ReportPages",
        "ReportWriters",
        "Seasons", "SeasonTotals", "StoreSupport", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "ReportWorkbooksTests",
      dependencies: [
        "Columns", "ColumnStore", "RacingReports", "ReportWorkbooks", "ReportWriters",
        "StoreSupport", "TabularFiles", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "LoopbackHTTPTests", dependencies: ["LoopbackHTTP", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "PageServerTests", dependencies: ["PageServer", "LoopbackHTTP", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ReportSpecsTests",
      dependencies: [
        "Columns", "ColumnStore", "Racing", "RacingReports", "ReportSpecs", "ReportWriters",
        "StoreSupport", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "NotebooksTests", dependencies: ["Notebooks", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "SyntheticRacingTests", dependencies: ["SyntheticRacing"],
      swiftSettings: strict),
    .target(
      name: "FeedContract", dependencies: ["APICore", "CZlib", "HTTPTransport", "TestSupport"],
      path: "Tests/FeedContract", exclude: ["README.md"], swiftSettings: strict),
    .testTarget(
      name: "APICoreTests", dependencies: ["Columns", "APICore", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "HTTPTransportTests",
      dependencies: [
        "Columns", "APICore", "HTTPTransport", "FeedContract", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "SparkConnectTests",
      dependencies: ["Columns", "APICore", "SparkConnect", "FeedContract", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "PoniRacingTests",
      dependencies: [
        "Columns", "APICore", "HTTPTransport", "PoniRacing", "FeedContract", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "SeasonsTests", dependencies: ["Seasons", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "SeasonalRewardsTests",
      dependencies: [
        "Seasons", "SeasonalRewards", "APICore", "HTTPTransport", "FeedContract", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "SportsbookAPITests",
      dependencies: [
        "APICore", "APISandbox", "HTTPTransport", "SportsbookAPI", "FeedContract", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "BetableSDKTests",
      dependencies: [
        "SystemFiles", "APICore", "HTTPTransport", "BetableSDK", "FeedContract", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "ChatistSDKTests",
      dependencies: [
        "APICore", "APISandbox", "HTTPTransport", "ChatistSDK", "FeedContract", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "SeasonTotalsTests",
      dependencies: [
        "Columns", "ColumnStore", "Seasons", "SeasonTotals", "RacingImport", "ReportWriters",
        "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "PromotionFiguresTests",
      dependencies: [
        "ColumnStore", "PromotionFigures", "RacingImport", "RacingReports", "ReportWriters",
        "StoreSupport", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "BettingFiguresTests",
      dependencies: [
        "APISandbox", "Betting", "BettingFigures", "ColumnStore", "Columns", "ReportWriters",
        "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "SettledBetsTests",
      dependencies: [
        "Columns", "BetSettlement", "Racing", "StoreSupport", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "SupportFiguresTests",
      dependencies: [
        "Betting", "ColumnStore", "Columns", "Promotions", "Racing", "RacingReports",
        "ReportWriters", "Seasons", "Support", "SupportFigures", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "APISandboxTests",
      dependencies: [
        "Columns", "Racing", "APICore", "HTTPTransport", "APISandbox", "LoopbackHTTP",
        "SyntheticRacing", "TestSupport",
      ], exclude: ["Golden"], swiftSettings: strict),
    .testTarget(
      name: "DomainFeedsTests",
      dependencies: [
        "SystemFiles", "Columns", "TabularFiles", "ColumnStore", "Racing", "RacingImport",
        "RacingExport", "RacingReports", "ReportWriters", "APICore", "HTTPTransport", "PoniRacing",
        "DomainFeeds", "APISandbox", "SyntheticRacing", "StoreSupport", "TestSupport", "Seasons",
        "SeasonalRewards", "SeasonTotals", "Promotions", "PromotionFigures", "SportsbookAPI",
        "BetableSDK", "ChatistSDK", .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: strict),
    .testTarget(
      name: "BenchTests", dependencies: ["bench", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ReadmeTests",
      dependencies: [
        "ColumnStore", "Racing", "RacingExport", "RacingImport", "RacingReports", "ReportWriters",
        "SyntheticRacing", "TabularFiles", "TestSupport",
      ], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx20
)
