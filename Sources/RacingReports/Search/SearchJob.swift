import ColumnStore
import Columns
import Foundation
import Kernels
import Racing

/// Searches a snapshot for the best angles, and tells how often luck alone finds as good ones.
///
/// Combinations are taken some at a time, so that memory is bounded. All winners are redrawn by the
/// market's probabilities, the same way for all combinations: the best found angle is held
/// against the greatest figure of each permutation over all angles. Random numbers follow from the
/// seed, the permutation and the race alone.
public struct SearchJob: Sendable {
  private let request: SearchRequest
  private let snapshot: Snapshot
  private let asOf: Day
  /// Runs of combinations that are taken together.
  private let parts: [Range<Int>]
  private let combinations: [Dimension]
  private let columns: KeyColumns
  private let races: SearchRaces

  /// Permutations per thread between two steps.
  private static let stepPermutations = 8
  /// The version of what a state means.
  private static let stateVersion = 1

  /// Reads the races of a search.
  ///
  /// - Parameters:
  ///   - request: The question.
  ///   - snapshot: The store's state to search.
  /// - Throws: ``ReportError`` `.noRaces` when no race lies before the as-of date, `.store` when
  ///   races or runners hold what no import writes.
  public init(_ request: SearchRequest, from snapshot: Snapshot) throws(ReportError) {
    precondition(request.baseline.sumsToOne, "winners are drawn by chances that sum to 1")
    precondition(request.minRuns > 0 && request.top > 0, "counts start at 1")
    precondition(
      (1...SearchRequest.permutationLimit).contains(request.permutations),
      "there are 1 to \(SearchRequest.permutationLimit) permutations")
    let days = try snapshot.raceDays()
    let asOf = request.asOf ?? days.map { $0.upperBound + 1 }
    guard let days, let asOf, days.lowerBound < asOf else {
      throw .noRaces(store: snapshot.store, asOf: request.asOf?.iso)
    }
    let months = try snapshot.monthViews(threads: request.threads)
    var columns = KeyColumns(
      months: months, snapshot: snapshot, aliases: request.aliases, rules: request.facts)
    let keys = request.keys.flatMap(\.keys)
    columns.prepare(keys.compactMap { RunnerFact(rawValue: $0) }, threads: request.threads)
    let masks = try FilterMasks(
      [request.filter].compactMap { $0 }, &columns, threads: request.threads)[request.filter]
    for key in keys { _ = columns.namedColumn(key) }
    let countries = snapshot.dictionary("country")
    let rules = ReportRules(
      Self.scope(request, asOf: asOf), countries: (0..<countries.count).map { countries[$0] })
    guard columns.areSound,
      let races = SearchRaces.read(months, masks, rules, threads: request.threads)
    else {
      throw .store(snapshot.damage(in: ReportJob.tables, threads: request.threads))
    }
    try snapshot.confirmReports()
    self.request = request
    self.snapshot = snapshot
    self.asOf = asOf
    self.columns = columns
    self.races = races
    combinations = request.combinations
    // A number per runner and combination, twice while they are gathered.
    let size = max(1, request.groupBudget / max(1, 8 * races.runners.count))
    let count = combinations.count
    parts = stride(from: 0, to: count, by: size).map { $0..<min($0 + size, count) }
  }

  /// The permutations that are counted as work: all of them, for each part of the combinations.
  public var workCount: Int { parts.count * request.permutations }

  /// The work that a state has done.
  public func work(of state: SearchState) -> Int {
    state.doneParts * request.permutations + state.donePermutations
  }

  /// The state before the first permutation.
  public var begun: SearchState {
    SearchState(question: question, permutations: request.permutations)
  }

  /// Whether a state is of this search: of the same question to the same races.
  public func isOwn(_ state: SearchState) -> Bool {
    state.question == question && state.permutationCount == request.permutations
      && state.doneParts <= parts.count
  }

  /// Searches on from a state.
  ///
  /// - Parameters:
  ///   - begun: ``begun``, or a later state of the same search.
  ///   - step: Takes the state after every few permutations, and tells whether to go on.
  /// - Returns: The best angles; nil if it was told to stop.
  /// - Throws: ``ReportError`` `.store` when rows are damaged.
  public func run(
    from begun: SearchState, step: (SearchState) -> Bool
  ) throws(ReportError) -> SearchReport? {
    precondition(isOwn(begun), "a state of another search")
    var state = begun
    let winners = RedrawnWinners(
      races.runners, raceStarts: races.raceStarts, seed: request.seed)
    var best: [FoundAngle] = []
    var angles = 0
    for (part, range) in parts.enumerated() {
      let found = groups(range)
      angles += found.groups.sums.count
      best = Self.best(best + found.angles(range), request)
      guard part >= state.doneParts else { continue }
      while state.donePermutations < request.permutations {
        let next = state.donePermutations
        let end = min(request.permutations, next + Self.stepPermutations * request.threads)
        state.append(winners.greatest(of: next..<end, in: found.groups, threads: request.threads))
        guard step(state) else { return nil }
      }
      state.doneParts += 1
      state.donePermutations = 0
    }
    return try report(best, state, angles: angles)
  }

  // MARK: - Implementation

  /// The angles of some combinations.
  private struct FoundGroups {
    let groups: RunnerGroups
    /// Per combination, the code that each of its groups has among the dimension's entities.
    let codes: [[Int32]]

