import ColumnStore
import Columns
import Foundation
import RacingReports
import ReportWriters

/// W4: every starter with its jockey's and trainer's record before the race day.
struct FeaturesWorkload: Workload {
  let input: DataSet
  let threads: Int
  private let snapshot: Snapshot
  private var features: FeatureTable?

  init(_ input: DataSet, threads: Int) throws {
    self.input = input
    self.threads = threads
    snapshot = try Snapshot(store: input.store)
  }

  var rows: Int { snapshot.rowCount(of: "runners") }

  var touchedBytes: Int {
    TouchedBytes.count(
      snapshot,
      runners: ["race_index", "outcome", "position", "sp", "jockey", "trainer", "number"],
      races: ["date", "country", "handicap", "tote_paid", "race_id"])
  }

  var outputBytes: Int { TouchedBytes.ofAnswer(features!.table.columns) }

  mutating func run() throws {
    // The last answer goes first: two at a time would be no fair measure of memory.
    features = nil
    var request = try FeatureRequest()
    request.threads = threads
    features = try FeatureJob(request, from: snapshot).run()
  }

  /// The sums of two columns.
  func digest() -> String {
    let table = features!.table
    let sums = ["jockey_runs_14", "trainer_wins_365"].map { name in
      table[name]!.int32s.pointer.reduce(Int64(0)) { $0 &+ Int64($1) }
    }
    return "\(table.rowCount) \(sums)"
  }

  /// Every bit of every column behind the key.
  func answer() -> String {
    var digest = IntegerDigest()
    for column in features!.table.columns {
      switch column.values {
      case .int32(let values): for value in values.pointer { digest.add(Int64(value)) }
      case .double(let values):
        for row in 0..<values.count {
          let bits = column.isNull(row) ? .max : values[row].bitPattern
          digest.add(Int64(bitPattern: bits))
        }
      default: break
      }
    }
    return digest.text
  }

  func write(to path: String) throws {
    try FeatureFile.write(features!, to: path, as: .parquet)
  }
}
