// swift-tools-version: 6.2
import PackageDescription

/// The location of Railbird: by default the repository that contains this example.
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
