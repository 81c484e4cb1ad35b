import ColumnStore
import Columns
import Foundation
import Mappings
import RaceMerging
import RowReading
import TabularFiles

/// A file's rows, some whole months at a time, as long as it has its races in order.
///
/// Two parts' memory is used in turn, as allocating costs as much as filling: a part stays valid
/// while the next is read; the call after that frees it.
struct MonthParts {
  /// The rows and refused records of the parts before.
  private(set) var rowsBefore = 0
  /// Whether the file was read to its end, each part in order.
  private(set) var areAll = false

  private let input: ImportInput
  private let mapping: Mapping
  private let threads: Int
  private let store: ReadingStore
  private let naming: NSLock
  private var stream: RowStream
  private var parsed: FieldBatches
  private var months = MonthSeries()
  /// The number of rows of the last part, still in memory.
  private var handedOut = 0
  /// The first part, until the second is handed out.
  private var first: ImportRows?

  private let partRows: Int
  /// The checksum being computed; nil where it is not wanted, or reading the rows does not give it.
  private let sum: TextSum?
  /// Receives the number of rows read, and about how many there are.
  private let progress: (ImportWork) -> Void

  /// Begins at the first row; nil where this kind of file cannot be read in parts.
  init?(
    of input: ImportInput, fields: [(Field, FieldMapping)], _ mapping: Mapping,
    threads: Int, partRows: Int, isSummed: Bool,
    store: ReadingStore, naming: NSLock, progress: @escaping (ImportWork) -> Void
  ) throws(FileError) {
    let columns = input.neededColumns
    guard let stream = try RowStream(input.file, columns: columns, threads: threads) else {
      return nil
    }
    self.stream = stream
    sum = isSummed ? stream.sum : nil
    self.input = input
    self.mapping = mapping
    self.threads = threads
    self.partRows = partRows
    self.store = store
    self.naming = naming
    self.progress = progress
    parsed = FieldBatches(fields: fields, input, mapping, store)
  }

  /// Number of records so far with another number of fields than the header.
  var skippedCount: Int { parsed.skippedCount }

  /// Returns the checksum of a file read to its end; nil if none is wanted, or if reading the rows
  /// does not give one.
  func fileSum() -> FileSum? { sum?.finished() }

  /// Returns the next whole months; nil at the end, and where the file turns out not to be in
  /// order.
  mutating func next() throws(ImportError) -> ImportRows? {
    if handedOut > 0 { parsed.removeFirst(handedOut) }
    rowsBefore += handedOut
    handedOut = 0
    var wanted = partRows
    while true {
      let isEnd = try onFile { () throws(FileError) in try !read(upTo: wanted) }
      guard stream.isWhole else { return nil }
      guard parsed.rowCount > 0 else {
        areAll = true
        return nil
      }
      var rows = try all()
      guard let ended = months.endedRows(of: rows.table, isEnd: isEnd) else { return nil }
      if ended > 0 {
        rows.table = rows.table.sliced(0..<ended)
        handedOut = ended
        first = rowsBefore == 0 ? rows : nil
        return rows
      }
      // A month may be longer than a part.
      wanted = 2 * parsed.rowCount
    }
  }

  /// Returns all rows where they are still in memory, after reading the rest; nil where the file
  /// must be read again.
  ///
  /// Parts handed out before must no longer be used.
  mutating func whole() throws(ImportError) -> ImportRows? {
    guard stream.isWhole else { return nil }
    var rows: ImportRows
    if rowsBefore == 0 {
      _ = try onFile { () throws(FileError) in try read(upTo: .max) }
      guard stream.isWhole else { return nil }
      rows = try all()
    } else if areAll, let first {
      rows = first
      rows.refusals = store.draft()
      rows.skippedCount = skippedCount
    } else {
      return nil
    }
    rows.unusedColumns = input.unusedColumns(mapping)
    return rows
  }

  // MARK: - Implementation

  /// Returns the rows in memory.
  private func all() throws(ImportError) -> ImportRows {
    let rows = naming.withLock {
      Result { () throws(StoreError) in try ImportRows(input, mapping, parsed, store) }
    }
    return try onStore { () throws(StoreError) in try rows.get() }
  }

  /// Reads until there are `wanted` rows; false where the file ends before.
  private mutating func read(upTo wanted: Int) throws(FileError) -> Bool {
    while parsed.rowCount < wanted {
      guard let some = try stream.next() else { return false }
      let sum = sum
      naming.withLock { parsed.read(some, threads: threads) { sum?.takeRead() } }
      let rows = rowsBefore + parsed.rowCount
      progress(ImportWork(rows: rows, of: stream.rowsEstimated(by: rows)))
    }
    return true
  }
}

/// Follows the rows of a file that has its races in order, and finds the months that have ended.
///
/// In order means: months follow one another, and race keys are whole numbers, each above the one
/// before. Then no later row belongs to a race or a month that has ended.
struct MonthSeries {
  /// The first day that may still follow.
  private var firstDay = Int32.min
  private var lastKey = -1

  /// Examines the rows read so far.
  ///
  /// - Parameters:
  ///   - rows: The rows behind the ended months of the last call, and more.
  ///   - isEnd: Whether no rows follow.
  /// - Returns: The number of rows in ended months; nil where the rows are not in order.
  mutating func endedRows(of rows: Table, isEnd: Bool) -> Int? {
    guard let days = rows["date"], let ids = rows["race_id"]?.texts else { return nil }
    guard let newest = newestMonth(days) else { return nil }
    let ended = isEnd ? rows.rowCount : Self.raceStart(newest.row, ids)
    guard follow(ids, upTo: ended) else { return nil }
    firstDay = newest.firstDay
    return ended
  }

  // MARK: - Implementation

  /// Returns the first row of the last month, and that month's first day; nil where months go back.
  private func newestMonth(_ days: Column) -> (row: Int, firstDay: Int32)? {
    var newest = (row: 0, firstDay: firstDay)
    var nextMonth = firstDay
    let values = days.int32s.pointer
    // A row without a date is refused anyway, so it may be anywhere.
    for row in 0..<days.count where !(newest.firstDay..<nextMonth).contains(values[row]) {
      if days.isNull(row) { continue }
      guard values[row] >= nextMonth else { return nil }
      let (first, next) = Month(of: Day(values[row])).days
      newest = (row, first)
      nextMonth = next
    }
    return newest
  }

  /// Returns the first row of a row's race.
  private static func raceStart(_ row: Int, _ ids: TextBuffer) -> Int {
    var start = row
    while start > 0, ids.areSame(start - 1, row) { start -= 1 }
    return start
  }

  /// Whether the keys of the first rows ascend.
  private mutating func follow(_ ids: TextBuffer, upTo end: Int) -> Bool {
    for row in 0..<end where row == 0 || !ids.areSame(row - 1, row) {
      guard let key = RaceRuns.number(ids.utf8(row)), key > lastKey else { return false }
      lastKey = key
    }
    return true
  }
}
