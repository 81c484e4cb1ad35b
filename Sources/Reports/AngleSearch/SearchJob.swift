import ColumnStore
import Columns
import EntityReports
import struct Foundation.Data
import Kernels
import Questions
import Racing
import RunnerKeys

/// Searches a snapshot for the best angles, and computes how often luck alone finds angles as good.
///
/// Combinations are processed in parts, so that memory is bounded. Winners are redrawn by the
/// market's probabilities, identically for all combinations: the best angle found is compared with
/// the greatest figure of each permutation over all angles. Random numbers depend only on the seed,
/// the permutation and the race.
public struct SearchJob: Sendable {
  private let request: SearchRequest
  private let snapshot: Snapshot
  private let asOf: Day
  /// Ranges of combinations that are processed together.
  private let parts: [Range<Int>]
  private let combinations: [Dimension]
  private let columns: KeyColumns
  private let races: SearchRaces

  /// Number of permutations per thread between two steps.
  private static let stepPermutations = 8
  /// The version of a state's meaning.
  private static let stateVersion = 1

  /// Reads the races of a search.
  ///
  /// - Parameters:
  ///   - request: The question.
  ///   - snapshot: The store's state to search.
  /// - Throws: `ReportError` `.noRaces` when no race lies before the as-of date, `.store` when
  ///   races or runners have values that no import writes.
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
    var request = request
    request.facts = try snapshot.priced(request.facts)
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
    // A number per runner and combination, and a second copy while they are collected.
    let size = max(1, request.groupBudget / max(1, 8 * races.runners.count))
    let count = combinations.count
    parts = stride(from: 0, to: count, by: size).map { $0..<min($0 + size, count) }
  }

  /// The amount of work: all permutations, once for each part of the combinations.
  package var workCount: Int { parts.count * request.permutations }

  /// Returns the amount of work that a state contains.
  package func work(of state: SearchState) -> Int {
    state.doneParts * request.permutations + state.donePermutations
  }

  /// The state before the first permutation.
  public var begun: SearchState {
    SearchState(question: question, permutations: request.permutations)
  }

  /// Whether a state belongs to this search: the same question about the same races.
  package func isOwn(_ state: SearchState) -> Bool {
    state.question == question && state.permutationCount == request.permutations
      && state.doneParts <= parts.count
  }

  /// Continues a search from a state.
  ///
  /// - Parameters:
  ///   - begun: ``begun``, or a later state of the same search.
  ///   - isStopped: Called often, from any thread; once it returns true, unfinished work is
  ///     dropped.
  ///   - step: Takes the state after every few permutations, and returns whether to continue.
  /// - Returns: The best angles; nil if it was stopped.
  /// - Throws: `ReportError` `.store` when rows are damaged.
  public func run(
    from begun: SearchState, unless isStopped: @Sendable () -> Bool = { false },
    step: (SearchState) -> Bool
  ) throws(ReportError) -> SearchReport? {
    precondition(isOwn(begun), "a state of another search")
    var state = begun
    let winners = RedrawnWinners(
      races.runners, raceStarts: races.raceStarts, seed: request.seed)
    var best: [FoundAngle] = []
    var angles = 0
    for (part, range) in parts.enumerated() {
      guard let found = groups(range, unless: isStopped) else { return nil }
      angles += found.groups.sums.count
      best = Self.best(best + found.angles(range), request)
      guard part >= state.doneParts else { continue }
      while state.donePermutations < request.permutations {
        let next = state.donePermutations
        let end = min(request.permutations, next + Self.stepPermutations * request.threads)
        guard
          let greatest = winners.greatest(
            of: next..<end, in: found.groups, threads: request.threads, unless: isStopped)
        else { return nil }
        state.append(greatest)
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
    /// Per combination, the entity code of each of its groups.
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

  /// Returns the scope of the races to read; only the reports compute luck.
  private static func scope(_ request: SearchRequest, asOf: Day) -> ResolvedScope {
    var scope = ReportScope(windows: [.all])
    scope.filter = request.filter
    scope.asOf = request.asOf
    scope.figures.baseline = request.baseline
    scope.figures.market = request.market
    return ResolvedScope(scope, asOf: asOf, aliases: request.aliases, facts: request.facts)
  }

  /// The checksum of everything that the maxima depend on.
  private var question: String {
    var lines = [
      "\(Self.stateVersion)",
      combinations.map { $0.keys.joined(separator: "+") }.joined(separator: ","),
      "\(request.minRuns) \(request.seed) \(asOf.iso) \(request.baseline.name) \(parts.count)",
      request.filter?.text ?? "", "\(request.facts.breakDays) \(request.facts.orders)",
    ]
    if request.market != .sp { lines.append(request.market.column) }
    for role in Dimension.keyNames where !request.aliases.spellings(of: role).isEmpty {
      lines.append(role + "\(request.aliases.spellings(of: role).sorted { $0.key < $1.key })")
    }
    for table in ReportJob.tables.sorted() {
      lines += snapshot.segments(of: table).map(\.checksum)
    }
    return Checksum.hex(of: Data(lines.joined(separator: "\n").utf8))
  }

  /// Finds the groups of combinations with enough runs; nil if the search was stopped.
  private func groups(_ range: Range<Int>, unless isStopped: @Sendable () -> Bool) -> FoundGroups? {
    // Combinations that differ only in their last key are consecutive, and share the other keys.
    var heads: [Range<Int>] = []
    for place in range {
      if let last = heads.last, head(last.lowerBound) == head(place) {
        heads[heads.count - 1] = last.lowerBound..<place + 1
      } else {
        heads.append(place..<place + 1)
      }
    }
    let shared = heads
    let found = ParallelTasks.map(count: shared.count, threads: request.threads) {
      place -> [OwnGroups] in
      if isStopped() { return [] }
      let head = frequent(head(shared[place].lowerBound))
      return shared[place].compactMap { isStopped() ? nil : groups(of: $0, head) }
    }.flatMap(\.self)
    guard !isStopped() else { return nil }
    return FoundGroups(
      groups: RunnerGroups(codes: found.map(\.codes), sums: found.map(\.sums)),
      codes: found.map(\.kept))
  }

  /// Returns a combination's keys without the last.
  private func head(_ combination: Int) -> ArraySlice<String> {
    combinations[combination].keys.dropLast()
  }

  /// One combination's groups: per runner its group, per group its sums and its entity's code.
  private typealias OwnGroups = (codes: [Int32], sums: [ExcessSums], kept: [Int32])

  /// Computes the groups of one combination, given the entities of its first keys.
  private func groups(of combination: Int, _ head: EntityCodes?) -> OwnGroups {
    let entities = entities(head, combinations[combination].keys.last!)
    var codes = races.codes(entities.months)
    let kept = frequent(codes, count: entities.count)
    var groups = [Int32](repeating: -1, count: entities.count)
    for (group, code) in kept.enumerated() { groups[code] = Int32(group) }
    for runner in codes.indices where codes[runner] >= 0 {
      codes[runner] = groups[Int(codes[runner])]
    }
    let sums = RunnerGroups.sums(
      codes, count: kept.count, races.runners, raceStarts: races.raceStarts)
    return (codes, sums, kept.map { Int32($0) })
  }

  /// Finds the entities of keys with enough runs: a further key never adds runs.
  ///
  /// - Parameter keys: The keys.
  /// - Returns: The entities; nil without a key.
  private func frequent(_ keys: ArraySlice<String>) -> EntityCodes? {
    keys.reduce(nil) { head, key in
      let all = entities(head, key)
      return all.narrowed(to: frequent(races.codes(all.months), count: all.count))
    }
  }

  /// Returns the codes of enough runners.
  private func frequent(_ codes: [Int32], count: Int) -> [Int] {
    var runs = [Int32](repeating: 0, count: count)
    for code in codes where code >= 0 { runs[Int(code)] += 1 }
    return runs.indices.filter { runs[$0] >= request.minRuns }
  }

  private func entities(_ head: EntityCodes?, _ key: String) -> EntityCodes {
    let column = columns.prepared(key)
    return head?.joined(with: column) ?? EntityCodes(column)
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

  /// Computes the angles' rows by reports on their keys, restricted to these angles.
  private func reportRows(_ best: [FoundAngle]) throws(ReportError) -> [EntityReport.Row] {
    let wanted = Dictionary(grouping: best.indices) { best[$0].combination }
    let asked = wanted.keys.sorted()
    guard !asked.isEmpty else { return [] }
    let codes = ParallelTasks.map(count: asked.count, threads: request.threads) { place in
      entities(frequent(head(asked[place])), combinations[asked[place]].keys.last!)
        .narrowed(to: wanted[asked[place]]!.map { Int(best[$0].code) })
    }
    let dimensions = asked.map { combinations[$0] }
    let held = HeldColumns(byteLimit: .max)
    let ordered = codes.map { OrderedEntities($0, threads: request.threads) }
    held.hold(
      columns, Dictionary(uniqueKeysWithValues: zip(dimensions, ordered)), of: snapshot,
      request.aliases, request.facts)
    let scope = Self.scope(request, asOf: asOf)
    var report = ReportRequest(dimensions: dimensions, windows: scope.windows)
    report.filter = request.filter
    report.asOf = request.asOf
    report.figures = scope.figures
    report.figures.luck = .bh
    report.minRuns = request.minRuns
    report.aliases = request.aliases
    report.facts = request.facts
    report.threads = request.threads
    var batch = report.batch
    batch.held = held
    let reports = try ReportJob(batch, from: snapshot).run().reports
    var rows: [Int: EntityReport.Row] = [:]
    for ((combination, codes), report) in zip(zip(asked, codes), reports) {
      let places = Dictionary(
        uniqueKeysWithValues: wanted[combination]!.enumerated().map { (codes.names($0), $1) })
      for row in report.rows { rows[places[row.keys]!] = row }
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
