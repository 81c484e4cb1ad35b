import Columns
import Foundation
import MappingProposals
import StoreImport
import TabularFiles
import TestSupport
import Testing

/// Some rows of real sources' files.
private enum DataSets {
  static let folder = RailbirdProcess.datasets

  static var areThere: Bool { FileManager.default.fileExists(atPath: folder) }

  /// Writes rows from a CSV file's beginning, middle and end to a Parquet file of texts; returns
  /// its path.
  static func cut(_ name: String, to store: TestStore) throws -> String {
    let file = try SourceFile(path: folder + "/" + name)
    let tables = try file.read(columns: try file.columnNames(), threads: 2).tables
    let some = [tables[0], tables[tables.count / 2], tables.last!]
    let rows = Table.concatenated(
      some.prefix(tables.count).map { table in
        table.gathered((0..<Int32(min(1000, table.rowCount))).map { $0 })
      })
    // Parquet, because our CSV files mark texts that a spreadsheet would run.
    let path = store.newPath("parquet")
    let writer = try TableWriter(path: path, format: .parquet, fields: rows.fields)
    try writer.write(rows)
    try writer.close()
    return path
  }
}

@Suite(.enabled(if: DataSets.areThere, "the data sets are not here: set RAILBIRD_DATASETS"))
struct ExplainDataTests {
  /// Returns the part of a file in which two readings must agree.
  private func runners(_ store: TestStore, _ columns: [String]) throws -> [String] {
    try store.rows().map { row in columns.map { row[$0]! }.joined(separator: "|") }.sorted()
  }

  private func imported(_ path: String, yaml: String, into store: TestStore) throws -> ImportedFile
  {
    let file = try store.add([path], yaml: yaml)[0]
    #expect(Double(file.rejected) <= 0.05 * Double(file.rowsRead))
    return file
  }

  @Test(arguments: [
    (
      "betfair-anz-thoroughbreds/anz_thoroughbreds.csv.zst", "betfair",
      [
        "date", "race_no", "course", "country", "distance_m", "horse", "number", "position",
        "outcome", "bsp",
      ]
    ),
    (
      "betfair-uk-ire-2026/uk_ire_2026.csv.zst", "betfair",
      [
        "date", "race_no", "course", "handicap", "distance_m", "horse", "position", "outcome",
        "bsp",
        "place_bsp",
      ]
    ),
    (
      "hkjc-2016-2026/results.csv.zst", "hkjc",
      [
        "date", "race_no", "course", "country", "race_name", "class", "handicap", "going",
        "surface",
        "distance_m", "prize", "horse_id", "horse", "jockey", "number", "draw", "weight_lb",
        "position", "outcome", "sp",
      ]
    ),
    (
      "us-harness-morningline/harness_2017q1.csv.zst", "harness",
      ["date", "race_no", "course", "horse", "draw", "position", "outcome", "sp"]
    ),
  ])
  func `a proposal reads what the built-in mapping reads`(
    file: String, builtIn: String, columns: [String]
  ) throws {
    let proposed = TestStore()
    let known = TestStore()
    let path = try DataSets.cut(file, to: known)
    let page = try FileExplanation(file: path, threads: 2).text
    #expect(page.contains("The built-in mapping \(builtIn) reads this file"))
    let own = try imported(path, yaml: page, into: proposed)
    let other = try known.add([path], format: builtIn)[0]
    #expect(own.counts == other.counts)
    #expect(
      page.contains(
        "# \(own.rowsRead) rows read = \(own.stored) stored + \(own.duplicates) duplicates + "
          + "\(own.rejected) rejected"))
    #expect(try runners(proposed, columns) == runners(known, columns))
    #expect(try Set(proposed.values("race_id")).count == Set(known.values("race_id")).count)
  }

  @Test func `a proposal reads dividends as the built-in mapping does`() throws {
    let proposed = TestStore()
    let known = TestStore()
    let path = try DataSets.cut("hkjc-2016-2026/dividends.csv.zst", to: known)
    let page = try FileExplanation(file: path, threads: 2).text
    let own = try imported(path, yaml: page, into: proposed)
    #expect(try known.add([path], format: "hkjc")[0].counts == own.counts)
    let columns = ["date", "pool", "combination", "dividend", "declared"]
    func rows(_ store: TestStore) throws -> [String] {
      try store.rows("dividends").map { row in columns.map { row[$0]! }.joined(separator: "|") }
        .sorted()
    }
    #expect(try rows(proposed) == rows(known))
  }

  @Test(arguments: [("racecards_2026-01-01", 372), ("racecards_2026-01-17", 348)])
  func `race cards in nested maps are found`(name: String, count: Int) throws {
    let store = TestStore()
    let path = DataSets.folder + "/uk-racecards-sample/\(name).json.zst"
    let page = try FileExplanation(file: path).text
    let file = try imported(path, yaml: page, into: store)
    #expect(file.counts == [count, count, 0, 0])
    #expect(page.contains("rows: \"*/*/*/runners/*\""))
    let row = try store.rows().first { $0["horse"] == "Cant Resist It" }
    guard name.hasSuffix("01-01") else { return }
    #expect(row?["outcome"] == "non_runner")
    #expect(row?["course"] == "Cheltenham")
    #expect(row?["trainer"] == "Fergal Obrien")
    #expect(row?["distance_m"] == "4075")
    #expect(try Set(store.values("race_id")).count == 42)
  }

  @Test func `race cards are read as the built-in mapping reads them`() throws {
    let proposed = TestStore()
    let known = TestStore()
    let path = DataSets.folder + "/racing-api-samples/racecards_sample.json"
    let file = try imported(path, yaml: try FileExplanation(file: path).text, into: proposed)
    #expect(try known.add([path], format: "racing-api")[0].counts == file.counts)
    // The built-in mapping treats a draw of 0 as none, and takes the claim off a rider's name.
    let columns = [
      "race_id", "date", "off_time", "course", "country", "race_name", "class", "handicap", "going",
      "surface", "horse_id", "horse", "trainer", "owner", "sire", "age", "sex", "number",
      "weight_lb", "official_rating",
    ]
    #expect(try runners(proposed, columns) == runners(known, columns))
  }

  @Test func `races without a day take the day that is given`() throws {
    let path = DataSets.folder + "/rapidapi-usa-sample/races_63_reconstructed.json"
    let open = try FileExplanation(file: path).text
    #expect(open.contains("import with --default date=YYYY-MM-DD"))
    #expect(open.contains("# 495 rows read = 0 stored + 0 duplicates + 495 rejected"))
    let store = TestStore()
    let page = try FileExplanation(file: path, defaults: ["date": "2022-01-18"]).text
    let file = try imported(path, yaml: page, into: store)
    #expect(file.counts == [495, 495, 0, 0])
    #expect(try store.values("outcome").count { $0 == "non_runner" } == 56)
    #expect(try store.values("sp").count { !$0.isEmpty } == 439)
    #expect(try store.values("country").allSatisfy { $0 == "US" })
  }
}
