import Foundation

/// One input: a number of runners by one generator and seed, kept in a folder for the next time.
struct DataSet: Codable {
  /// Whose generator makes the rows.
  enum Source: String, Codable {
    /// `SyntheticRacing`, whose rows a plain recount knows.
    case own
    /// `Benchmarks/peers/make_runners.py`.
    case peers
  }

  let source: Source
  let runners: Int
  let seed: UInt64
  /// The folder of all inputs.
  let data: String

  /// Files of more rows are split, so that none has to fit in memory.
  static let partRunners = 10_000_000

  /// `own-1000000-1`.
  var name: String { "\(source.rawValue)-\(runners)-\(seed)" }
  var folder: String { data + "/" + name }
  /// The same rows as in the parts; only where they fit one file.
  var csv: String { folder + "/runners.csv" }
  var hasCSV: Bool { runners <= Self.partRunners }
  var ndjson: String { folder + "/runners.ndjson" }
  /// The last race day's runners once more, a day later and under new keys.
  var nextDay: String { folder + "/next-day.csv" }
  var recount: String { folder + "/recount.tsv" }
  var store: String { folder + "/store" }
  /// What a peer reads: all parts.
  var pattern: String { folder + "/runners-*.parquet" }

  /// The Parquet files, in time order.
  var parts: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix("runners-") && $0.hasSuffix(".parquet") }.sorted()
      .map { folder + "/" + $0 }
  }

  func part(_ index: Int) -> String {
    folder + "/runners-" + String(repeating: "0", count: max(0, 3 - "\(index)".count))
      + "\(index).parquet"
  }

  /// The size of a file in bytes.
  static func size(of path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? Int) ?? 0
  }
}
