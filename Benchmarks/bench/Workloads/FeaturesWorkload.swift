import ColumnStore
import Columns
import Features
import Foundation
import ReportWriters

/// W4: every starter with its jockey's and trainer's record before the race day.
///
/// The answer is one table in memory, as the peers' is. Above ``pieceRows`` it is taken table by
/// table, and only sums are kept: 150 M rows would be 30 GB.
struct FeaturesWorkload: Workload {
  /// The most rows of a table.
  static let pieceRows = DataSet.partRunners

  let input: DataSet
  let threads: Int
  private let snapshot: Snapshot
  /// The last table of the last run.
  private var features: FeatureTable?
  /// Of tables that are not kept.
  private var sums = TableTotals()
  /// The largest table's.
  private(set) var outputBytes = 0

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

  /// The last answer goes first, as that of a peer does: two at a time would be no fair measure.
  mutating func prepare() { (features, sums, outputBytes) = (nil, TableTotals(), 0) }

  mutating func run() throws {
    var pieces = try pieces()
    let isWhole = pieces.rowCount <= Self.pieceRows
    while let piece = pieces.next() {
      outputBytes = max(outputBytes, TouchedBytes.ofAnswer(piece.table.columns))
      if isWhole { features = piece } else { sums.add(piece.table) }
    }
  }

  func digest() -> String {
    var sums = sums
    if let features { sums.add(features.table) }
    return "\(sums.values)"
  }

  /// Every bit of every column behind the key, table by table.
  func answer() throws -> String {
    var digest = IntegerDigest()
    func add(_ features: FeatureTable) {
      for column in features.table.columns { Self.add(column, to: &digest) }
    }
    if let features { add(features) } else { try pieces().forEach(add) }
    return digest.text
  }

  func write(to path: String) throws {
    if let features {
      try FeatureFile.write(features, to: path, as: .parquet)
    } else {
      try FeatureFile.write(try pieces(), to: path, as: .parquet)
    }
  }

  // MARK: - Implementation

  private func pieces() throws -> FeaturePieces {
    var request = try FeatureRequest()
    request.threads = threads
    return try FeatureJob(request, from: snapshot).pieces(ofRows: Self.pieceRows)
  }

  private static func add(_ column: Column, to digest: inout IntegerDigest) {
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
}

/// The number of rows, and the sums of two columns.
private struct TableTotals {
  private(set) var values: [Int64] = [0, 0, 0]

  mutating func add(_ table: Table) {
    values[0] += Int64(table.rowCount)
    for (index, name) in ["jockey_runs_14", "trainer_wins_365"].enumerated() {
      values[index + 1] &+= table[name]!.int32s.pointer.reduce(Int64(0)) { $0 &+ Int64($1) }
    }
  }
}
