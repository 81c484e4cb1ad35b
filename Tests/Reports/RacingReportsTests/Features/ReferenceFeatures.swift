import ColumnStore
import Columns

/// Features by their definition, the slow and plain way: for each starter, all earlier runs.
struct ReferenceFeatures {
  /// The earlier runners that count.
  var filter: (ReferenceRunner) -> Bool = { _ in true }
  /// Whether a runner has a row.
  var hasRow: (ReferenceRunner) -> Bool = {
    !["non_runner", "void", "unresolved"].contains($0.outcome)
  }
  private let races: [ReferenceRace]

  init(_ snapshot: Snapshot) {
    // In the order of the store, which is that of the rows.
    var races = ReferenceRace.all(in: snapshot)
    ReferenceRace.deriveKeys(&races)
    self.races = races
  }

  /// Returns the cells of each dimension, window and metric, by the column's name.
  func cells(
    _ dimensions: [[String]], windows: [Int?], days: ClosedRange<Int>? = nil
  ) -> [String: [String?]] {
    let runs = races.indices.flatMap { index in
      races[index].runs(race: index, places: referencePlacesByCountry, of: filter)
    }
    var cells: [String: [String?]] = [:]
    for race in races where days?.contains(race.day) ?? true {
      for runner in race.runners where hasRow(runner) {
        cells["race_id", default: []].append(race.key)
        cells["number", default: []].append(runner.number.map { "\($0)" })
        for keys in dimensions {
          let names = keys.compactMap { runner.keys[$0] }
          let own = runs.filter { run in
            run.day < race.day && names.count == keys.count
              && keys.compactMap { run.keys[$0] } == names
          }
          for window in windows {
            let inside = own.filter { run in window.map { run.day >= race.day - $0 } ?? true }
            let days = window.map { "\($0)" } ?? "all"
            for (metric, cell) in Self.figures(inside, isKnown: names.count == keys.count) {
              cells["\(keys.joined(separator: "_"))_\(metric)_\(days)", default: []].append(cell)
            }
          }
        }
      }
    }
    return cells
  }

  // MARK: - Implementation

  private static func figures(_ runs: [ReferenceRun], isKnown: Bool) -> [(String, String?)] {
    let bets = runs.compactMap(\.spReturned)
    let chance = runs.compactMap(\.chance).reduce(0, +)
    let shares = runs.filter { $0.chance != nil }.map(\.winShare).reduce(0, +)
    let beaten = runs.compactMap(\.prb)
    let profit = bets.reduce(0, +) - 1_000_000 * Int128(bets.count)
    let known = runs.compactMap(\.isPlaced)
    let places = known.count { $0 }
    let counts = [
      ("runs", runs.count), ("wins", runs.count { $0.isWin }), ("sp_bets", bets.count),
    ]
    let hasPlaces = isKnown && (!known.isEmpty || runs.isEmpty)
    return [("places", hasPlaces ? "\(places)" : nil)]
      + counts.map { ($0, isKnown ? "\($1)" : nil) } + [
        ("win_rate", quotient(Int128(counts[1].1), Int128(runs.count))),
        ("place_rate", quotient(Int128(places), Int128(known.count))),
        ("sp_roi", quotient(profit, 1_000_000 * Int128(bets.count))),
        ("expected_wins", bets.isEmpty ? nil : quotient(chance, 1_000_000_000)),
        ("ae", quotient(shares, chance)),
        ("prb", quotient(beaten.reduce(0, +), 1_000_000 * Int128(beaten.count))),
      ]
  }

  private static func quotient(_ part: Int128, _ whole: Int128) -> String? {
    whole == 0 ? nil : "\(Double(part) / Double(whole))"
  }
}
