import Columns

/// A chunk of a month's rows, filtered to one season's transactions.
///
/// A class, so that its memory is reused for the next chunk.
final class LedgerChunk {
  /// The maximum number of rows that one chunk examines.
  static let rowCount = 1 << 13

  /// The number of the season's transactions found.
  private(set) var count = 0
  private let rowStart = UnsafeMutablePointer<Int32>.allocate(capacity: rowCount)

  deinit { rowStart.deallocate() }

  /// The rows of the transactions, ascending.
  var rows: UnsafeBufferPointer<Int32> { UnsafeBufferPointer(start: rowStart, count: count) }

  /// Selects the rows that count for a season.
  ///
  /// - Parameters:
  ///   - month: The month.
  ///   - range: At most ``rowCount`` of its rows.
  ///   - filter: The season's codes.
  func pick(_ month: LedgerMonth, _ range: Range<Int>, _ filter: SeasonFilter) {
    precondition(range.count <= Self.rowCount, "a chunk has room for so many rows only")
    let seasons = month.seasons.int32s.pointer
    let years = month.years.int16s.pointer
    let kinds = month.kinds.int32s.pointer
    var found = 0
    for row in range {
      // Safety: each examined row stores at most one result. Branch-free: which rows count is
      // unpredictable.
      rowStart[found] = Int32(truncatingIfNeeded: row)
      let counts =
        (seasons[row] == filter.season) && (years[row] == filter.year)
        && (kinds[row] == filter.earned)
      found &+= counts ? 1 : 0
    }
    count = found
    // A null's slot holds 0, which may equal the wanted code.
    let wanted = [
      (month.seasons, filter.season), (month.years, Int32(filter.year)),
      (month.kinds, filter.earned),
    ]
    for (column, value) in wanted where value == 0 && column.validity.bits != nil {
      dropNulls(of: column)
    }
  }

  private func dropNulls(of column: Column) {
    var kept = 0
    for index in 0..<count where !column.isNull(Int(rowStart[index])) {
      rowStart[kept] = rowStart[index]
      kept += 1
    }
    count = kept
  }
}
