import Columns
import RunnerKeys

/// Puts a dimension's rows in their default order: runs descending, then the keys' bytes.
package struct RowRanking: Sendable {
  private let entities: OrderedEntities

  package init(_ entities: OrderedEntities) { self.entities = entities }

  var codes: EntityCodes { entities.codes }

  /// Per window, the entities in order.
  package func order(_ windows: [[EntityRuns]], threads: Int) -> [[Int32]] {
    ParallelTasks.map(count: windows.count, threads: threads) { window in
      byRuns(windows[window])
    }
  }

  /// The rows of several passes in one order.
  func places(_ passes: [FigureRows]) -> [FigurePlace] {
    var found = [FigurePlace](repeating: FigurePlace(pass: 0, row: 0), count: codes.count)
    var runs: [EntityRuns] = []
    for (pass, rows) in passes.enumerated() {
      for (row, code) in rows.codes.enumerated() {
        found[Int(code)] = FigurePlace(pass: Int32(pass), row: Int32(row))
        runs.append(EntityRuns(code: code, runs: Int32(rows.sums(row).0.runs)))
      }
    }
    return byRuns(runs).map { found[Int($0)] }
  }

  // MARK: - Implementation

  /// The entities' codes, those with the most runs first, equal ones in the order of their keys.
  private func byRuns(_ found: [EntityRuns]) -> [Int32] {
    let most = Int(found.reduce(0) { max($0, $1.runs) })
    guard most < max(1 << 16, 4 * found.count) else {
      // Few rows of many runs, for which counting would take more memory than they do.
      return found.sorted {
        $0.runs != $1.runs
          ? $0.runs > $1.runs : entities.ranks[Int($0.code)] < entities.ranks[Int($1.code)]
      }.map(\.code)
    }
    // By rank; 0 for those that are not among them.
    var runs = [Int32](repeating: 0, count: entities.codesInOrder.count)
    var starts = [Int](repeating: 0, count: most + 2)
    for entity in found {
      runs[Int(entities.ranks[Int(entity.code)])] = entity.runs
      starts[most - Int(entity.runs) + 1] += 1
    }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    return Array(unsafeUninitializedCapacity: found.count) { out, count in
      for (rank, own) in runs.enumerated() where own > 0 {
        // Safety: each entity takes a slot that the first pass has counted.
        out[starts[most - Int(own)]] = entities.codesInOrder[rank]
        starts[most - Int(own)] += 1
      }
      count = found.count
    }
  }
}
