import ColumnStore
import Columns
import EntityReports
import Foundation
import Questions
import RunnerKeys
import TabularFiles

/// W1: the sums of the jockey report over all races, without the report's cells.
struct ROIWorkload: Workload {
  let input: DataSet
  let threads: Int
  private let snapshot: Snapshot
  private var records: [Row] = []

  private typealias Row = (jockey: String, record: PlainRecord, roi: Double?)

  init(_ input: DataSet, threads: Int) throws {
    self.input = input
    self.threads = threads
    snapshot = try Snapshot(store: input.store)
  }

  var rows: Int { snapshot.rowCount(of: "runners") }

  var touchedBytes: Int { TouchedBytes.ofReport(snapshot, keys: ["jockey"]) }

  var outputBytes: Int { records.count * (MemoryLayout<Row>.stride + 96) }

  mutating func prepare() { records = [] }

  mutating func run() throws {
    var request = ReportRequest(dimensions: [try Dimension("jockey")], windows: [.all])
    request.threads = threads
    records = try ReportJob(request, from: snapshot).run().reports[0].rows.map {
      ($0.keys[0], PlainRecord($0.figures), $0.figures.bets(at: .sp).roi.value)
    }
  }

  func digest() -> String {
    var digest = IntegerDigest()
    for (_, own, _) in records {
      for value in [own.runs, own.wins, own.bets, Int(own.returnedMicros)] {
        digest.add(Int64(value))
      }
    }
    return digest.text
  }

  func verify() throws {
    guard let expected = try Recount(of: input) else { return }
    try expected.verify(records.map { ($0.jockey, $0.record) })
  }

  func answer() throws -> String {
    let lines = records.map { name, own, _ in
      "\(name)\t\(own.runs)\t\(own.wins)\t\(own.bets)\t\(own.returnedMicros)"
    }
    return Checksum.hex(of: Data(lines.joined(separator: "\n").utf8))
  }

  func write(to path: String) throws {
    let (own, roi) = (records.map(\.record), records.map(\.roi))
    let table = Table([
      ("jockey", Column(.text, .text(TextBuffer(records.map(\.jockey))))),
      ("runs", Column(int64s: own.map { Int64($0.runs) })),
      ("wins", Column(int64s: own.map { Int64($0.wins) })),
      ("sp_bets", Column(int64s: own.map { Int64($0.bets) })),
      (
        "sp_returned",
        Column(.double, .double(Buffer(own.map { Double($0.returnedMicros) / 1e6 })))
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
