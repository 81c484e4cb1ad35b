import Columns
import Kernels
import Questions
import Racing
import RunnerKeys

/// A stretch of races within one month.
struct RaceStretch: Sendable {
  let month: Int
  let races: Range<Int>
}

/// One pass over all races before the as-of date, for some of the questions' entities.
@usableFromInline package struct Scan: Sendable {
  /// Number of starters per chunk, so that its columns stay in the second-level cache.
  @inlinable package static var chunkStarters: Int { 2048 }
  /// Number of entities whose cells take so much memory that months are released after reading.
  private static let manyEntities = 1 << 18

  private let months: [MonthView]
  /// Per month, the columns of place bets; nil if no report needs them.
  private let places: [PlaceColumns]?
  private let rules: ReportRules
  private let cohorts: [Cohort]
  private let threads: Int
  /// Whether months stay mapped, for later questions.
  private let holdsMonths: Bool
  /// Per month, the runners that some cohort counts; nil if a cohort counts all.
  private let visited: [Bitmap]?

  /// The entities that one pass sums up for a question: a range of codes, and a cohort.
  package struct Task: Sendable {
    let question: Int
    let dimension: Dimension
    let cohort: Int
    let codes: EntityCodes
    let entities: Range<Int32>
  }

  package init(
    months: [MonthView], _ places: [PlaceColumns]?, group: ReportGroup, threads: Int,
    holdsMonths: Bool = false
  ) {
    self.holdsMonths = holdsMonths
    self.months = months
    self.places = places
    self.threads = threads
    rules = group.rules
    cohorts = group.cohorts
    let masks = cohorts.compactMap(\.masks)
    visited =
      masks.count < cohorts.count
      ? nil
      : masks.dropFirst().reduce(masks[0]) { zip($0, $1).map { $0.union($1) } }
  }

  /// Sums up the tasks' entities and each cohort's population.
  ///
  /// - Parameters:
  ///   - tasks: The entities to sum up.
  ///   - figures: Per task, the figures that take each thread's cells as a stretch.
  ///   - stretch: The first stretch to take.
  ///   - months: The months to read, by index.
  ///   - progress: Takes the number of starters added.
  /// - Returns: The cohorts' sums.
  package func sums(
    _ tasks: [Task], into figures: [WindowFigures] = [], from stretch: Int = 0,
    of months: Range<Int>, progress: @Sendable (Int) -> Void
  ) -> ScanSums {
    let found = split(stretches(months))
    // Checking has read their columns: release them to make room for the sums of many entities.
    if releasesPages(tasks) {
      for month in months { self.months[month].releasePages() }
    }
    // Without a race, the result has empty sums.
    let parts = found.isEmpty ? [[]] : found
    let done = ParallelTasks.map(count: parts.count, threads: parts.count) { part in
      scan(parts[part], tasks, figures, stretch + part, progress)
    }
    var sums = done[0]
    for later in done.dropFirst() { sums.append(later) }
    return sums
  }

  // MARK: - Implementation

  private func releasesPages(_ tasks: [Task]) -> Bool {
    !holdsMonths && tasks.contains { $0.entities.count >= Self.manyEntities }
  }

  private func scan(
    _ stretches: [RaceStretch], _ tasks: [Task], _ figures: [WindowFigures], _ number: Int,
    _ progress: @Sendable (Int) -> Void
  ) -> ScanSums {
    // Safety: each task's cells are initialised here, and moved to its figures below. In memory of
    // this thread: others write to the same cache lines of the figures.
    let cells = UnsafeMutableBufferPointer<EntityCells>.allocate(capacity: tasks.count)
    defer { cells.deallocate() }
    for (index, task) in tasks.enumerated() {
      cells.initializeElement(
        at: index,
        to: EntityCells(
          entities: task.entities, bands: cohorts[task.cohort].bands,
          commission: rules.commission))
    }
    var done: [(index: Int, populations: [Population])] = []
    var isSound = true
    var chunk = StarterChunk(rules)
    let releasesPages = releasesPages(tasks)
    for stretch in stretches {
      let month = months[stretch.month].priced(at: rules.figures.market)
      let masks = cohorts.map { $0.mask(stretch.month) }
      var populations = empty
      let places = places?[stretch.month]
      for race in stretch.races {
        let rows = month.rows(ofRace: race)
        guard isVisited(rows, visited?[stretch.month]) else { continue }
        let before = chunk.starterCount
        chunk.append(race: race, of: month, places, rules)
        let started = chunk.starterCount - before
        for cohort in cohorts.indices {
          populations[cohort].count(rows, started: started, month.outcomes, mask: masks[cohort])
        }
        if chunk.starterCount >= Self.chunkStarters {
          isSound = sum(&chunk, of: stretch.month, masks, tasks, cells, &populations) && isSound
          progress(chunk.starterCount)
          chunk.removeAll()
        }
      }
      isSound = sum(&chunk, of: stretch.month, masks, tasks, cells, &populations) && isSound
      progress(chunk.starterCount)
      chunk.removeAll()
      done.append((stretch.month, populations))
      if releasesPages {
        month.releasePages()
      } else {
        month.releasePagesIfSmall()
      }
    }
    for (index, task) in tasks.enumerated() {
      isSound = cells[index].hasMet(codesBelow: task.codes.count) && isSound
      figures[index].take(cells.moveElement(from: index), asStretch: number)
    }
    var sums = ScanSums(populations: empty, isSound: isSound)
    for own in done { sums.append(own.populations, ofMonth: own.index) }
    return sums
  }

  /// Adds a chunk to all sums.
  ///
  /// - Returns: Whether its rows have only values that an import writes; otherwise nothing was
  ///   added.
  private func sum(
    _ chunk: inout StarterChunk, of month: Int, _ masks: [Bitmap?], _ tasks: [Task],
    _ cells: UnsafeMutableBufferPointer<EntityCells>, _ populations: inout [Population]
  ) -> Bool {
    guard chunk.bounds.areKept else { return false }
    chunk.computeFacts()
    for cohort in cohorts.indices {
      populations[cohort].add(chunk, bands: cohorts[cohort].bands, mask: masks[cohort])
    }
    for (index, task) in tasks.enumerated() {
      cells[index].add(chunk, codes: task.codes.months[month], mask: masks[task.cohort])
    }
    return true
  }

  /// Empty populations.
  private var empty: [Population] { cohorts.map { Population(bandCount: $0.bands.count) } }

  /// Whether any of a race's rows counts; facts of other races are not needed.
  private func isVisited(_ rows: Range<Int>, _ mask: Bitmap?) -> Bool {
    guard let mask else { return true }
    return rows.contains { mask[$0] }
  }

  /// Returns the months' races before the as-of date, month by month.
  private func stretches(_ wanted: Range<Int>) -> [RaceStretch] {
    wanted.compactMap { index in
      let count = months[index].raceCount(before: rules.asOf)
      return count > 0 ? RaceStretch(month: index, races: 0..<count) : nil
    }
  }

  /// Splits stretches into one contiguous list per thread, with about as many races in each.
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

/// The sums of a scan over all entities.
package struct ScanSums: Sendable {
  /// Per cohort.
  private(set) var populations: [Population]
  /// The months read, in time order, with the population of each cohort.
  package private(set) var months: [(index: Int, populations: [Population])] = []
  /// Whether all rows had only values that an import writes; otherwise the sums are useless.
  package private(set) var isSound: Bool

  init(populations: [Population], isSound: Bool) {
    self.populations = populations
    self.isSound = isSound
  }

  /// Adds the sums of a later stretch.
  mutating func append(_ later: ScanSums) {
    for own in later.months { append(own.populations, ofMonth: own.index) }
    isSound = isSound && later.isSound
  }

  /// Adds the populations of a stretch of the last month read, or of a later month.
  mutating func append(_ others: [Population], ofMonth index: Int) {
    add(others)
    guard let last = months.indices.last, months[last].index == index else {
      return months.append((index, others))
    }
    for cohort in others.indices { months[last].populations[cohort].merge(others[cohort]) }
  }

  /// Adds the populations of months that were not read.
  mutating func add(_ others: [Population]) {
    for cohort in populations.indices { populations[cohort].merge(others[cohort]) }
  }
}
