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
    .library(name: "JSONValues", targets: ["JSONValues"]),
    .library(name: "TextEncodings", targets: ["TextEncodings"]),
    .library(name: "TabularFiles", targets: ["TabularFiles"]),
    .library(name: "Workbooks", targets: ["Workbooks"]),
    .library(name: "YAMLText", targets: ["YAMLText"]),
    .library(name: "ColumnStore", targets: ["ColumnStore"]),
    .library(name: "Racing", targets: ["Racing"]),
    .library(name: "ExchangeStream", targets: ["ExchangeStream"]),
    .library(name: "Mappings", targets: ["Mappings"]),
    .library(name: "RowReading", targets: ["RowReading"]),
    .library(name: "RaceMerging", targets: ["RaceMerging"]),
    .library(name: "StoreImport", targets: ["StoreImport"]),
    .library(name: "MappingProposals", targets: ["MappingProposals"]),
    .library(name: "ImportHistory", targets: ["ImportHistory"]),
    .library(name: "RacingImport", targets: ["RacingImport"]),
    .library(name: "RunnerKeys", targets: ["RunnerKeys"]),
    .library(name: "Questions", targets: ["Questions"]),
    .library(name: "EntityReports", targets: ["EntityReports"]),
    .library(name: "Cards", targets: ["Cards"]),
    .library(name: "Features", targets: ["Features"]),
    .library(name: "Calibration", targets: ["Calibration"]),
    .library(name: "AngleSearch", targets: ["AngleSearch"]),
    .library(name: "ReportSQL", targets: ["ReportSQL"]),
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
    .library(name: "StoreTables", targets: ["StoreTables"]),
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
    .library(name: "SandboxCore", targets: ["SandboxCore"]),
    .library(name: "RacingSandboxes", targets: ["RacingSandboxes"]),
    .library(name: "BookmakerSandboxes", targets: ["BookmakerSandboxes"]),
    .library(name: "SupportSandbox", targets: ["SupportSandbox"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    // Walls: C libraries, each behind one module.
    .target(
      name: "COpenBLAS", path: "Sources/Walls/COpenBLAS",
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .systemLibrary(
      name: "CArrowLib", path: "Sources/Walls/CArrowLib", pkgConfig: "arrow",
      providers: [.apt(["libarrow-dev", "libparquet-dev"]), .brew(["apache-arrow"])]),
    .systemLibrary(
      name: "CXXHash", path: "Sources/Walls/CXXHash", pkgConfig: "libxxhash",
      providers: [.apt(["libxxhash-dev"]), .brew(["xxhash"])]),
    .target(
      name: "CArrow", dependencies: ["CArrowLib", "CXXHash"], path: "Sources/Walls/CArrow",
      linkerSettings: [
        .linkedLibrary("arrow"), .linkedLibrary("parquet"), .linkedLibrary("xxhash"),
      ]),
    .systemLibrary(
      name: "CSimdJSONLib", path: "Sources/Walls/CSimdJSONLib", pkgConfig: simdjsonPackage,
      providers: [.apt(["libsimdjson-dev"]), .brew(["simdjson"])]),
    .target(
      name: "CSimdJSON", dependencies: ["CSimdJSONLib"], path: "Sources/Walls/CSimdJSON",
      linkerSettings: [.linkedLibrary("simdjson")]),
    // Includes CSimdJSON's headers as text: as a dependency they would be a module, which the
    // compiler of C++ 20 asks for and the package manager does not build.
    .target(
      name: "CExchangeStream", path: "Sources/Walls/CExchangeStream",
      cxxSettings: [
        .headerSearchPath("../CSimdJSON"), .headerSearchPath("../CSimdJSON/include"),
      ]),
    .systemLibrary(
      name: "CCurlLib", path: "Sources/Walls/CCurlLib", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .target(
      name: "CCurl", dependencies: ["CCurlLib"], path: "Sources/Walls/CCurl",
      linkerSettings: [.linkedLibrary("curl")]),
    .systemLibrary(
      name: "CCryptoLib", path: "Sources/Walls/CCryptoLib", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .target(
      name: "CCrypto", dependencies: ["CCryptoLib"], path: "Sources/Walls/CCrypto",
      linkerSettings: [.linkedLibrary("crypto")]),
    .systemLibrary(
      name: "CZlib", path: "Sources/Walls/CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CSQLite", path: "Sources/Walls/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CXLSXLib", path: "Sources/Walls/CXLSXLib", pkgConfig: "xlsxwriter",
      providers: [.apt(["libxlsxwriter-dev"]), .brew(["libxlsxwriter"])]),
    .target(
      name: "CXLSX", dependencies: ["CXLSXLib", "CZlib"], path: "Sources/Walls/CXLSX",
      linkerSettings: [.linkedLibrary("xlsxwriter")]),
    .systemLibrary(
      name: "CExpat", path: "Sources/Walls/CExpat", pkgConfig: "expat",
      providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
    // Only Linux has iconv in its C library.
    .target(
      name: "CIconv", path: "Sources/Walls/CIconv",
      linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS]))]),
    .target(name: "CKernels", path: "Sources/Walls/CKernels"),
    .target(name: "CEmbedded", path: "Sources/Walls/CEmbedded"),
    .target(name: "CNames", path: "Sources/Walls/CNames"),

    // Ground: columns in memory, the system, and the forms of files.
    .target(
      name: "Columns", dependencies: ["CEmbedded"], path: "Sources/Ground/Columns",
      exclude: ["README.md"],
      swiftSettings: lending,
      // Rounding calls the C library's where nothing else links it, as in a program that imports
      // `Racing` alone.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(
      name: "SystemFiles", path: "Sources/Ground/SystemFiles", exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "JSONValues", dependencies: ["Columns"], path: "Sources/Ground/JSONValues",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "YAMLText", dependencies: ["Columns", "Yams"], path: "Sources/Ground/YAMLText",
      exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "TextEncodings", dependencies: ["Columns", "SystemFiles", "CIconv"],
      path: "Sources/Ground/TextEncodings", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "TabularFiles",
      dependencies: ["Columns", "SystemFiles", "TextEncodings", "CArrow", "CSimdJSON"],
      path: "Sources/Ground/TabularFiles",
      exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "Workbooks", dependencies: ["Columns", "TabularFiles", "CExpat"],
      path: "Sources/Ground/Workbooks", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "LoopbackHTTP",
      dependencies: [.product(name: "FlyingSocks", package: "FlyingFox")],
      path: "Sources/Ground/LoopbackHTTP",
      exclude: ["README.md"], swiftSettings: strict),

    // Trade: the vocabulary and the arithmetic of the field.
    .target(
      name: "Racing", dependencies: ["Columns"], path: "Sources/Trade/Racing",
      exclude: ["README.md", "Finishes/FinishWords.csv", "PlaceTerms.csv"], swiftSettings: strict),
    .target(
      name: "BetSettlement", dependencies: ["Columns", "Racing"],
      path: "Sources/Trade/BetSettlement", exclude: ["README.md", "RuleBooks"],
      swiftSettings: strict),
    .target(
      name: "Kernels", dependencies: ["Columns", "CKernels", "COpenBLAS"],
      path: "Sources/Trade/Kernels", exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "Seasons", path: "Sources/Trade/Seasons",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "StoreTables", dependencies: ["Columns"], path: "Sources/Trade/StoreTables",
      exclude: ["README.md"], swiftSettings: strict),

    // Store: tables on disk.
    .target(
      name: "ColumnStore",
      dependencies: ["Columns", "SystemFiles", "CCrypto", "CNames", "TabularFiles"],
      path: "Sources/Store/ColumnStore",
      exclude: ["README.md"], swiftSettings: strict),

    // Import: files to stored rows.
    .target(
      name: "ExchangeStream", dependencies: ["Columns", "TabularFiles", "CExchangeStream"],
      path: "Sources/Import/ExchangeStream",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "Mappings",
      dependencies: [
        "Columns", "SystemFiles", "YAMLText", "TabularFiles", "TextEncodings", "Racing", "Seasons",
        "ColumnStore", "StoreTables", "ExchangeStream",
      ], path: "Sources/Import/Mappings",
      exclude: ["README.md", "BuiltIn"], swiftSettings: strict),
    .target(
      name: "RowReading",
      dependencies: [
        "Columns", "SystemFiles", "TabularFiles", "Workbooks", "Racing", "Seasons", "ColumnStore",
        "Mappings",
        "StoreTables",
      ], path: "Sources/Import/RowReading",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "RaceMerging",
      dependencies: ["Columns", "TabularFiles", "Racing", "ColumnStore", "Mappings", "RowReading"],
      path: "Sources/Import/RaceMerging",
      exclude: ["README.md", "Matching/CourseNames.csv"], swiftSettings: strict),
    .target(
      name: "StoreImport",
      dependencies: [
        "Columns", "SystemFiles", "TabularFiles", "Racing", "Seasons", "ColumnStore", "Mappings",
        "RowReading", "RaceMerging", "StoreTables",
      ], path: "Sources/Import/StoreImport",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "MappingProposals",
      dependencies: [
        "Columns", "YAMLText", "TabularFiles", "TextEncodings", "Racing", "BetSettlement",
        "ColumnStore", "Mappings", "RowReading", "RaceMerging",
      ], path: "Sources/Import/MappingProposals",
      exclude: ["README.md", "Explain/FieldNames.csv", "BetLogs/BetLogNames.csv"],
      swiftSettings: strict),
    .target(
      name: "ImportHistory",
      dependencies: [
        "Columns", "SystemFiles", "TabularFiles", "Racing", "ColumnStore", "Mappings", "RowReading",
        "StoreImport", "StoreTables",
      ], path: "Sources/Import/ImportHistory",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "RacingImport",
      dependencies: [
        "Mappings", "RowReading", "RaceMerging", "StoreImport", "MappingProposals", "ImportHistory",
      ], path: "Sources/Import/RacingImport",
      exclude: ["README.md"], swiftSettings: strict),

    // Reports: stored rows to figures.
    .target(
      name: "RunnerKeys",
      dependencies: ["Columns", "CKernels", "Racing", "Kernels", "ColumnStore"],
      path: "Sources/Reports/RunnerKeys",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "Questions",
      dependencies: ["Columns", "Racing", "Kernels", "ColumnStore", "RunnerKeys"],
      path: "Sources/Reports/Questions",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "EntityReports",
      dependencies: [
        "Columns", "CKernels", "Racing", "Kernels", "ColumnStore", "RunnerKeys", "Questions",
      ],
      path: "Sources/Reports/EntityReports",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "Cards",
      dependencies: [
        "Columns", "Racing", "Kernels", "ColumnStore", "RunnerKeys", "Questions", "EntityReports",
      ],
      path: "Sources/Reports/Cards",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "Features",
      dependencies: [
        "Columns", "Racing", "Kernels", "ColumnStore", "RunnerKeys", "Questions", "EntityReports",
      ],
      path: "Sources/Reports/Features",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "Calibration",
      dependencies: [
        "Columns", "Racing", "Kernels", "ColumnStore", "RunnerKeys", "Questions", "EntityReports",
      ],
      path: "Sources/Reports/Calibration",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "AngleSearch",
      dependencies: [
        "Columns", "Racing", "Kernels", "ColumnStore", "RunnerKeys", "Questions", "EntityReports",
      ],
      path: "Sources/Reports/AngleSearch",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "ReportSQL",
      dependencies: [
        "Columns", "Racing", "Kernels", "ColumnStore", "RunnerKeys", "Questions", "EntityReports",
      ],
      path: "Sources/Reports/ReportSQL",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "RacingReports",
      dependencies: [
        "RunnerKeys", "Questions", "EntityReports", "Cards", "Features", "Calibration",
        "AngleSearch", "ReportSQL",
      ],
      path: "Sources/Reports/RacingReports",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SeasonTotals",
      dependencies: ["Columns", "ColumnStore", "Kernels", "Seasons", "StoreTables"],
      path: "Sources/Reports/SeasonTotals",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "PromotionFigures",
      dependencies: ["Columns", "ColumnStore", "Kernels", "Racing", "StoreTables"],
      path: "Sources/Reports/PromotionFigures",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "BettingFigures",
      dependencies: ["Columns", "ColumnStore", "Kernels", "Racing", "StoreTables"],
      path: "Sources/Reports/BettingFigures",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SupportFigures",
      dependencies: ["Columns", "ColumnStore", "Kernels", "Racing", "StoreTables"],
      path: "Sources/Reports/SupportFigures", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SettledBets",
      dependencies: [
        "Columns", "TabularFiles", "TextEncodings", "ColumnStore", "Racing", "BetSettlement",
        "Mappings", "RowReading", "MappingProposals",
      ],
      path: "Sources/Reports/SettledBets",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "DriftFigures", dependencies: ["Columns", "TabularFiles", "Racing"],
      path: "Sources/Reports/DriftFigures",
      exclude: ["README.md"], swiftSettings: strict),

    // Output: figures and rows to files and pages.
    .target(
      name: "ReportWriters",
      dependencies: [
        "Columns", "TabularFiles", "RunnerKeys", "Questions", "EntityReports", "Cards", "Features",
        "Calibration", "AngleSearch", "Racing", "SeasonTotals", "PromotionFigures",
        "BettingFigures", "BetSettlement", "SettledBets", "SupportFigures", "DriftFigures",
      ], path: "Sources/Output/ReportWriters", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "ReportPages",
      dependencies: [
        "Columns", "Kernels", "Racing", "EntityReports", "Cards", "SeasonTotals", "CZlib",
        "Questions",
      ], path: "Sources/Output/ReportPages",
      exclude: ["README.md", "Page"], swiftSettings: strict),
    .target(
      name: "ReportWorkbooks",
      dependencies: [
        "Columns", "SystemFiles", "TabularFiles", "Racing", "Questions", "EntityReports", "CXLSX",
      ],
      path: "Sources/Output/ReportWorkbooks",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "ReportSpecs",
      dependencies: [
        "Columns", "SystemFiles", "YAMLText", "Racing", "ColumnStore", "RunnerKeys", "Questions",
        "Cards",
      ], path: "Sources/Output/ReportSpecs",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "Notebooks", dependencies: ["Columns"], path: "Sources/Output/Notebooks",
      exclude: ["README.md", "Templates"],
      swiftSettings: strict),
    .target(
      name: "RacingExport",
      dependencies: [
        "JSONValues", "Columns", "SystemFiles", "TabularFiles", "ColumnStore", "Racing",
        "StoreTables", "ExchangeStream",
      ], path: "Sources/Output/RacingExport",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "PageServer", dependencies: ["LoopbackHTTP"], path: "Sources/Output/PageServer",
      exclude: ["README.md"], swiftSettings: strict),

    // Services: the five services, and what they share.
    .target(
      name: "APICore",
      dependencies: ["Columns", "JSONValues", .product(name: "Logging", package: "swift-log")],
      path: "Sources/Services/APICore",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "HTTPTransport", dependencies: ["SystemFiles", "APICore", "CCurl", "CZlib"],
      path: "Sources/Services/HTTPTransport",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "PoniRacing",
      dependencies: [
        "Columns", "Racing", "APICore", .product(name: "Logging", package: "swift-log"),
      ], path: "Sources/Services/PoniRacing", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SeasonalRewards",
      dependencies: [
        "Seasons", "APICore", .product(name: "Logging", package: "swift-log"),
      ], path: "Sources/Services/SeasonalRewards", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SportsbookAPI",
      dependencies: ["Columns", "APICore", .product(name: "Logging", package: "swift-log")],
      path: "Sources/Services/SportsbookAPI",
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "BetableSDK",
      dependencies: [
        "Columns", "SystemFiles", "APICore", "CZlib",
        .product(name: "Logging", package: "swift-log"),
      ], path: "Sources/Services/BetableSDK", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "ChatistSDK",
      dependencies: [
        "Columns", "SystemFiles", "APICore", .product(name: "Logging", package: "swift-log"),
      ], path: "Sources/Services/ChatistSDK", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "DomainFeeds",
      dependencies: [
        "Columns", "SystemFiles", "TabularFiles", "ColumnStore", "Racing", "APICore", "Mappings",
        "RowReading", "StoreImport", "ImportHistory", "PoniRacing", "Seasons", "SeasonalRewards",
        "SeasonTotals", "SportsbookAPI", "BetableSDK", "ChatistSDK", "RunnerKeys", "Questions",
        "EntityReports", "Cards", "StoreTables",
      ], path: "Sources/Services/DomainFeeds", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SparkConnect", dependencies: ["Columns", "TabularFiles", "APICore", "HTTPTransport"],
      path: "Sources/Services/SparkConnect",
      exclude: ["README.md"], swiftSettings: strict),

    // Sandbox: made-up racing and services.
    .target(
      name: "SyntheticRacing", dependencies: ["Columns", "Racing"],
      path: "Sources/Sandbox/SyntheticRacing", exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "SandboxCore",
      dependencies: ["Columns", "TabularFiles", "APICore", "LoopbackHTTP", "CSQLite"],
      path: "Sources/Sandbox/SandboxCore", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "RacingSandboxes",
      dependencies: ["Columns", "Racing", "Seasons", "APICore", "SyntheticRacing", "SandboxCore"],
      path: "Sources/Sandbox/RacingSandboxes", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "BookmakerSandboxes",
      dependencies: ["Columns", "Racing", "APICore", "SyntheticRacing", "SandboxCore"],
      path: "Sources/Sandbox/BookmakerSandboxes", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SupportSandbox", dependencies: ["TabularFiles", "APICore", "SandboxCore"],
      path: "Sources/Sandbox/SupportSandbox", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "APISandbox",
      dependencies: ["SandboxCore", "RacingSandboxes", "BookmakerSandboxes", "SupportSandbox"],
      path: "Sources/Sandbox/APISandbox", exclude: ["README.md"], swiftSettings: strict),

    // Program: the command line.
    .target(
      name: "CommandTools",
      dependencies: [
        "Columns", "SystemFiles", "YAMLText", "TabularFiles", "TextEncodings", "ColumnStore",
        "Mappings", "RowReading", "ReportWriters", "ReportSpecs", "APICore", "DomainFeeds",
        "SettledBets", "RunnerKeys",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Sources/Program/CommandTools", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "StoreCommands",
      dependencies: [
        "Columns", "TabularFiles", "ColumnStore", "Racing", "Mappings", "RowReading", "StoreImport",
        "MappingProposals", "ImportHistory", "ReportSpecs", "DomainFeeds", "Cards", "CommandTools",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Sources/Program/StoreCommands", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "ReportCommands",
      dependencies: [
        "Columns", "SystemFiles", "TabularFiles", "ColumnStore", "Kernels", "Racing", "RaceMerging",
        "Mappings", "StoreImport", "RacingExport", "ReportWriters", "ReportSpecs", "ReportPages",
        "ReportWorkbooks", "PageServer", "Seasons", "SeasonTotals", "PromotionFigures",
        "BettingFigures", "BetSettlement", "SettledBets", "SupportFigures", "SparkConnect",
        "RunnerKeys", "Questions", "EntityReports", "Cards", "Features", "Calibration",
        "AngleSearch", "ReportSQL", "StoreTables", "CommandTools",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Sources/Program/ReportCommands", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "ExportCommands",
      dependencies: [
        "Columns", "SystemFiles", "TabularFiles", "ColumnStore", "Racing", "ExchangeStream",
        "Mappings", "RowReading",
        "RaceMerging", "StoreImport", "RacingExport", "DriftFigures", "ReportWriters", "Notebooks",
        "APICore", "Seasons", "SeasonTotals", "RunnerKeys", "Questions", "EntityReports",
        "Features", "Calibration", "ReportSQL", "StoreTables", "CommandTools", "ReportCommands",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Sources/Program/ExportCommands", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "ServiceCommands",
      dependencies: [
        "Columns", "APICore", "HTTPTransport", "PoniRacing", "DomainFeeds", "Seasons",
        "SeasonalRewards", "ChatistSDK", "CommandTools",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Sources/Program/ServiceCommands", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "BookmakerCommands",
      dependencies: [
        "Columns", "SystemFiles", "TabularFiles", "APICore", "HTTPTransport", "DomainFeeds",
        "SportsbookAPI", "BetableSDK", "CommandTools",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Sources/Program/BookmakerCommands", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "FetchCommands",
      dependencies: [
        "Columns", "APICore", "HTTPTransport", "PoniRacing", "DomainFeeds", "Seasons",
        "SeasonalRewards", "SportsbookAPI", "BetableSDK", "ChatistSDK", "CommandTools",
        "ServiceCommands", "BookmakerCommands", .product(name: "Logging", package: "swift-log"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Sources/Program/FetchCommands", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SandboxCommands",
      dependencies: [
        "Columns", "TabularFiles", "ColumnStore", "SyntheticRacing", "APICore", "SandboxCore",
        "RacingSandboxes", "BookmakerSandboxes", "SupportSandbox",
        "CommandTools", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Sources/Program/SandboxCommands", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "RailbirdCommands",
      dependencies: [
        "Columns", "TabularFiles", "Kernels", "ReportWorkbooks", "HTTPTransport", "SandboxCore",
        "CommandTools", "StoreCommands", "ReportCommands", "ExportCommands", "ServiceCommands",
        "BookmakerCommands", "FetchCommands", "SandboxCommands",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Sources/Program/RailbirdCommands", exclude: ["README.md"], swiftSettings: strict),
    .executableTarget(
      name: "railbird", dependencies: ["RailbirdCommands"], path: "Sources/Program/railbird",
      exclude: ["README.md"], swiftSettings: strict),
    .executableTarget(
      name: "bench",
      dependencies: [
        "Columns", "TabularFiles", "ColumnStore", "Kernels", "Racing", "Mappings", "StoreImport",
        "ImportHistory", "RacingExport", "ReportWriters", "SyntheticRacing", "Seasons",
        "SeasonTotals", "RunnerKeys", "Questions", "EntityReports", "Features", "AngleSearch",
        "StoreTables", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Benchmarks/bench", swiftSettings: strict),

    // Tests, in storeys like the modules.
    .target(
      name: "TestSupport",
      dependencies: ["Columns", "APICore", .product(name: "Logging", package: "swift-log")],
      path: "Tests/Support/TestSupport", swiftSettings: strict),
    .target(
      name: "StoreSupport",
      dependencies: [
        "Columns", "TabularFiles", "ColumnStore", "Mappings", "StoreImport", "SyntheticRacing",
        "TestSupport",
      ], path: "Tests/Support/StoreSupport", swiftSettings: strict),
    .target(
      name: "FeedContract", dependencies: ["APICore", "CZlib", "HTTPTransport", "TestSupport"],
      path: "Tests/Support/FeedContract", exclude: ["README.md"], swiftSettings: strict),
    .testTarget(
      name: "ColumnsTests", dependencies: ["Columns", "TestSupport"],
      path: "Tests/Ground/ColumnsTests", swiftSettings: strict),
    .testTarget(
      name: "SystemFilesTests", dependencies: ["SystemFiles", "TestSupport"],
      path: "Tests/Ground/SystemFilesTests",
      swiftSettings: strict),
    .testTarget(
      name: "JSONValuesTests",
      dependencies: ["APICore", "JSONValues", "TestSupport"], path: "Tests/Ground/JSONValuesTests",
      swiftSettings: strict),
    .testTarget(
      name: "YAMLTextTests", dependencies: ["YAMLText"], path: "Tests/Ground/YAMLTextTests",
      swiftSettings: strict),
    .testTarget(
      name: "TextEncodingsTests", dependencies: ["Columns", "TextEncodings"],
      path: "Tests/Ground/TextEncodingsTests", swiftSettings: strict),
    .testTarget(
      name: "TabularFilesTests",
      dependencies: ["CArrow", "Columns", "TabularFiles", "TextEncodings", "TestSupport"],
      path: "Tests/Ground/TabularFilesTests",
      swiftSettings: strict),
    .testTarget(
      name: "WorkbooksTests",
      dependencies: ["Columns", "TabularFiles", "TestSupport", "Workbooks"],
      path: "Tests/Ground/WorkbooksTests", swiftSettings: strict),
    .testTarget(
      name: "LoopbackHTTPTests", dependencies: ["LoopbackHTTP", "TestSupport"],
      path: "Tests/Ground/LoopbackHTTPTests",
      swiftSettings: strict),
    .testTarget(
      name: "RacingTests", dependencies: ["Columns", "Racing", "TestSupport"],
      path: "Tests/Trade/RacingTests",
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "BetSettlementTests",
      dependencies: ["BetSettlement", "Columns", "Racing", "TestSupport"],
      path: "Tests/Trade/BetSettlementTests", swiftSettings: strict),
    .testTarget(
      name: "KernelsTests", dependencies: ["Columns", "Kernels", "TestSupport"],
      path: "Tests/Trade/KernelsTests",
      swiftSettings: strict),
    .testTarget(
      name: "SeasonsTests", dependencies: ["Seasons", "TestSupport", "StoreTables"],
      path: "Tests/Trade/SeasonsTests", swiftSettings: strict),
    .testTarget(
      name: "ColumnStoreTests",
      dependencies: [
        "SystemFiles", "Columns", "TabularFiles", "ColumnStore", "StoreSupport", "TestSupport",
      ], path: "Tests/Store/ColumnStoreTests", swiftSettings: strict),
    .testTarget(
      name: "MappingsTests", dependencies: ["Mappings", "TestSupport"],
      path: "Tests/Import/MappingsTests", swiftSettings: strict),
    .testTarget(
      name: "RowReadingTests",
      dependencies: ["Mappings", "RowReading", "TestSupport", "Columns", "TabularFiles"],
      path: "Tests/Import/RowReadingTests", swiftSettings: strict),
    .testTarget(
      name: "RaceMergingTests",
      dependencies: ["RowReading", "RaceMerging", "TestSupport", "Columns"],
      path: "Tests/Import/RaceMergingTests", swiftSettings: strict),
    .testTarget(
      name: "RacingImportTests",
      dependencies: [
        "SystemFiles", "Columns", "TabularFiles", "ColumnStore", "Racing", "Mappings", "RowReading",
        "StoreImport", "MappingProposals", "ImportHistory", "RacingExport", "StoreSupport",
        "SyntheticRacing", "TestSupport", "StoreTables",
      ], path: "Tests/Import/RacingImportTests", swiftSettings: strict),
    .testTarget(
      name: "RacingReportsTests",
      dependencies: [
        "ImportHistory", "Kernels", "CKernels", "Columns", "ColumnStore", "Racing", "RacingExport",
        "ReportWriters", "StoreSupport", "TabularFiles", "TestSupport", "RunnerKeys", "Questions",
        "EntityReports", "Cards", "Features", "Calibration", "AngleSearch", "ReportSQL",
      ], path: "Tests/Reports/RacingReportsTests", exclude: ["Golden"], swiftSettings: strict),
    .testTarget(
      name: "SeasonTotalsTests",
      dependencies: [
        "Columns", "ColumnStore", "Seasons", "SeasonTotals", "Mappings", "RowReading",
        "StoreImport", "ReportWriters", "TestSupport", "StoreTables",
      ], path: "Tests/Reports/SeasonTotalsTests", swiftSettings: strict),
    .testTarget(
      name: "PromotionFiguresTests",
      dependencies: [
        "ColumnStore", "PromotionFigures", "Mappings", "RowReading", "StoreImport", "ImportHistory",
        "ReportWriters", "StoreSupport", "TestSupport", "RunnerKeys", "Questions", "EntityReports",
      ], path: "Tests/Reports/PromotionFiguresTests", swiftSettings: strict),
    .testTarget(
      name: "BettingFiguresTests",
      dependencies: [
        "BookmakerSandboxes", "SandboxCore", "BettingFigures", "ColumnStore", "Columns",
        "ReportWriters",
        "TestSupport",
        "StoreTables",
      ], path: "Tests/Reports/BettingFiguresTests", swiftSettings: strict),
    .testTarget(
      name: "SupportFiguresTests",
      dependencies: [
        "ColumnStore", "Columns", "Racing", "ReportWriters", "SupportFigures", "TestSupport",
        "Questions", "StoreTables",
      ], path: "Tests/Reports/SupportFiguresTests", swiftSettings: strict),
    .testTarget(
      name: "SettledBetsTests",
      dependencies: [
        "Columns", "BetSettlement", "Racing", "StoreSupport", "TestSupport",
      ], path: "Tests/Reports/SettledBetsTests", swiftSettings: strict),
    .testTarget(
      name: "ReportWritersTests",
      dependencies: [
        "Columns", "ColumnStore", "Racing", "RunnerKeys", "Questions", "EntityReports", "Cards",
        "Features", "ReportWriters", "Seasons", "SeasonTotals", "StoreSupport", "TestSupport",
      ], path: "Tests/Output/ReportWritersTests", exclude: ["Golden"], swiftSettings: strict),
    .testTarget(
      name: "ReportPagesTests",
      dependencies: [
        "CZlib", "Columns", "ColumnStore", "Racing", "RunnerKeys", "Questions", "EntityReports",
        "Cards", "ReportPages", "ReportWriters", "Seasons", "SeasonTotals", "StoreSupport",
        "TestSupport",
      ], path: "Tests/Output/ReportPagesTests", swiftSettings: strict),
    .testTarget(
      name: "ReportWorkbooksTests",
      dependencies: [
        "Columns", "ColumnStore", "RunnerKeys", "Questions", "EntityReports", "ReportWorkbooks",
        "ReportWriters", "StoreSupport", "TabularFiles", "TestSupport",
      ], path: "Tests/Output/ReportWorkbooksTests", swiftSettings: strict),
    .testTarget(
      name: "ReportSpecsTests",
      dependencies: [
        "Columns", "ColumnStore", "Racing", "RunnerKeys", "Questions", "EntityReports", "Cards",
        "ReportSpecs", "ReportWriters", "StoreSupport", "TestSupport",
      ], path: "Tests/Output/ReportSpecsTests", swiftSettings: strict),
    .testTarget(
      name: "NotebooksTests", dependencies: ["Notebooks", "TestSupport"],
      path: "Tests/Output/NotebooksTests", swiftSettings: strict),
    .testTarget(
      name: "RacingExportTests",
      dependencies: [
        "Columns", "ColumnStore", "DriftFigures", "RacingExport", "RaceMerging", "StoreImport",
        "ImportHistory", "ReportWriters", "StoreSupport", "TabularFiles", "TestSupport",
      ], path: "Tests/Output/RacingExportTests", swiftSettings: strict),
    .testTarget(
      name: "PageServerTests", dependencies: ["PageServer", "LoopbackHTTP", "TestSupport"],
      path: "Tests/Output/PageServerTests",
      swiftSettings: strict),
    .testTarget(
      name: "APICoreTests", dependencies: ["Columns", "APICore", "TestSupport"],
      path: "Tests/Services/APICoreTests",
      swiftSettings: strict),
    .testTarget(
      name: "HTTPTransportTests",
      dependencies: [
        "Columns", "APICore", "HTTPTransport", "FeedContract", "TestSupport",
      ], path: "Tests/Services/HTTPTransportTests", swiftSettings: strict),
    .testTarget(
      name: "PoniRacingTests",
      dependencies: [
        "Columns", "APICore", "HTTPTransport", "PoniRacing", "FeedContract", "TestSupport",
      ], path: "Tests/Services/PoniRacingTests", swiftSettings: strict),
    .testTarget(
      name: "SeasonalRewardsTests",
      dependencies: [
        "Seasons", "SeasonalRewards", "APICore", "HTTPTransport", "FeedContract", "TestSupport",
      ], path: "Tests/Services/SeasonalRewardsTests", swiftSettings: strict),
    .testTarget(
      name: "SportsbookAPITests",
      dependencies: [
        "APICore", "APISandbox", "HTTPTransport", "SportsbookAPI", "FeedContract", "TestSupport",
      ], path: "Tests/Services/SportsbookAPITests", swiftSettings: strict),
    .testTarget(
      name: "BetableSDKTests",
      dependencies: [
        "SystemFiles", "APICore", "HTTPTransport", "BetableSDK", "FeedContract", "TestSupport",
      ], path: "Tests/Services/BetableSDKTests", swiftSettings: strict),
    .testTarget(
      name: "ChatistSDKTests",
      dependencies: [
        "APICore", "APISandbox", "HTTPTransport", "ChatistSDK", "FeedContract", "TestSupport",
      ], path: "Tests/Services/ChatistSDKTests", swiftSettings: strict),
    .testTarget(
      name: "DomainFeedsTests",
      dependencies: [
        "SystemFiles", "Columns", "TabularFiles", "ColumnStore", "Racing", "Mappings",
        "StoreImport", "ImportHistory", "RacingExport", "ReportWriters", "APICore", "HTTPTransport",
        "PoniRacing", "DomainFeeds", "APISandbox", "SyntheticRacing", "StoreSupport", "TestSupport",
        "Seasons", "SeasonalRewards", "SeasonTotals", "PromotionFigures", "SportsbookAPI",
        "BetableSDK", "ChatistSDK", "RunnerKeys", "Questions", "EntityReports", "StoreTables",
        .product(name: "Logging", package: "swift-log"),
      ], path: "Tests/Services/DomainFeedsTests", swiftSettings: strict),
    .testTarget(
      name: "SparkConnectTests",
      dependencies: ["Columns", "APICore", "SparkConnect", "FeedContract", "TestSupport"],
      path: "Tests/Services/SparkConnectTests",
      swiftSettings: strict),
    .testTarget(
      name: "SyntheticRacingTests", dependencies: ["Columns", "SyntheticRacing"],
      path: "Tests/Sandbox/SyntheticRacingTests",
      swiftSettings: strict),
    .testTarget(
      name: "APISandboxTests",
      dependencies: [
        "Columns", "Racing", "APICore", "HTTPTransport", "APISandbox", "SandboxCore",
        "LoopbackHTTP",
        "SyntheticRacing", "TestSupport",
      ], path: "Tests/Sandbox/APISandboxTests", exclude: ["Golden"], swiftSettings: strict),
    .testTarget(
      name: "ProcessTests",
      dependencies: [
        "SystemFiles", "Columns", "ColumnStore", "RailbirdCommands", "FeedContract", "TestSupport",
      ], path: "Tests/Program/ProcessTests",
      swiftSettings: strict),
    .testTarget(
      name: "BenchTests", dependencies: ["bench", "TestSupport"], path: "Tests/Program/BenchTests",
      swiftSettings: strict),
    .testTarget(
      name: "ArchitectureTests", dependencies: ["TestSupport"],
      path: "Tests/House/ArchitectureTests", swiftSettings: strict),
    .testTarget(
      name: "ReadmeTests",
      dependencies: [
        "ColumnStore", "Racing", "RacingExport", "Mappings", "StoreImport", "RacingImport",
        "RacingReports", "ReportWriters", "SyntheticRacing", "TabularFiles", "TestSupport",
      ], path: "Tests/House/ReadmeTests", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx20
)
