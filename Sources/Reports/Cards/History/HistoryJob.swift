import ColumnStore
import Columns
import EntityReports
import Questions
import Racing
import RunnerKeys
import Synchronization

/// Finds the starts counted in the first rows of reports, and counts the months.
package struct HistoryJob: Sendable {
  /// The largest number of starts listed per entity.
  package static let entityLimit = Limits.entityStarts

  private let answers: [ReportAnswer]
  private let startLimit: Int
  private let threads: Int
  private let held: HeldColumns?
  private let snapshot: Snapshot
  private let months: [MonthView]
  /// Per month, the number of races in earlier months.
  private let firstRaces: [Int]

  /// Prepares the histories of a run's reports; reports with equal scopes share a pass.
  ///
  /// - Parameters:
  ///   - answers: The reports, at least one.
  ///   - startLimit: The largest number of starts listed per report; entities are listed in the
  ///     order of the longest window's rows as long as their starts fit.
  ///   - snapshot: The state that the reports were computed from.
  ///   - threads: Number of worker threads.
  ///   - held: The columns held by the reports' job; nil for none.
  /// - Throws: ``ReportError`` `.store` when races are damaged.
  package init(
    _ answers: [ReportAnswer], startLimit: Int, from snapshot: Snapshot, threads: Int = 1,
    held: HeldColumns? = nil
  ) throws(ReportError) {
    precondition(!answers.isEmpty, "a run has a report")
    self.answers = answers
    self.startLimit = startLimit
    self.snapshot = snapshot
    self.threads = threads
    self.held = held
    months = try snapshot.monthViews(threads: threads)
    firstRaces = months.reduce(into: [0]) { $0.append($0.last! + $1.races.rowCount) }
  }

  /// Reads the starts.
  ///
  /// - Returns: Per report, the starts and the months; their sums equal the report's.
  /// - Throws: ``ReportError`` `.store` when runners have values that no import writes.
  package func run() throws(ReportError) -> [History] {
    let run = answers[0].summary.scope
    let known = held?.columns(of: snapshot, run.aliases, run.facts)
    var columns =
      known?.columns
      ?? KeyColumns(
        months: months, snapshot: snapshot, aliases: run.aliases, rules: run.facts)
    var codes: [EntityCodes] = []
    for answer in answers {
      let own = answer.report.rows.codes
      guard own.months.count < months.count else {
        codes.append(own)
        continue
      }
      // A job that began with kept sums has not read all months.
      let dimension = answer.report.dimension
      columns.prepare(dimension.keys.compactMap { RunnerFact(rawValue: $0) }, threads: threads)
      codes.append(EntityCodes(dimension, &columns, threads: threads))
    }
    let masks = try FilterMasks(
      answers.indices.compactMap { scope($0).filter }, &columns, threads: threads)
    guard columns.areSound,
      codes.allSatisfy({ own in
        own.isSound && own.months.allSatisfy { $0.hasCodes(below: own.count) }
      })
    else { throw damage }
    let lists = zip(answers, codes).map { ListedEntities($0, $1, startLimit: startLimit) }
    var histories = [History?](repeating: nil, count: answers.count)
    for members in Dictionary(grouping: answers.indices, by: { Pass(scope($0)) }).values {
      let scope = scope(members[0])
      let masks = masks[scope.filter]
      let starts = try starts(members.map { lists[$0] }, scope, masks)
      let known = answers[members[0]].months
      let counts = known.isEmpty ? try counts(scope, masks) : known
      for (member, found) in zip(members, starts) {
        histories[member] = History(
          entities: found, entityCount: lists[member].rowCount, months: counts)
      }
    }
    try snapshot.confirmReports()
    return histories.map { $0! }
  }

  // MARK: - Implementation

  private typealias Start = StartScan.Start

  /// The terms shared by the reports of one pass.
  private struct Pass: Hashable {
    let terms: ResolvedScope.Terms
    let windows: [Window]
    let filter: String?

    init(_ scope: ResolvedScope) {
      (terms, windows, filter) = (scope.terms, scope.windows, scope.filter?.text)
    }
  }

  private func scope(_ answer: Int) -> ResolvedScope { answers[answer].summary.scope.standard }

  /// Finds the starts of reports with equal scopes.
  ///
  /// - Parameters:
  ///   - lists: Per report, the entities to list.
  ///   - scope: The scope.
  ///   - masks: Per month, the runners that count; nil if all count.
  /// - Returns: Per report, its entities with their newest starts.
  /// - Throws: ``ReportError`` `.store` when runners have values that no import writes.
  private func starts(
    _ lists: [ListedEntities], _ scope: ResolvedScope, _ masks: [Bitmap]?
  ) throws(ReportError) -> [[EntityHistory]] {
    let countries = countries
    let read = months.indices.filter { months[$0].raceCount(before: scope.asOf) > 0 }
    let left = Mutex(StartsLeft(lists.map(\.wanted)))
    // A start is settled by its own race, so months are independent; the newest come first.
    let scans = ParallelTasks.map(count: read.count, threads: threads) { turn -> [[[Start]]]? in
      let month = read[read.count - 1 - turn]
      let wanted = left.withLock { $0.counts }
      guard wanted.joined().contains(where: { $0 > 0 }) else { return wanted.map { _ in [] } }
      var scan = StartScan(scope, countries: countries, lists, left: wanted)
      guard scan.read(months[month], month, masks?[month]) else { return nil }
      let found = scan.found
      left.withLock { $0.subtract(found.map { $0.map(\.count) }, ofTurn: turn) }
      return found
    }
    guard !scans.contains(where: { $0 == nil }) else { throw damage }
    return lists.enumerated().map { number, list in
      var starts = list.keys.map { _ in [Start]() }
      for scan in scans.reversed() {
        for (entity, own) in scan![number].enumerated() { starts[entity] += own }
      }
      return list.keys.indices.map { entity in
        EntityHistory(
          keys: list.keys[entity], startCount: list.counts[entity],
          starts: starts[entity].suffix(list.wanted[entity]).map(named))
      }
    }
  }

  /// Counts the months' runners, as a job that began with kept sums has not read all of them.
  private func counts(
    _ scope: ResolvedScope, _ masks: [Bitmap]?
  ) throws(ReportError) -> [MonthCoverage] {
    let group = ReportGroup.groups([scope], countries: countries) { _ in masks }[0]
    let sums = Scan(months: months, nil, group: group, threads: threads)
      .sums([], of: months.indices) { _ in }
    guard sums.isSound else { throw damage }
    return sums.months.map { MonthCoverage(months[$0.index], $0.populations[0]) }
  }

  private var countries: [String] {
    let names = snapshot.dictionary("country")
    return (0..<names.count).map { names[$0] }
  }

  /// The error for values that no import writes.
  private var damage: ReportError { .store(snapshot.damage(in: ReportJob.tables)) }

  private func named(_ start: Start) -> EntityStart {
    let month = months[start.month]
    let aliases = answers[0].summary.scope.aliases
    let race = RowFacts(month.races, start.race, snapshot, aliases)
    let runner = RowFacts(month.runners, start.row, snapshot, aliases)
    return EntityStart(
      day: Day(month.dates[start.race]), race: firstRaces[start.month] + start.race,
      course: race.name("course"), going: race.name("going"),
      distanceMetres: race.number("distance_m"), raceNumber: race.number("race_no"),
      horse: runner.name("horse"), jockey: runner.name("jockey"), trainer: runner.name("trainer"),
      starters: start.starters,
      position: month.positions[start.row] > 0 ? Int(month.positions[start.row]) : nil,
      outcome: Outcome(rawValue: UInt8(month.outcomes[start.row]))!,
      sp: month.sp[start.row] > 0 ? month.sp[start.row] : nil, probability: start.probability,
      odds: start.odds > 0 ? start.odds : nil, returned: start.returned)
  }
}

/// Per report and entity, the number of starts still to find after the newest months.
private struct StartsLeft {
  /// The number of starts still to find after all months done without a gap.
  private(set) var counts: [[Int]]
  private var next = 0
  /// Starts found in months done before a newer one, held until the newer one is done.
  private var ahead: [Int: [[Int]]] = [:]

  init(_ counts: [[Int]]) { self.counts = counts }

  /// Subtracts a month's starts, after those of all newer months.
  mutating func subtract(_ found: [[Int]], ofTurn turn: Int) {
    ahead[turn] = found
    while let own = ahead.removeValue(forKey: next) {
      for list in own.indices {
        for entity in own[list].indices { counts[list][entity] -= own[list][entity] }
      }
      next += 1
    }
  }
}

extension ResolvedScope {
  /// The scope with only the standard bets, which need no optional sums.
  fileprivate var standard: ResolvedScope {
    var plain = ReportScope(windows: windows)
    plain.filter = filter
    plain.commission = commission
    plain.placeTerms = placeTerms
    plain.figures.baseline = figures.baseline
    plain.figures.market = figures.market
    return ResolvedScope(plain, asOf: asOf, aliases: aliases, facts: facts)
  }
}
