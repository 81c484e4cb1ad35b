import ColumnStore
import Columns
import EntityReports
import Kernels
import Questions
import Racing
import RunnerKeys

/// The races for redrawing winners: those with a winner, and with a probability for each winner.
struct SearchRaces: Sendable {
  /// Per runner with a probability: its data for the search, its month and row, and whether it
  /// counts.
  private(set) var runners: [PricedRunner] = []
  private(set) var rows: [(month: Int32, row: Int32)] = []
  private(set) var counts: [Bool] = []
  /// The first runner of each race, and the end.
  private(set) var raceStarts: [Int32] = [0]
  /// Races with starters, but without a winner or without a winner's probability.
  private(set) var leftOut = 0
  private var isSound = true

  var raceCount: Int { raceStarts.count - 1 }

  /// Reads the months' races before the as-of date.
  ///
  /// - Parameters:
  ///   - months: The months.
  ///   - masks: Per month, the runners that count; nil for all.
  ///   - rules: The as-of date and the market's probabilities.
  ///   - threads: Number of worker threads.
  /// - Returns: The races in time order; nil if rows have values that no import writes.
  static func read(
    _ months: [MonthView], _ masks: [Bitmap]?, _ rules: ReportRules, threads: Int
  ) -> SearchRaces? {
    let parts = ParallelTasks.map(count: months.count, threads: threads) { month in
      var races = SearchRaces()
      races.read(months[month], month, masks?[month], rules)
      return races
    }
    guard parts.allSatisfy(\.isSound) else { return nil }
    var races = SearchRaces()
    for part in parts { races.append(part) }
    return races
  }

  /// Returns the group of each runner that counts, −1 for all others.
  func codes(_ months: [Buffer<Int32>]) -> [Int32] {
    zip(rows, counts).map { place, counts in
      counts ? months[Int(place.month)][Int(place.row)] : -1
    }
  }

  // MARK: - Implementation

  private mutating func read(
    _ view: MonthView, _ month: Int, _ mask: Bitmap?, _ rules: ReportRules
  ) {
    let count = view.raceCount(before: rules.asOf)
    let priced = view.priced(at: rules.figures.market)
    guard count > 0 else { return }
    var chunk = StarterChunk(rules)
    for race in 0..<count {
      if mask.map({ mask in view.rows(ofRace: race).contains { mask[$0] } }) ?? true {
        chunk.append(race: race, of: priced, nil, rules)
      }
      guard chunk.starterCount >= Scan.chunkStarters || race == count - 1 else { continue }
      guard chunk.bounds.areKept else {
        isSound = false
        return
      }
      chunk.computeFacts()
      for race in 0..<chunk.raceCount { add(race, of: chunk, month, mask) }
      chunk.removeAll()
    }
    view.releasePagesIfSmall()
  }

  private mutating func add(
    _ race: Int, of chunk: borrowing StarterChunk, _ month: Int, _ mask: Bitmap?
  ) {
    var (firsts, priced) = (0, 0)
    for starter in chunk.starters(race) where chunk.positions[starter] == 1 {
      firsts += 1
      priced += chunk.probabilities[starter] > 0 ? 1 : 0
    }
    guard firsts > 0, priced == firsts else {
      leftOut += 1
      return
    }
    for starter in chunk.starters(race) where chunk.probabilities[starter] > 0 {
      let share = Settlement.winShareNanos(
        isFirst: chunk.positions[starter] == 1, tiedForFirst: firsts)
      runners.append(
        PricedRunner(
          probability: chunk.probabilities[starter], odds: chunk.marketOdds(starter), share: share,
          returned: chunk.marketOdds(starter) > 0 ? chunk.marketReturned(starter) : 0))
      let row = Int(chunk.rows[starter])
      rows.append((Int32(month), Int32(row)))
      counts.append(mask?[row] ?? true)
    }
    raceStarts.append(Int32(runners.count))
  }

  private mutating func append(_ later: SearchRaces) {
    let first = Int32(runners.count)
    runners += later.runners
    rows += later.rows
    counts += later.counts
    raceStarts += later.raceStarts.dropFirst().map { $0 + first }
    leftOut += later.leftOut
  }
}
