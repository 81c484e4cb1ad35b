import ColumnStore
import Columns
import Foundation

/// REPORTS once more, the slow and plain way: loops, dictionaries and Int128.
struct ReferenceReport {
  /// The exchange's rate in 10⁻⁶.
  var commissionMicros: Int128 = 50_000
  var places: ReferencePlaces = referencePlacesByCountry
  var minRuns = 0
  var asOf: Day?
  let races: [ReferenceRace]

  init(_ snapshot: Snapshot) {
    races = ReferenceRace.all(in: snapshot).sorted(by: ReferenceRace.precedes)
  }

  /// Each dimension's rows as printed cells, empty where undefined.
  func rows(_ dimensions: [[String]], windows: [Int?]) -> [[[String]]] {
    let asOf = asOf.map { Int($0.number) } ?? races.last!.day + 1
    let before = races.filter { $0.day < asOf }
    let runs = before.indices.flatMap { before[$0].runs(race: $0, places: places) }
    return dimensions.map { keys in
      windows.flatMap { window in
        let from = window.map { asOf - $0 } ?? before[0].day
        let inside = runs.filter { $0.day >= from }
        let allWins = inside.count { $0.isWin }
        let head = [window.map { "\($0)d" } ?? "all", iso(from), iso(asOf - 1)]
        return grouped(inside, keys).map { names, own in
          names + head
            + ReferenceFigures(
              runs: own, population: (inside.count, allWins), asOf: asOf, rate: commissionMicros
            ).cells
        }
      }
    }
  }

  private func iso(_ day: Int) -> String { Day(Int32(day)).iso }

  /// Whoever has all keys, by runs and then by the keys' bytes.
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
