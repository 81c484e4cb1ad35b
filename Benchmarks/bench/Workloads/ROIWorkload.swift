import ColumnStore
import Columns
import EntityReports
import Foundation
import RunnerKeys
import TabularFiles

/// W1: the store's runners grouped by jockey.
struct ROIWorkload: Workload {
  let input: DataSet
  let threads: Int
  private let snapshot: Snapshot
  private var table: ROITable?

  init(_ input: DataSet, threads: Int) throws {
    self.input = input
    self.threads = threads
    snapshot = try Snapshot(store: input.store)
  }

  var rows: Int { snapshot.rowCount(of: "runners") }

  /// The race index is read at firsts only, which lie in nearly every line of the cache.
  var touchedBytes: Int {
    TouchedBytes.count(
      snapshot, runners: ["jockey", "outcome", "position", "sp", "race_index"], races: [])
  }

  var outputBytes: Int { (table?.rows.count ?? 0) * (MemoryLayout<ROITable.Row>.stride + 96) }

  mutating func run() throws {
    table = try ROIJob(Dimension("jockey"), from: snapshot, threads: threads).run()
  }

  func digest() -> String {
    var digest = IntegerDigest()
    for row in table!.rows {
      for value in [row.runs, row.wins, row.bets, row.returnedMicros] { digest.add(value) }
    }
    return digest.text
  }

  func verify() throws {
    guard let expected = try Recount(of: input) else { return }
    try expected.verify(
      table!.rows.map { row in
        (
          row.keys[0],
          PlainRecord(
            runs: Int(row.runs), wins: Int(row.wins), bets: Int(row.bets),
            returnedMicros: row.returnedMicros)
        )
      })
  }

  func answer() -> String {
    let lines = table!.rows.map {
      "\($0.keys[0])\t\($0.runs)\t\($0.wins)\t\($0.bets)\t\($0.returnedMicros)"
    }
    return Checksum.hex(of: Data(lines.joined(separator: "\n").utf8))
  }

  func write(to path: String) throws {
    let rows = table!.rows
    let roi = rows.map(\.roi)
    let table = Table([
      ("jockey", Column(.text, .text(TextBuffer(rows.map { $0.keys[0] })))),
      ("runs", Column(int64s: rows.map(\.runs))),
      ("wins", Column(int64s: rows.map(\.wins))),
      ("sp_bets", Column(int64s: rows.map(\.bets))),
      (
        "sp_returned",
        Column(.double, .double(Buffer(rows.map { Double($0.returnedMicros) / 1e6 })))
      ),
      (
        "sp_roi",
        Column(.double, .double(Buffer(roi.map { $0 ?? 0 })), Validity(roi.map { $0 != nil }))
      ),
    ])
    let writer = try TableWriter(path: path, format: .parquet, fields: table.fields)
    try writer.write(table)
    try writer.close()
  }
}
