import ColumnStore
import Columns

/// A month's rows of a table, dated by one of its moments.
struct TimedRows {
  let month: Month
  private let rows: Table
  private let times: Column

  /// Creates the rows, with the column of their moments; without that column no row has a day.
  init(_ segment: Segment, by time: String) {
    month = segment.month
    rows = segment.rows
    times = segment.rows.column(Field(time, .instant))
  }

  /// The number of rows.
  var count: Int { rows.rowCount }

  /// Returns the day in UTC of a row; nil if unknown or outside the calendar.
  func day(_ row: Int) -> Day? {
    guard !times.isNull(row), Day.civilMicros.contains(times.int64s[row]) else { return nil }
    return Day.split(micros: times.int64s[row]).day
  }

  /// Returns the date of each row in a column of dates; nil for empty cells.
  func dates(_ column: String) -> [Day?] {
    let dates = rows.column(Field(column, .date))
    return (0..<count).map { dates.isNull($0) ? nil : Day(dates.int32s[$0]) }
  }

  /// Returns the code of each row in a column of names; nil for empty cells.
  func codes(_ column: String) -> [Int32?] {
    guard let codes = rows[column] else { return Array(repeating: nil, count: count) }
    return (0..<count).map { codes.isNull($0) ? nil : codes.int32s[$0] }
  }

  /// Returns whether each row has a word in a column of names.
  func holds(
    _ word: String, in column: String, of dictionary: String, _ snapshot: Snapshot
  ) -> [Bool] {
    let names = snapshot.dictionary(dictionary)
    let code = (0..<names.count).first { names[$0] == word }.map { Int32($0) }
    return codes(column).map { $0 != nil && $0 == code }
  }
}

/// A person or thing on a day, for counting it once per day.
struct Occasion: Hashable {
  private let day: Day
  private let codes: [Int32]

  init(_ day: Day, _ codes: [Int32]) {
    self.day = day
    self.codes = codes
  }
}
