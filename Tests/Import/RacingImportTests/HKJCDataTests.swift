import Columns
import Foundation
import RacingExport
import StoreImport
import TabularFiles
import TestSupport
import Testing

/// Ten years of real results; their licence is unknown, so they are no part of this repository.
enum HKJCData {
  static let folder = RailbirdProcess.datasets + "/hkjc-2016-2026/"

  static var isThere: Bool { FileManager.default.fileExists(atPath: folder + "results.csv.zst") }

  struct Imported {
    let store: TestStore
    let files: [ImportedFile]
    /// Exported columns by name.
    let columns: [String: [String]]
  }

  private static let columnNames = [
    "race_id", "horse_id", "horse", "jockey", "number", "draw", "position", "outcome", "sp", "tote",
    "tote_paid", "weight_lb", "distance_m", "surface", "handicap", "beaten_lengths", "date",
    "race_no", "course",
  ]

  /// One import serves all tests.
  // Safety: the tests only read it, and a store's one writer is guarded by its lock.
  nonisolated(unsafe) static let imported = Result {
    let store = TestStore()
    let files = try store.add(
      [folder + "results.csv.zst", folder + "dividends.csv.zst"], format: "hkjc")
    let path = store.newPath("csv")
    try ExportJob(try store.snapshot).write("runners", to: path, as: .csv)
    let table = Table.concatenated(
      try SourceFile(path: path).read(columns: columnNames, threads: 2).tables)
    let columns = columnNames.map { name in
      let texts = table[name]!.texts
      return (name, (0..<table.rowCount).map { texts[$0] })
    }
    return Imported(
      store: store, files: files, columns: Dictionary(uniqueKeysWithValues: columns))
  }
}

@Suite(.enabled(if: HKJCData.isThere, "the data sets are not here: set RAILBIRD_DATASETS"))
struct HKJCDataTests {
  private let data: HKJCData.Imported

  init() throws { data = try HKJCData.imported.get() }

  @Test func `each column is taken, or left with a reason`() {
    #expect(data.files.map(\.unusedColumns) == [nil, nil])
  }

  private func column(_ name: String) -> [String] { data.columns[name]! }

  private func runner(_ race: String, _ horse: String) -> [String: String] {
    let (races, horses) = (column("race_id"), column("horse_id"))
    let row = races.indices.first { races[$0] == race && horses[$0] == horse }
    return row.map { row in data.columns.mapValues { $0[row] } } ?? [:]
  }

  @Test func `every row is accounted for`() throws {
    #expect(data.files[0].counts == [107_977, 105_622, 2_355, 0])
    #expect(data.files[1].counts == [97_011, 95_160, 1_851, 0])
    #expect(column("race_id").count == 105_622)
    #expect(try data.store.snapshot.rowCount(of: "races") == 8_513)
  }

  @Test func `outcomes are as counted in the file`() {
    let counts = Dictionary(column("outcome").map { ($0, 1) }, uniquingKeysWith: +)
    #expect(
      counts == [
        "finished": 103_618, "non_runner": 1_800, "pulled_up": 69, "unseated": 55, "fell": 28,
        "did_not_finish": 43, "disqualified": 6, "unresolved": 3,
      ])
    #expect(data.files[0].unresolved == 3)
  }

  @Test func `rows are as printed in the file`() {
    let first = runner("2016-05-01-ST-2", "T105")
    #expect(first["horse"] == "勁豐裕 (T105)" && first["jockey"] == "莫雷拉")
    #expect(first["position"] == "1" && first["number"] == "3" && first["draw"] == "9")
    #expect(first["sp"] == "3" && first["weight_lb"] == "133" && first["distance_m"] == "2200")
    #expect(first["surface"] == "turf" && first["handicap"] == "true")
    #expect(runner("2016-05-01-ST-2", "T068")["beaten_lengths"] == "0.3")
    #expect(runner("2016-03-06-ST-11", "P373")["outcome"] == "fell")
    let withdrawn = runner("2016-01-01-ST-7", "P396")
    #expect(withdrawn["outcome"] == "non_runner" && withdrawn["number"] == "")
    #expect(withdrawn["sp"] == "" && withdrawn["jockey"] == "巫斯義")
  }

  /// $15.00 for $10 on one of the two winners; the other has no dividend of its own in the file.
  @Test func `a dead heat's winner without a dividend has no tote`() {
    #expect(runner("2016-05-01-ST-2", "T105")["tote"] == "1.5")
    #expect(runner("2016-05-01-ST-2", "N416")["tote"] == "")
    #expect(runner("2016-05-01-ST-2", "N416")["tote_paid"] == "true")
  }

  @Test func `a known jockey has his published runs and wins`() {
    let (jockeys, outcomes, positions) = (column("jockey"), column("outcome"), column("position"))
    let runs = jockeys.indices.filter {
      jockeys[$0] == "潘頓" && !["non_runner", "unresolved"].contains(outcomes[$0])
    }
    #expect(runs.count == 6_814)
    #expect(runs.count { positions[$0] == "1" } == 1_416)
  }

  /// The displayed odds are the win dividend cut off: to 0.1 below 10, to 1 from 10 up.
  @Test func `every single winner's odds are its dividend cut off`() {
    let (races, positions, displayed) = (column("race_id"), column("position"), column("sp"))
    let tote = column("tote")
    let winners = Dictionary(grouping: positions.indices.filter { positions[$0] == "1" }) {
      races[$0]
    }
    let odds = winners.values.filter { $0.count == 1 && tote[$0[0]] != "" }.map {
      (Double(displayed[$0[0]])!, Double(tote[$0[0]])!)
    }
    #expect(odds.count == 8_493)
    let wrong = odds.filter { displayed, paid in
      let tenths = (paid * 10 + 1e-6).rounded(.down) / 10
      return displayed != (paid < 10 ? tenths : paid.rounded(.down))
    }
    #expect(wrong.isEmpty)
  }

  @Test func `the same results in another order are known`() throws {
    let again = try data.store.add(
      [HKJCData.folder + "dividends.csv.zst", HKJCData.folder + "results.csv.zst"], format: "hkjc")
    #expect(again.map(\.wasKnown) == [true, true])
  }
}
