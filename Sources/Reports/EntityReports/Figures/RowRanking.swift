import Columns
import RunnerKeys

/// Sorts a dimension's rows in their default order: by runs, most first, then by the keys' bytes.
package struct RowRanking: Sendable {
  private let entities: OrderedEntities

  package init(_ entities: OrderedEntities) { self.entities = entities }

  var codes: EntityCodes { entities.codes }

  /// Returns, per window, the entities in order.
  package func order(_ windows: [[EntityRuns]], threads: Int) -> [[Int32]] {
    ParallelTasks.map(count: windows.count, threads: threads) { window in
      byRuns(windows[window])
    }
  }

  /// Merges the rows of several passes into one order.
  func places(_ passes: [ReportRows.Pass]) -> [FigurePlace] {
    var found = [FigurePlace](repeating: FigurePlace(pass: 0, row: 0), count: codes.count)
    var runs: [EntityRuns] = []
    for (pass, rows) in passes.enumerated() {
      for (row, code) in rows.codes.enumerated() {
        found[Int(code)] = FigurePlace(pass: Int32(pass), row: Int32(row))
        let sums = rows.source.sums(row, of: rows.codes).0
        runs.append(EntityRuns(code: code, runs: Int32(sums.runs)))
      }
    }
    return byRuns(runs).map { found[Int($0)] }
  }

  // MARK: - Implementation

  /// Sorts the entities' codes by runs, most first, and equal ones by their keys.
  private func byRuns(_ found: [EntityRuns]) -> [Int32] {
    let most = Int(found.reduce(0) { max($0, $1.runs) })
    guard most < max(1 << 16, 4 * found.count) else {
      // With few rows and many runs, counting would take more memory than the rows.
      return found.sorted {
        $0.runs != $1.runs
          ? $0.runs > $1.runs : entities.ranks[Int($0.code)] < entities.ranks[Int($1.code)]
      }.map(\.code)
    }
    // By rank; 0 for entities without a row.
    var runs = [Int32](repeating: 0, count: entities.codesInOrder.count)
    var starts = [Int](repeating: 0, count: most + 2)
    for entity in found {
      runs[Int(entities.ranks[Int(entity.code)])] = entity.runs
      starts[most - Int(entity.runs) + 1] += 1
    }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    return Array(unsafeUninitializedCapacity: found.count) { out, count in
      for (rank, own) in runs.enumerated() where own > 0 {
        // Safety: each entity takes a slot counted by the first pass.
        out[starts[most - Int(own)]] = entities.codesInOrder[rank]
        starts[most - Int(own)] += 1
      }
      count = found.count
    }
  }
}
