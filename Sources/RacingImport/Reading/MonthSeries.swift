import Columns

/// Follows the rows of a file that has its races in order, and tells which months have ended.
///
/// In order is where months follow one another and race keys are whole numbers, each above the one
/// before: no row that is yet to come belongs to a race or a month that has ended.
struct MonthSeries {
  /// The first day that is yet to come.
  private var firstDay = Int32.min
  private var lastKey = -1

  /// Looks at the rows that are there.
  ///
  /// - Parameters:
  ///   - rows: Those behind the ended months of the last call, and more.
  ///   - isEnd: Whether none follow.
  /// - Returns: How many of the rows belong to months that have ended; nil where they are not in
  ///   order.
  mutating func endedRows(of rows: Table, isEnd: Bool) -> Int? {
    guard let days = rows["date"], let ids = rows["race_id"]?.texts else { return nil }
    guard let newest = newestMonth(days) else { return nil }
    let ended = isEnd ? rows.rowCount : Self.raceStart(newest.row, ids)
    guard follow(ids, upTo: ended) else { return nil }
    firstDay = newest.firstDay
    return ended
  }

  // MARK: - Implementation

  /// The first row of the last month, and that month's first day; nil where months go back.
  private func newestMonth(_ days: Column) -> (row: Int, firstDay: Int32)? {
    var newest = (row: 0, firstDay: firstDay)
    var nextMonth = firstDay
    let values = days.int32s.pointer
    // A row without a date is refused, wherever it stands.
    for row in 0..<days.count where !(newest.firstDay..<nextMonth).contains(values[row]) {
      if days.isNull(row) { continue }
      guard values[row] >= nextMonth else { return nil }
      let (first, next) = Month(of: Day(values[row])).days
      newest = (row, first)
      nextMonth = next
    }
    return newest
  }

  /// The first row of a row's race.
  private static func raceStart(_ row: Int, _ ids: TextBuffer) -> Int {
    var start = row
    while start > 0, ids.areSame(start - 1, row) { start -= 1 }
    return start
  }

  /// Whether the keys of the first rows rise.
  private mutating func follow(_ ids: TextBuffer, upTo end: Int) -> Bool {
    for row in 0..<end where row == 0 || !ids.areSame(row - 1, row) {
      guard let key = RaceRuns.number(ids.utf8(row)), key > lastKey else { return false }
      lastKey = key
    }
    return true
  }
}
