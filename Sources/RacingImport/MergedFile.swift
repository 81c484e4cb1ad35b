import Columns
import Racing
import TabularFiles

/// What became of one file's rows.
struct MergedFile {
  var counts = StoredCounts()
  /// Rows that are refused.
  var rejects: [Reject] = []
  var unresolved = 0
  var matchedRaces = 0
  var ambiguousRaces = 0
  var disagreements = 0
  /// All records, those of another width than the header's included.
  var rowsRead = 0
  /// Rows that are refused, and records of another width.
  var rejectedCount = 0
  /// These with their places in the file.
  var located: [LocatedReject] = []
  /// The file's checksum, where reading its rows came to it.
  var sum: FileSum?
  /// The lines that an earlier import had refused and this one read.
  var retried: Set<Int> = []
  /// The file's columns that no field takes.
  var unusedColumns: [String] = []
}

extension CheckedRows {
  /// The rows that are refused.
  var refused: Set<Int> { Set(rejects.compactMap(\.row)) }
}

extension Deduplication {
  /// Looks through a file's runners.
  ///
  /// - Parameters:
  ///   - rows: The runners.
  ///   - key: The fields that, with the race key, tell one runner from another.
  ///   - policy: What becomes of rows with the same key.
  init(_ rows: CheckedRows, key: [String], policy: TableMapping.DuplicatePolicy) {
    self.init(
      rows.table, key: .runner(key, of: rows.table),
      expected: "a value in one of " + key.joined(separator: ", "), refused: rows.refused,
      policy: policy)
  }
}

extension Table {
  /// How many of some rows have no known outcome.
  func unresolvedCount(among rows: [Int32]) -> Int {
    let outcomes = self["outcome"]!.int32s.pointer
    return rows.count { outcomes[Int($0)] == Int32(Outcome.unresolved.rawValue) }
  }
}