    func angles(_ range: Range<Int>) -> [FoundAngle] {
      let places = zip(range, codes).flatMap { combination, codes in
        codes.map { (combination, $0) }
      }
      return zip(places, groups.sums).map {
        FoundAngle(combination: $0.0, code: $0.1, excess: $1.excess)
      }
    }
  }

  /// The scope of the races that are read; luck is told by the reports alone.
  private static func scope(_ request: SearchRequest, asOf: Day) -> ResolvedScope {
    var scope = ReportScope(windows: [.all])
    scope.filter = request.filter
    scope.asOf = request.asOf
    scope.figures.baseline = request.baseline
    return ResolvedScope(scope, asOf: asOf, aliases: request.aliases, facts: request.facts)
  }

  /// The checksum of everything that the maxima follow from.
  private var question: String {
    var lines = [
      "\(Self.stateVersion)",
      combinations.map { $0.keys.joined(separator: "+") }.joined(separator: ","),
      "\(request.minRuns) \(request.seed) \(asOf.iso) \(request.baseline.name) \(parts.count)",
      request.filter?.text ?? "", "\(request.facts.breakDays) \(request.facts.classOrder)",
    ]
    for role in Dimension.keyNames where !request.aliases.spellings(of: role).isEmpty {
      lines.append(role + "\(request.aliases.spellings(of: role).sorted { $0.key < $1.key })")
    }
    for table in ReportJob.tables.sorted() {
      lines += snapshot.segments(of: table).map(\.checksum)
    }
    return Checksum.hex(of: Data(lines.joined(separator: "\n").utf8))
  }

  /// Finds the groups of combinations that have enough runs.
  private func groups(_ range: Range<Int>) -> FoundGroups {
    let found = ParallelTasks.map(count: range.count, threads: request.threads) { place in
      var own = columns
      let entities = EntityCodes(combinations[range.lowerBound + place], &own)
      var codes = races.codes(entities.months)
      var runs = [Int32](repeating: 0, count: entities.count)
      for code in codes where code >= 0 { runs[Int(code)] += 1 }
      let kept = runs.indices.filter { runs[$0] >= request.minRuns }
      var groups = [Int32](repeating: -1, count: entities.count)
      for (group, code) in kept.enumerated() { groups[code] = Int32(group) }
      for runner in codes.indices where codes[runner] >= 0 {
        codes[runner] = groups[Int(codes[runner])]
      }
      let sums = RunnerGroups.sums(
        codes, count: kept.count, races.runners, raceStarts: races.raceStarts)
      return (codes: codes, sums: sums, kept: kept.map { Int32($0) })
    }
    return FoundGroups(
      groups: RunnerGroups(codes: found.map(\.codes), sums: found.map(\.sums)),
      codes: found.map(\.kept))
  }

  private static func best(_ angles: [FoundAngle], _ request: SearchRequest) -> [FoundAngle] {
    let place = request.ranking == .ae ? 0 : 1
    return Array(
      angles.filter { !$0.excess[place].isNaN }.sorted {
        let (left, right) = ($0.excess[place], $1.excess[place])
        return left != right
          ? left > right : ($0.combination, $0.code) < ($1.combination, $1.code)
      }.prefix(request.top))
  }

  private func report(
    _ best: [FoundAngle], _ state: SearchState, angles: Int
  ) throws(ReportError) -> SearchReport {
    let rows = try reportRows(best)
    return SearchReport(
      request: request, asOf: asOf, races: races.raceCount, runs: races.counts.count { $0 },
      leftOutRaces: races.leftOut, combinations: combinations.count, angles: angles,
      rows: zip(best, rows).map { angle, row in
        func chance(_ place: Int) -> Ratio {
          let (numerator, denominator) = state.chance(angle.excess[place], place)
          return Ratio(Int128(numerator), over: Int128(denominator))
        }
        return SearchRow(
          dimension: combinations[angle.combination], row: row,
          excess: angle.excess.x.isNaN ? nil : angle.excess.x, excessChance: chance(0),
          luck: angle.excess.y.isNaN ? nil : angle.excess.y, luckChance: chance(1))
      })
  }

  /// The angles' rows of the reports by their keys.
  private func reportRows(_ best: [FoundAngle]) throws(ReportError) -> [EntityReport.Row] {
    let asked = Set(best.map(\.combination)).sorted()
    guard !asked.isEmpty else { return [] }
    let scope = Self.scope(request, asOf: asOf)
    var report = ReportRequest(dimensions: asked.map { combinations[$0] }, windows: scope.windows)
    report.filter = request.filter
    report.asOf = request.asOf
    report.figures = scope.figures
    report.figures.luck = .bh
    report.minRuns = request.minRuns
    report.aliases = request.aliases
    report.facts = request.facts
    report.threads = request.threads
    let reports = try ReportJob(report, from: snapshot).run().reports
    let wanted = Dictionary(grouping: best.indices) { best[$0].combination }
    var rows: [Int: EntityReport.Row] = [:]
    for (combination, report) in zip(asked, reports) {
      var own = columns
      let entities = EntityCodes(combinations[combination], &own)
      var places: [[String]: Int] = [:]
      for place in wanted[combination]! { places[entities.names(Int(best[place].code))] = place }
      for row in report.rows {
        if let place = places[row.keys] { rows[place] = row }
      }
    }
    return best.indices.map { rows[$0]! }
  }
}

/// An angle of a search: a combination of keys, and the code of their values.
private struct FoundAngle: Sendable {
  let combination: Int
  let code: Int32
  /// ``ExcessSums/excess``.
  let excess: SIMD2<Double>
}
