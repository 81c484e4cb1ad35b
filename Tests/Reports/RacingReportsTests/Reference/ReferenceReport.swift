import ColumnStore
import Columns
import Foundation

/// A second, plain implementation of docs/reports.md: loops, dictionaries and `Int128`.
struct ReferenceReport {
  /// The exchange's rate in 10⁻⁶.
  var commissionMicros: Int128 = 50_000
  var places: ReferencePlaces = referencePlacesByCountry
  var minRuns = 0
  var asOf: Day?
  /// The runners that count.
  var filter: (ReferenceRunner) -> Bool = { _ in true }
  /// A column's name, and whether the largest cells come first.
  var order: (column: String, isDescending: Bool)?
  var top = Int.max
  let races: [ReferenceRace]

  init(_ snapshot: Snapshot, aliases: [String: [String: String]] = [:]) {
    var races = ReferenceRace.all(in: snapshot, aliases: aliases).sorted(
      by: ReferenceRace.precedes)
    ReferenceRace.deriveKeys(&races)
    self.races = races
  }

  /// Returns each dimension's rows as printed cells, empty where undefined.
  func rows(_ dimensions: [[String]], windows: [Int?]) -> [[[String]]] {
    let runs = before.indices.flatMap { race in
      before[race].runs(race: race, places: places, of: filter)
    }
    return dimensions.map { keys in
      windows.flatMap { window in
        let from = window.map { day - $0 } ?? before[0].day
        let inside = runs.filter { $0.day >= from }
        let allWins = inside.count { $0.isWin }
        let head = [window.map { "\($0)d" } ?? "all", iso(from), iso(day - 1)]
        let rows = grouped(inside, keys).map { names, own in
          names + head
            + ReferenceFigures(
              runs: own, population: (inside.count, allWins), asOf: day, rate: commissionMicros
            ).cells
        }
        return Array(ordered(rows, keys).prefix(top))
      }
    }
  }

  /// Races, starters, non-runners and runners without a result.
  var counts: [Int] {
    let counted = before.map { $0.runners.filter(filter) }
    let outcomes = counted.flatMap { $0.map(\.outcome) }
    let others = [["non_runner"], ["void", "unresolved"]].map { names in
      outcomes.count { names.contains($0) }
    }
    return [counted.count { !$0.isEmpty }, outcomes.count - others[0] - others[1]] + others
  }

  // MARK: - Implementation

  private var day: Int { asOf.map { Int($0.number) } ?? races.last!.day + 1 }

  private var before: [ReferenceRace] { races.filter { $0.day < day } }

  private func iso(_ day: Int) -> String { Day(Int32(day)).iso }

  /// Groups the runs with all keys, ordered by runs and then by the keys' bytes.
  private func grouped(_ runs: [ReferenceRun], _ keys: [String]) -> [([String], [ReferenceRun])] {
    var groups: [[String]: [ReferenceRun]] = [:]
    for run in runs {
      let names = keys.compactMap { run.keys[$0] }
      if names.count == keys.count { groups[names, default: []].append(run) }
    }
    return groups.filter { $0.value.count >= minRuns }.sorted { left, right in
      if left.value.count != right.value.count { return left.value.count > right.value.count }
      let names = zip(left.key, right.key).first { Array($0.utf8) != Array($1.utf8) }!
      return names.0.utf8.lexicographicallyPrecedes(names.1.utf8)
    }.map { ($0.key, $0.value) }
  }
}
