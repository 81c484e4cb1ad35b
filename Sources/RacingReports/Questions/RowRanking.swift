import Columns

/// Puts a dimension's rows in their default order: runs descending, then the keys' bytes.
struct RowRanking: Sendable {
  let codes: EntityCodes
  /// Per entity, its place in the order of the keys; −1 for codes that stand for none.
  private let ranks: [Int32]
  private let rankedCount: Int

  init(_ codes: EntityCodes) {
    self.codes = codes
    let ordered = codes.inKeyOrder((0..<Int32(codes.count)).filter { codes.isUsed(Int($0)) })
    var ranks = [Int32](repeating: -1, count: codes.count)
    for (rank, code) in ordered.enumerated() { ranks[Int(code)] = Int32(rank) }
    self.ranks = ranks
    rankedCount = ordered.count
  }

  /// Per window, the entities in order.
  func order(_ windows: [[EntityRuns]], threads: Int) -> [[Int32]] {
    ParallelTasks.map(count: windows.count, threads: threads) { window in
      byRuns(inKeyOrder(windows[window])).map(\.code)
    }
  }

  /// The rows of several passes in one order.
  func places(_ passes: [FigureRows]) -> [FigurePlace] {
    var found = [FigurePlace](repeating: FigurePlace(pass: 0, row: 0), count: codes.count)
    var runs: [EntityRuns] = []
    for (pass, rows) in passes.enumerated() {
      for (row, code) in rows.codes.enumerated() {
        found[Int(code)] = FigurePlace(pass: Int32(pass), row: Int32(row))
        runs.append(EntityRuns(code: code, runs: Int32(rows.sums(row).pointee.runs)))
      }
    }
    return byRuns(inKeyOrder(runs)).map { found[Int($0.code)] }
  }

  // MARK: - Implementation

  private func inKeyOrder(_ entities: [EntityRuns]) -> [EntityRuns] {
    let none = EntityRuns(code: -1, runs: 0)
    var ordered = [EntityRuns](repeating: none, count: rankedCount)
    for entity in entities { ordered[Int(ranks[Int(entity.code)])] = entity }
    return ordered.filter { $0.code >= 0 }
  }

  /// Runs descending; entities of equal runs stay in their order.
  private func byRuns(_ entities: [EntityRuns]) -> [EntityRuns] {
    let most = Int(entities.reduce(0) { max($0, $1.runs) })
    guard most < max(1 << 16, 4 * entities.count) else {
      // Few rows of many runs, for which counting would take more memory than they do.
      return entities.enumerated().sorted {
        $0.1.runs != $1.1.runs ? $0.1.runs > $1.1.runs : $0.0 < $1.0
      }.map(\.1)
    }
    var starts = [Int](repeating: 0, count: most + 2)
    for entity in entities { starts[most - Int(entity.runs) + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    return Array(unsafeUninitializedCapacity: entities.count) { out, count in
      for entity in entities {
        // Safety: each entity takes a slot that the first pass has counted.
        out[starts[most - Int(entity.runs)]] = entity
        starts[most - Int(entity.runs)] += 1
      }
      count = entities.count
    }
  }
}
