import ColumnStore
import Columns
import Racing
import RowReading

/// The number of rows that an import still refuses for one reason.
public struct RefusalCount: Equatable, Sendable {
  /// The import's number.
  public var importID: Int
  /// The file's name.
  public var file: String
  /// The reason in one word.
  public var reason: String
  /// The number of rows.
  public var rowCount: Int
}

/// The rows of the `rejects` table, or some of them.
public struct RefusedRows: Sendable {
  /// The rows, by the month of their import.
  public let tables: [Table]

  /// Finds refused rows.
  ///
  /// - Parameters:
  ///   - snapshot: The store's state.
  ///   - importID: Only rows of this import; nil for all.
  ///   - reason: Only rows refused for this reason; nil for all.
  /// - Throws: `StoreError` `.corrupt` when the table of refused rows is damaged.
  public init(
    _ snapshot: Snapshot, importID: Int? = nil, reason: String? = nil
  ) throws(StoreError) {
    let segments = try snapshot.checkedSegments(of: RacingTables.rejects)
    tables = segments.map(\.rows).map { rows in
      if importID == nil && reason == nil { return rows }
      let ids = rows.importIDs
      let reasons = rows["reason"]!.texts
      return rows.gathered(
        (0..<Int32(rows.rowCount)).filter { row in
          (importID.map { Int(ids[Int(row)]) == $0 } ?? true)
            && (reason.map { reasons[Int(row)] == $0 } ?? true)
        })
    }
  }

  /// The number of rows.
  public var count: Int { tables.reduce(0) { $0 + $1.rowCount } }

  /// Returns the first rows, at most `limit`.
  public func first(_ limit: Int) -> RefusedRows {
    var left = limit
    return RefusedRows(
      tables: tables.map { table in
        let count = min(left, table.rowCount)
        left -= count
        return table.gathered((0..<Int32(count)).map { $0 })
      })
  }

  /// Goes through the rows.
  ///
  /// - Parameter body: Called with each row.
  /// - Throws: The error of `body`.
  public func forEach<Failure>(
    _ body: (RefusedRow) throws(Failure) -> Void
  ) throws(Failure) {
    for table in tables {
      for row in RefusedColumns(table) { try body(row) }
    }
  }

  /// The counts of rows by import and reason: in the order of imports, the most frequent reason
  /// first.
  public var summary: [RefusalCount] {
    var counts: [Int: [String: RefusalCount]] = [:]
    forEach { row in
      let none = RefusalCount(
        importID: row.importID, file: row.file, reason: row.reason, rowCount: 0)
      counts[row.importID, default: [:]][row.reason, default: none].rowCount += 1
    }
    return counts.values.flatMap { $0.values }.sorted {
      ($0.importID, $1.rowCount, $0.reason) < ($1.importID, $0.rowCount, $1.reason)
    }
  }

  // MARK: - Implementation

  private init(tables: [Table]) { self.tables = tables }
}
