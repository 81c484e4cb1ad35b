import ColumnStore
import Columns
import Foundation
import Mappings
import StoreImport
import SyntheticRacing
import TabularFiles
import TestSupport

/// Stores for tests: runners are imported into a temporary store, which goes again at once.
///
/// A snapshot maps all its files when it opens, so it outlives their folder.
public enum StoreFixture {
  /// Imports each text as a file of runners in Railbird's own layout, one import after another.
  public static func snapshot(csv texts: String...) throws -> Snapshot {
    let folder = try TemporaryFolder()
    for (index, text) in texts.enumerated() {
      try importFile(folder.write(text, to: "runners-\(index).csv"), into: folder.file("store"))
    }
    return try Snapshot(store: folder.file("store"))
  }

  /// Returns a synthetic season as a snapshot.
  public static func season(runners: Int, seed: UInt64) throws -> Snapshot {
    let folder = try TemporaryFolder()
    let path = folder.file("season.csv")
    try writeSeason(runners: runners, seed: seed, to: path)
    try importFile(path, into: folder.file("store"))
    return try Snapshot(store: folder.file("store"))
  }

  /// Writes a synthetic season as CSV.
  public static func writeSeason(runners: Int, seed: UInt64, to path: String) throws {
    let season = SyntheticSeason(runners: runners, seed: seed)
    let tables = season.map { $0.table(of: season) }
    let writer = try TableWriter(path: path, format: .csv, fields: tables[0].fields)
    for table in tables { try writer.write(table) }
    try writer.close()
  }

  /// Imports a text as a file of runners in Railbird's own layout.
  ///
  /// - Parameters:
  ///   - csv: The text.
  ///   - store: The store's folder, created if missing.
  /// - Throws: The import's error.
  public static func add(csv: String, to store: String) throws {
    let folder = try TemporaryFolder()
    try importFile(folder.write(csv, to: "runners.csv"), into: store)
  }

  /// Imports a text as a file of dividends.
  ///
  /// - Parameters:
  ///   - dividends: The text, with the columns race_id, date, pool, combination and dividend.
  ///   - store: The store's folder, created if missing.
  /// - Throws: The import's error.
  public static func add(dividends: String, to store: String) throws {
    let folder = try TemporaryFolder()
    let fields = ["race_id", "date", "pool", "combination", "dividend"].map { "\($0): \($0)" }
    try importFile(
      folder.write(dividends, to: "dividends.csv"), into: store,
      """
      name: dividends
      description: Dividends of a test
      tables:
        dividends:
          feeds: dividends
          fields: {\(fields.joined(separator: ", ")), declared: dividend}

      """)
  }

  private static func importFile(
    _ path: String, into store: String, _ text: String = Mapping.builtInText("railbird")!
  ) throws {
    // A fixed time, so that the same rows always make the same store.
    let job = ImportJob(
      store: store, mapping: try Mapping(yaml: text, file: "railbird"), mappingText: text,
      now: 1_767_225_600_000_000)
    _ = try job.run([path])
  }
}
