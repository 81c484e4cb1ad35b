import Columns
import Kernels
import Racing
import Synchronization

/// A stretch of races within one month.
struct RaceStretch: Sendable {
  let month: Int
  let races: Range<Int>
}

/// One pass over all races before the as-of date, for some of the dimensions' entities.
struct Scan: Sendable {
  /// Starters per chunk: its columns stay in the second-level cache.
  static let chunkStarters = 2048

  let months: [MonthView]
  let rules: ReportRules
  let threads: Int

  /// The entities one pass sums up: an index into the dimensions, and a range of codes.
  struct Task: Sendable {
    let dimension: Int
    let entities: Range<Int32>
  }

  /// Sums up the tasks' entities, and the population beside them.
  func sums(
    _ tasks: [Task], _ codes: [EntityCodes], progress: @Sendable (Int) -> Void
  ) -> (entities: [EntitySumsBox], population: Population) {
    let stretches = stretches()
    let parts = stretches.isEmpty ? [] : split(stretches)
    let results = Mutex([Int: PartSums]())
    Parallel.concurrentRanges(count: parts.count, threads: max(1, parts.count)) { range in
      for part in range {
        let done = scan(parts[part], tasks, codes, progress)
        results.withLock { $0[part] = done }
      }
    }
    var all = results.withLock { done in (0..<parts.count).map { done[$0]! } }
    guard !all.isEmpty else { return ([], Population(bandCount: rules.bands.count)) }
    var first = all.removeFirst()
    for later in all {
      for (sums, more) in zip(first.entities, later.entities) { sums.sums.merge(later: more.sums) }
      first.population.merge(later.population)
    }
    return (first.entities, first.population)
  }

  /// What one thread summed up.
  private struct PartSums: @unchecked Sendable {
    // Safety: the sums are filled by one thread, then handed over as a whole.
    let entities: [EntitySumsBox]
    var population: Population
  }

  // MARK: - Implementation

  private func scan(
    _ stretches: [RaceStretch], _ tasks: [Task], _ codes: [EntityCodes],
    _ progress: @Sendable (Int) -> Void
  ) -> PartSums {
    let sums = tasks.map { EntitySumsBox(EntitySums(entities: $0.entities, rules: rules)) }
    var population = Population(bandCount: rules.bands.count)
    var chunk = StarterChunk()
    for stretch in stretches {
      let month = months[stretch.month]
      func flush() {
        chunk.computeFacts()
        population.add(chunk)
        for (task, sum) in zip(tasks, sums) {
          sum.sums.add(chunk, codes: codes[task.dimension].months[stretch.month])
        }
        progress(chunk.starterCount)
        chunk.removeAll()
      }
      for race in stretch.races {
        let starters = chunk.append(race: race, of: month, rules)
        population.count(race: race, of: month, starters: starters)
        if chunk.starterCount >= Self.chunkStarters { flush() }
      }
      flush()
    }
    return PartSums(entities: sums, population: population)
  }

  /// All races before the as-of date, month by month.
  private func stretches() -> [RaceStretch] {
    months.indices.compactMap { index in
      let count = months[index].raceCount(before: rules.asOf)
      return count > 0 ? RaceStretch(month: index, races: 0..<count) : nil
    }
  }

  /// One contiguous list of stretches per thread, about the same number of races in each.
  private func split(_ stretches: [RaceStretch]) -> [[RaceStretch]] {
    let total = stretches.reduce(0) { $0 + $1.races.count }
    return Parallel.ranges(count: total, parts: threads).map { range in
      var next = 0
      return stretches.compactMap { stretch in
        let own = (range.lowerBound - next)..<(range.upperBound - next)
        next += stretch.races.count
        let races = stretch.races.clamped(to: own)
        return races.isEmpty ? nil : RaceStretch(month: stretch.month, races: races)
      }
    }
  }
}
