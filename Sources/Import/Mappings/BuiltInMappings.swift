import Columns

extension Mapping {
  /// The names for `--format`.
  public static let builtInNames = [
    "railbird", "hkjc", "betfair", "betfair-stream", "rpscrape", "racing-api", "harness", "poni",
    "equibase", "drf", "netkeiba", "jrdb", "pmu", "atg", "kra",
    "points-ledger", "points", "sportsbook", "betable", "chatist",
  ]

  /// Returns the YAML text of a built-in mapping, or nil.
  public static func builtInText(_ name: String) -> String? {
    builtInNames.contains(name) ? EmbeddedFile("BuiltIn/\(name).yaml").text : nil
  }
}
