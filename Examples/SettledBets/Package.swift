// swift-tools-version: 6.2
import PackageDescription

/// The location of Railbird: by default the repository that contains this example.
let railbird = Context.environment["RAILBIRD_URL"] ?? "../.."

let package = Package(
  name: "SettledBets",
  platforms: [.macOS(.v26)],
  dependencies: [.package(url: railbird, from: "0.1.0")],
  targets: [
    .executableTarget(
      name: "settled-bets",
      dependencies: [
        .product(name: "BetSettlement", package: "railbird"),
        .product(name: "Columns", package: "railbird"),
        .product(name: "Racing", package: "railbird"),
      ])
  ]
)
