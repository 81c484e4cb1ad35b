import Foundation

extension Mapping {
  private static let builtIn: [(name: String, yaml: [UInt8])] = [
    ("railbird", PackageResources.railbird_yaml),
    ("hkjc", PackageResources.hkjc_yaml),
    ("betfair", PackageResources.betfair_yaml),
    ("betfair-stream", PackageResources.betfair_stream_yaml),
    ("rpscrape", PackageResources.rpscrape_yaml),
    ("racing-api", PackageResources.racing_api_yaml),
    ("harness", PackageResources.harness_yaml),
    ("poni", PackageResources.poni_yaml),
    ("points-ledger", PackageResources.points_ledger_yaml),
    ("points", PackageResources.points_yaml),
    ("sportsbook", PackageResources.sportsbook_yaml),
    ("betable", PackageResources.betable_yaml),
    ("chatist", PackageResources.chatist_yaml),
  ]

  /// The names that `--format` takes.
  public static let builtInNames = builtIn.map(\.name)

  /// Returns the YAML text of a built-in mapping, or nil.
  public static func builtInText(_ name: String) -> String? {
    builtIn.first { $0.name == name }.map { String(decoding: $0.yaml, as: UTF8.self) }
  }
}
