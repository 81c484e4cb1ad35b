import ColumnStore
import Columns

/// How many bytes of a store's columns a workload reads: the same on every machine.
enum TouchedBytes {
  /// The bytes of some columns of runners and races; nulls' bits are left out.
  static func count(_ snapshot: Snapshot, runners: [String], races: [String]) -> Int {
    [("runners", runners), ("races", races)].reduce(0) { total, table in
      total
        + snapshot.segments(of: table.0).reduce(0) { sum, segment in
          sum + table.1.compactMap { segment.rows[$0] }.reduce(0) { $0 + bytes($1) }
        }
    }
  }

  /// Bytes of the columns that a report reads: the columns of every report, and its own.
  static func ofReport(_ snapshot: Snapshot, keys: [String]) -> Int {
    count(
      snapshot, runners: keys + ["race_index", "outcome", "position", "sp", "tote", "bsp"],
      races: ["date", "country", "handicap", "tote_paid"])
  }

  /// The bytes of an answer's columns, nulls' bits included; columns may share them.
  static func ofAnswer(_ columns: [Column]) -> Int {
    let bits = columns.compactMap(\.validity.bits?.bytes)
    let sizes = Dictionary(bits.map { ($0.pointer.baseAddress, $0.count) }) { $1 }
    return columns.reduce(sizes.values.reduce(0, +)) { $0 + bytes($1) }
  }

  /// The bytes of one column's values.
  private static func bytes(_ column: Column) -> Int {
    switch column.values {
    case .int16: column.count * 2
    case .int32: column.count * 4
    case .int64, .double: column.count * 8
    case .boolean: (column.count + 7) / 8
    case .text(let text):
      column.count * 4 + Int(text.offsets[text.count]) - Int(text.offsets[0])
    }
  }
}
