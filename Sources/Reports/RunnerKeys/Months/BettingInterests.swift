import Columns
import Racing

/// The coupled entries of a month: runners of a race that are one betting interest, as 1 and 1A.
///
/// A bet on one of them is a bet on all. It is counted once, on the runner that finished best (on a
/// tie the first row): the interest wins if any of its runners wins, and its price counts once in
/// the race's sum. Any of its rows may carry the dividend.
///
/// - Source: Keeneland, "Coupled": "a single betting unit … A bet on one horse of an entry is a
///   bet on both" (`docs/reports.md`, §1).
package struct BettingInterests {
  /// Two or more starters of a race, in stored order.
  package struct Entry {
    let rows: [Int]
    /// The row that the entry's bets are counted on.
    package let best: Int

    var first: Int { rows[0] }
  }

  /// Starters whose bets are counted on another of their entry.
  let mates: Bitmap
  private let entries: [Entry]

  /// Finds coupled starters; nil where no race has any.
  ///
  /// - Parameters:
  ///   - runners: A month's rows of `runners`.
  ///   - raceStarts: The first row of each race, and the end.
  package init?(_ runners: Table, raceStarts: Buffer<Int32>) {
    guard let column = runners["betting_interest"] else { return nil }
    let (interests, positions) = (column.int16s, runners.column(Field("position", .int16)).int16s)
    let outcomes = runners.column(Field("outcome", .coded(dictionary: "outcome"))).int32s
    func isCounted(_ row: Int) -> Bool {
      interests[row] > 0 && Outcome.isStarter(code: outcomes[row])
    }
    // Runners without a position come last.
    func rank(_ row: Int) -> Int16 { positions[row] > 0 ? positions[row] : .max }
    var entries: [Entry] = []
    for (start, end) in zip(raceStarts, raceStarts.dropFirst()) {
      // Few races have an entry: a bit per number rules most races out.
      var (seen, isRepeated): (UInt64, Bool) = (0, false)
      for row in Int(start)..<Int(end) where isCounted(row) {
        let bit: UInt64 = 1 << UInt64(interests[row] & 63)
        isRepeated = isRepeated || seen & bit != 0
        seen |= bit
      }
      guard isRepeated else { continue }
      let rows = (Int(start)..<Int(end)).filter { isCounted($0) && !column.isNull($0) }
      for rows in Dictionary(grouping: rows, by: { interests[$0] }).values where rows.count > 1 {
        entries.append(Entry(rows: rows, best: rows.min { (rank($0), $0) < (rank($1), $1) }!))
      }
    }
    guard !entries.isEmpty else { return nil }
    var mates = [Bool](repeating: false, count: runners.rowCount)
    for entry in entries {
      for row in entry.rows where row != entry.best { mates[row] = true }
    }
    self.mates = Bitmap(mates)
    self.entries = entries
  }

  /// Returns prices with each entry's price on only one of its rows.
  ///
  /// - Parameters:
  ///   - prices: The runners' prices, 0 for none. An entry's price is its first non-zero one, as a
  ///     source may print it beside any of its runners.
  ///   - row: The row that gets the entry's price.
  /// - Returns: The prices; 0 for the others of an entry.
  package func prices(_ prices: Buffer<Int64>, on row: KeyPath<Entry, Int>) -> Buffer<Int64> {
    var own = Array(prices)
    for entry in entries {
      let priced = entry.rows.first { prices[$0] != 0 }
      for row in entry.rows { own[row] = 0 }
      own[entry[keyPath: row]] = priced.map { prices[$0] } ?? 0
    }
    return Buffer(own)
  }

  /// Copies the value of each entry's first row to all of its rows.
  func shared<Value>(_ values: Buffer<Value>) -> Buffer<Value> {
    var all = Array(values)
    for entry in entries {
      for row in entry.rows { all[row] = values[entry.first] }
    }
    return Buffer(all)
  }
}
