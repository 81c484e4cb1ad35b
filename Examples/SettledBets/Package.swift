// swift-tools-version: 6.2
import PackageDescription

/// Where Railbird is fetched from: the repository that this example lies in, unless named.
let railbird = Context.environment["RAILBIRD_URL"] ?? "../.."

let package = Package(
  name: "SettledBets",
  platforms: [.macOS(.v26)],
  dependencies: [.package(url: railbird, from: "0.1.0")],
  targets: [
    .executableTarget(
      name: "settled-bets",
      dependencies: [.product(name: "Racing", package: "railbird")])
  ]
)
