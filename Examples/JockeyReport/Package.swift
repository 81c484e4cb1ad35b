// swift-tools-version: 6.2
import PackageDescription

/// Where Railbird is fetched from: the repository that this example lies in, unless named.
let railbird = Context.environment["RAILBIRD_URL"] ?? "../.."

let package = Package(
  name: "JockeyReport",
  platforms: [.macOS(.v26)],
  dependencies: [.package(url: railbird, from: "0.1.0")],
  targets: [
    .executableTarget(
      name: "jockey-report",
      dependencies: [
        .product(name: "ColumnStore", package: "railbird"),
        .product(name: "RacingImport", package: "railbird"),
        .product(name: "RacingReports", package: "railbird"),
        .product(name: "ReportWriters", package: "railbird"),
      ])
  ]
)
