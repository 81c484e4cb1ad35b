import ColumnStore
import Columns
import Foundation
import RowReading

/// The store's order of rows: races by date, off time, number and key, runners by number.
enum RaceOrder {
  /// Sorts rows, and gives each all facts of its race.
  ///
  /// - Parameters:
  ///   - table: Flat rows.
  ///   - known: The races of the rows to store.
  ///   - horses: The names of horses.
  ///   - naming: Locked while names are compared.
  /// - Returns: The rows, and their races in order.
  static func sorted(
    _ table: Table, _ known: RaceGroups, horses: DictionaryEncoder, naming: NSLock
  ) -> (table: Table, races: RaceGroups) {
    let runners = RunnerSortKeys(table, horses)
    // Sort first: where facts disagree, the file's order must not decide.
    let unsorted = runners.unsortedRaces(known)
    let groups =
      unsorted.isEmpty ? known : naming.withLock { known.sorting(unsorted, runners.sorted) }
    let table = RaceFacts.unified(table, groups)
    let keys = RaceSortKeys(table)
    var races = Array(0..<groups.count)
    let firstRows = races.map { Int(groups.rows[groups.starts[$0]]) }
    let isSorted = zip(races, races.dropFirst()).allSatisfy {
      !keys.precedes(firstRows[$1], firstRows[$0])
    }
    guard !isSorted else { return (table, groups) }
    races.sort { keys.precedes(firstRows[$0], firstRows[$1]) }
    var rows: [Int32] = []
    var starts = [0]
    rows.reserveCapacity(groups.rows.count)
    starts.reserveCapacity(races.count + 1)
    for race in races {
      rows.append(contentsOf: groups[race])
      starts.append(rows.count)
    }
    return (table, RaceGroups(rows: rows, starts: starts))
  }
}

extension ImportRows {
  /// Puts the kept rows into the store's order, and gives each all facts of its race.
  mutating func sort(horses: DictionaryEncoder, naming: NSLock) {
    let sorted = RaceOrder.sorted(
      table, groups ?? RaceGroups(table, kept: kept), horses: horses, naming: naming)
    (table, groups) = (sorted.table, sorted.races)
  }

  /// The races of the kept rows, once these are sorted.
  var races: RaceGroups {
    guard let groups else { preconditionFailure("the rows are sorted") }
    return groups
  }

  /// The months of the sorted rows, each with its races.
  var months: [(month: Month, races: Range<Int>)] {
    let (dates, ordered) = (table.dates, races)
    let (rows, starts) = (ordered.rows, ordered.starts)
    var months: [(month: Month, races: Range<Int>)] = []
    var first = 0
    while first < starts.count - 1 {
      let month = Month(of: Day(dates[Int(rows[starts[first]])]))
      let (start, next) = month.days
      var end = first
      while end < starts.count - 1, (start..<next).contains(dates[Int(rows[starts[end]])]) {
        end += 1
      }
      months.append((month, first..<end))
      first = end
    }
    return months
  }
}

extension Month {
  /// The number of the month's first day, and of the next month's first day.
  package var days: (Int32, Int32) {
    let (year, month) = (number / 100, number % 100)
    let first = Day(year: year, month: month, day: 1)!.number
    let days: Int32 = [4, 6, 9, 11].contains(month) ? 30 : month == 2 ? 28 : 31
    let isLeap = month == 2 && Day(year: year, month: 2, day: 29) != nil
    return (first, first + days + (isLeap ? 1 : 0))
  }

  /// Returns the neighbouring months that hold the day before or after some of the month's days.
  func beside(_ days: Set<Int32>) -> [Month] {
    let (first, next) = self.days
    return (days.contains(first) ? [Month(of: Day(first - 1))] : [])
      + (days.contains(next - 1) ? [Month(of: Day(next))] : [])
  }
}

/// The sort keys of a flat row's race: when and where it was run.
private struct RaceSortKeys {
  private let dates: Buffer<Int32>
  private let offTimes: Column?
  private let raceNumbers: Column?
  private let ids: TextBuffer

  init(_ table: Table) {
    dates = table.dates
    offTimes = table["off_time"]
    raceNumbers = table["race_no"]
    ids = table.raceIDs
  }

  /// Date, then off time (none first), race number (none first), key (by value if an integer).
  func precedes(_ left: Int, _ right: Int) -> Bool {
    if dates[left] != dates[right] { return dates[left] < dates[right] }
    let (leftOff, rightOff) = (offTime(left), offTime(right))
    if leftOff != rightOff { return leftOff < rightOff }
    let (leftNumber, rightNumber) = (raceNumber(left), raceNumber(right))
    if leftNumber != rightNumber { return leftNumber < rightNumber }
    return RaceKeyOrder.precedes(ids.utf8(left), ids.utf8(right))
  }

  private func offTime(_ row: Int) -> Int64 {
    guard let offTimes, !offTimes.isNull(row) else { return .min }
    return offTimes.int64s[row]
  }

  private func raceNumber(_ row: Int) -> Int16 {
    guard let raceNumbers, !raceNumbers.isNull(row) else { return .min }
    return raceNumbers.int16s[row]
  }
}

/// Orders race keys: integers by value, then all others by bytes.
enum RaceKeyOrder {
  // Safety: the caller lends both keys for the one call.
  static func precedes(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    switch (value(left), value(right)) {
    case (let left?, let right?) where left != right: left < right
    case (_?, nil): true
    case (nil, _?): false
    default: left.lexicographicallyPrecedes(right)
    }
  }

  private static func value(_ key: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard !key.isEmpty, key.count <= 18 else { return nil }
    var value: Int64 = 0
    for byte in key {
      guard byte >= 48, byte <= 57 else { return nil }
      value = value * 10 + Int64(byte - 48)
    }
    return value
  }
}

/// The order of runners within a race: by number (without a number last), then by horse's name.
private struct RunnerSortKeys {
  private let numbers: Column?
  private let horses: Column?
  private let names: DictionaryEncoder

  init(_ table: Table, _ names: DictionaryEncoder) {
    numbers = table["number"]
    horses = table["horse"]
    self.names = names
  }

  /// Returns the races whose rows are not in the order of their numbers.
  func unsortedRaces(_ groups: RaceGroups) -> [Int] {
    guard let numbers, numbers.validity.bits == nil else {
      return (0..<groups.count).filter { race in
        let rows = groups[race]
        return !zip(rows, rows.dropFirst()).allSatisfy { number(Int($0)) < number(Int($1)) }
      }
    }
    let values = numbers.int16s.pointer
    return (0..<groups.count).filter { race in
      var last = Int(Int16.min) - 1
      return !groups[race].allSatisfy { row in
        defer { last = Int(values[Int(row)]) }
        return last < Int(values[Int(row)])
      }
    }
  }

  func sorted(_ rows: ArraySlice<Int32>) -> [Int32] {
    rows.sorted { precedes(Int($0), Int($1)) }
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    if number(left) != number(right) { return number(left) < number(right) }
    guard let horses, !horses.isNull(left), !horses.isNull(right) else {
      return (horses.map { $0.isNull(left) ? 1 : 0 } ?? 0)
        < (horses.map { $0.isNull(right) ? 1 : 0 } ?? 0)
    }
    let (leftCode, rightCode) = (Int(horses.int32s[left]), Int(horses.int32s[right]))
    return leftCode != rightCode
      && names.utf8(leftCode).lexicographicallyPrecedes(names.utf8(rightCode))
  }

  private func number(_ row: Int) -> Int32 {
    guard let numbers, !numbers.isNull(row) else { return .max }
    return Int32(numbers.int16s[row])
  }
}
