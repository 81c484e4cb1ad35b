import Columns
import Racing

/// The coupled entries of a month: runners of a race that are one betting interest, as 1 and 1A.
///
/// A bet on one of them is a bet on all. It is counted once, on the one that finished best, of
/// equals the first; so it wins if any of them wins, and its price stands once in the race's sum.
///
/// - Source: Keeneland, "Coupled": "a single betting unit … A bet on one horse of an entry is a
///   bet on both" (`docs/reports.md`, §1).
struct BettingInterests {
  /// Starters whose bets are counted on another of their entry.
  let mates: Bitmap
  /// Per starter of an entry but its first, the first one's row.
  let firsts: [Int: Int]

  /// Looks for coupled starters; nil where no two of a race are one interest.
  ///
  /// - Parameters:
  ///   - runners: A month's rows of `runners`.
  ///   - raceStarts: The first row of each race, and the end.
  init?(_ runners: Table, raceStarts: Buffer<Int32>) {
    guard let column = runners["betting_interest"] else { return nil }
    let (interests, positions) = (column.int16s, runners.column(Field("position", .int16)).int16s)
    let outcomes = runners.column(Field("outcome", .coded(dictionary: "outcome"))).int32s
    var mates: Set<Int> = []
    var firsts: [Int: Int] = [:]
    for (start, end) in zip(raceStarts, raceStarts.dropFirst()) {
      var entries: [Int16: (first: Int, best: Int)] = [:]
      for row in Int(start)..<Int(end)
      where interests[row] > 0 && !column.isNull(row)
        && outcomes[row] < Int32(Outcome.nonRunner.rawValue)
      {
        guard let entry = entries[interests[row]] else {
          entries[interests[row]] = (row, row)
          continue
        }
        firsts[row] = entry.first
        let isBetter = Self.rank(positions[row]) < Self.rank(positions[entry.best])
        mates.insert(isBetter ? entry.best : row)
        entries[interests[row]] = (entry.first, isBetter ? row : entry.best)
      }
    }
    guard !mates.isEmpty else { return nil }
    self.mates = Bitmap(count: runners.rowCount) { mates.contains($0) }
    self.firsts = firsts
  }

  /// The prices without those of bets that are counted on another runner.
  func prices(_ prices: Buffer<Int64>) -> Buffer<Int64> {
    Buffer(prices.indices.map { mates[$0] ? 0 : prices[$0] })
  }

  /// Runners without a position come last.
  private static func rank(_ position: Int16) -> Int16 { position > 0 ? position : .max }
}
