import ArgumentParser

/// The workloads; `Benchmarks/README.md` and `Benchmarks/peers/README.md` define them.
enum WorkloadName: String, CaseIterable, Codable {
  case roi = "W1"
  case jockeyReport = "W2"
  case everyBet = "W2-bets"
  case facts = "W2-facts"
  case threeReports = "W3"
  case features = "W4"
  case importCSV = "W5"
  case importParquet = "W5-parquet"
  case coldReport = "W6"
  case uncheckedReport = "W6-unchecked"
  case appendedDay = "W7"
  case seasonTotals = "W8"
  case replayJSON = "W8-json"
  case search = "W9"
  case permutedSearch = "W9-permutations"

  /// One line for people.
  var title: String {
    switch self {
    case .roi: "grouped ROI by jockey"
    case .jockeyReport: "jockey report, 5 windows"
    case .everyBet: "the same with every bet, and luck"
    case .facts: "the same of runners by five facts"
    case .threeReports: "jockey, trainer, jockey-trainer"
    case .features: "point-in-time features"
    case .importCSV: "CSV to store"
    case .importParquet: "Parquet to store"
    case .coldReport: "cold start to report written"
    case .uncheckedReport: "the same without checksums of columns"
    case .appendedDay: "a day appended, reports refreshed"
    case .seasonTotals: "ledger to season totals"
    case .replayJSON: "archived JSON to rows"
    case .search: "63 combinations of keys, 1 permutation"
    case .permutedSearch: "the same with 100 permutations"
    }
  }

  /// The wanted ratio, the faster peer's time over ours, at 10 M runners; nil without a peer.
  var target: Double? {
    switch self {
    case .roi: 5
    case .jockeyReport: 20
    case .threeReports: 14
    case .features: 15
    case .importCSV: 1.5
    case .coldReport: 16
    default: nil
    }
  }

  /// Whether its cost is that of reading columns, so that bandwidth and memory are worth printing.
  var readsColumns: Bool {
    ["W1", "W2", "W2-bets", "W2-facts", "W3", "W4"].contains(rawValue) || isSearch
  }

  /// Whether it searches for angles, as DuckDB's side does not.
  var isSearch: Bool { self == .search || self == .permutedSearch }

  /// Whether its rows are those of a club's ledger, not runners.
  var isOfLedger: Bool { self == .seasonTotals }

  /// Whether it reads CSV files.
  var needsCSV: Bool { [.importCSV, .appendedDay, .replayJSON].contains(self) }

  /// Whether it reads the store of all runners.
  var needsStore: Bool { readsColumns || runsCommand || self == .appendedDay }

  /// Whether it runs the `railbird` command.
  var runsCommand: Bool { self == .coldReport || self == .uncheckedReport }

  /// Those that a list such as `W1,W5` names, in their order; `W5` also names `W5-parquet`.
  static func list(_ text: String) throws -> [WorkloadName] {
    var named: Set<WorkloadName> = []
    for part in text.split(separator: ",") {
      let found = allCases.filter {
        $0.rawValue.uppercased() == part.uppercased()
          || $0.rawValue.hasPrefix(part.uppercased() + "-")
      }
      guard !found.isEmpty else {
        throw ValidationError(
          "--workloads: found \(part); expected some of "
            + allCases.map(\.rawValue).joined(separator: ","))
      }
      named.formUnion(found)
    }
    return allCases.filter(named.contains)
  }
}
