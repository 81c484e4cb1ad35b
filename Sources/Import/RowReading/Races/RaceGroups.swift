import ColumnStore
import Columns

/// The rows of each race, in the order of the races' first rows; sorted, in the store's order.
package struct RaceGroups {
  /// Rows, race by race.
  @usableFromInline package let rows: [Int32]
  /// The start of each race's rows in `rows`, and their end.
  @usableFromInline package let starts: [Int]

  @inlinable package var count: Int { starts.count - 1 }

  @inlinable package subscript(race: Int) -> ArraySlice<Int32> {
    rows[starts[race]..<starts[race + 1]]
  }

  /// Returns the rows of consecutive races.
  @inlinable package func rows(of races: Range<Int>) -> ArraySlice<Int32> {
    rows[starts[races.lowerBound]..<starts[races.upperBound]]
  }

  /// Groups rows by `race_id`, without refused rows.
  package init(_ table: Table, leavingOut isRefused: ((Int) -> Bool)? = nil) {
    let ids = table.raceIDs
    let runs = RaceRuns(ids, leavingOut: isRefused)
    if runs.areRaces {
      rows = runs.rows
      starts = runs.starts
      return
    }
    let isRefused = isRefused ?? { _ in false }
    let index = DictionaryEncoder.ofKeys()
    var races = [Int32](repeating: -1, count: table.rowCount)
    var counts: [Int] = []
    var previous = -1
    for row in 0..<table.rowCount where !isRefused(row) {
      let id = ids.utf8(row)
      // Most files keep a race's rows together.
      if previous >= 0, id.elementsEqual(ids.utf8(previous)) {
        races[row] = races[previous]
      } else {
        races[row] = index.code(id)!
      }
      if Int(races[row]) == counts.count { counts.append(0) }
      counts[Int(races[row])] += 1
      previous = row
    }
    var starts = [0]
    for count in counts { starts.append(starts.last! + count) }
    var next = starts
    var rows = [Int32](repeating: 0, count: starts.last!)
    for row in 0..<table.rowCount where races[row] >= 0 {
      let race = Int(races[row])
      rows[next[race]] = Int32(row)
      next[race] += 1
    }
    self.rows = rows
    self.starts = starts
  }

  /// Groups the kept rows by `race_id`.
  package init(_ table: Table, kept: [Int32]) {
    guard kept.count < table.rowCount else {
      self.init(table)
      return
    }
    var isKept = [Bool](repeating: false, count: table.rowCount)
    for row in kept { isKept[Int(row)] = true }
    self.init(table) { !isKept[$0] }
  }

  /// Returns the races with the rows of some sorted.
  package func sorting(_ races: [Int], _ sorted: (ArraySlice<Int32>) -> [Int32]) -> RaceGroups {
    guard !races.isEmpty else { return self }
    var rows = rows
    for race in races {
      rows.replaceSubrange(starts[race]..<starts[race + 1], with: sorted(self[race]))
    }
    return RaceGroups(rows: rows, starts: starts)
  }

  /// Takes rows, race by race, with the start of each race's rows and their end.
  package init(rows: [Int32], starts: [Int]) {
    self.rows = rows
    self.starts = starts
  }
}
