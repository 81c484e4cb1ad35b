import Columns

/// Some thousand transactions of a season, picked out of a month.
///
/// A class, so that the memory is used again for the next ones.
final class LedgerChunk {
  /// How many rows are looked at for one chunk.
  static let rowCount = 1 << 13

  /// How many transactions of the season there are.
  private(set) var count = 0
  private let rowStart = UnsafeMutablePointer<Int32>.allocate(capacity: rowCount)

  deinit { rowStart.deallocate() }

  /// The transactions' rows, ascending.
  var rows: UnsafeBufferPointer<Int32> { UnsafeBufferPointer(start: rowStart, count: count) }

  /// Picks the rows that count for a season.
  ///
  /// - Parameters:
  ///   - month: The month.
  ///   - range: At most ``rowCount`` of its rows.
  ///   - filter: Which of them count.
  func pick(_ month: LedgerMonth, _ range: Range<Int>, _ filter: SeasonFilter) {
    precondition(range.count <= Self.rowCount, "a chunk has room for so many rows only")
    let seasons = month.seasons.int32s.pointer
    let years = month.years.int16s.pointer
    let kinds = month.kinds.int32s.pointer
    var found = 0
    for row in range {
      // Safety: at most one row is kept for each that is looked at. Without a branch: which rows
      // count follows no pattern.
      rowStart[found] = Int32(truncatingIfNeeded: row)
      let counts =
        (seasons[row] == filter.season) && (years[row] == filter.year)
        && (kinds[row] == filter.earned)
      found &+= counts ? 1 : 0
    }
    count = found
    // A null's slot holds 0, which may be what is looked for.
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
