import ColumnStore
import Columns
import Racing
import Synchronization

/// Finds the starts behind a report's first rows, and counts the months.
public struct HistoryJob: Sendable {
  /// The most starts of one entity that are listed.
  public static let entityLimit = 2000

  private let report: EntityReport
  private let scope: ResolvedScope
  private let startLimit: Int
  private let threads: Int
  private let held: HeldColumns?
  private let snapshot: Snapshot
  private let months: [MonthView]
  /// Per month, the races of the months before it.
  private let firstRaces: [Int]

  /// Prepares a report's history.
  ///
  /// - Parameters:
  ///   - answer: The report.
  ///   - startLimit: The most starts that are listed; entities are taken in the order of the
  ///     longest window's rows for as long as theirs fit.
  ///   - snapshot: The state that the report was computed from.
  ///   - threads: The maximum number of threads.
  ///   - held: The columns that the report's job has left; nil for none.
  /// - Throws: ``ReportError`` `.store` when races are damaged.
  public init(
    _ answer: ReportAnswer, startLimit: Int, from snapshot: Snapshot, threads: Int = 1,
    held: HeldColumns? = nil
  ) throws(ReportError) {
    report = answer.report
    scope = answer.summary.scope.standard
    self.startLimit = startLimit
    self.snapshot = snapshot
    self.threads = threads
    self.held = held
    months = try snapshot.monthViews(threads: threads)
    firstRaces = months.reduce(into: [0]) { $0.append($0.last! + $1.races.rowCount) }
  }

  /// Reads the starts.
  ///
  /// - Returns: The starts and the months; their sums are the report's.
  /// - Throws: ``ReportError`` `.store` when runners hold what no import writes.
  public func run() throws(ReportError) -> History {
    let known = held?.columns(of: snapshot, scope.aliases, scope.facts)
    var columns =
      known?.columns
      ?? KeyColumns(
        months: months, snapshot: snapshot, aliases: scope.aliases, rules: scope.facts)
    let own = report.rows.codes
    // A job that began with kept sums has not read all months.
    let isWhole = own.months.count == months.count
    if !isWhole {
      columns.prepare(
        report.dimension.keys.compactMap { RunnerFact(rawValue: $0) }, threads: threads)
    }
    let codes = isWhole ? own : EntityCodes(report.dimension, &columns, threads: threads)
    let masks = try FilterMasks(
      [scope.filter].compactMap { $0 }, &columns, threads: threads)[scope.filter]
    guard columns.areSound, codes.isSound,
      codes.months.allSatisfy({ $0.hasCodes(below: codes.count) })
    else { throw damage }
    let longest = scope.windows.max { ($0.days ?? .max) < ($1.days ?? .max) }
    let rows = longest.map { report.rows.range(of: $0) } ?? 0..<0
    var wanted: [[String]] = []
    /// The entities with more starts than are listed.
    var large: [Int] = []
    var room = startLimit
    var wantedCodes: [Int] = []
    for index in rows {
      let row = report.rows[index]
      let count = min(Int(row.figures.runs), Self.entityLimit)
      guard count <= room else { break }
      room -= count
      if row.figures.runs > Self.entityLimit { large.append(wanted.count) }
      wanted.append(row.keys)
      wantedCodes.append(report.rows.code(index))
    }
    let countries = snapshot.dictionary("country")
    let names = (0..<countries.count).map { countries[$0] }
    let entityCount = wanted.count
    var places = isWhole ? [Int32](repeating: -1, count: codes.count) : codes.places(of: wanted)
    if isWhole { for (place, code) in wantedCodes.enumerated() { places[code] = Int32(place) } }
    let told = months.indices.filter { months[$0].raceCount(before: scope.asOf) > 0 }
    let counts = Mutex([[Int]?](repeating: nil, count: told.count))
    // A start is settled by its own race, so each month stands alone. The newest come first: once
    // they have what is listed of an entity, its earlier starts need no more than a count.
    let scans = ParallelTasks.map(count: told.count, threads: threads) { [large, places] turn in
      let place = told.count - 1 - turn
      let index = told[place]
      let later = counts.withLock { $0[(place + 1)...].compactMap { $0 } }
      var isListed = [Bool](repeating: false, count: entityCount)
      for (rank, entity) in large.enumerated() {
        isListed[entity] = later.reduce(0) { $0 + $1[rank] } >= Self.entityLimit
      }
      var scan = StartScan(scope, countries: names, entities: places, isListed: isListed)
      let population = scan.read(months[index], index, codes.months[index], masks?[index])
      let found = scan.found
      counts.withLock { $0[place] = large.map { found[$0].count } }
      return (population: population, found: found)
    }
    var coverage: [MonthCoverage] = []
    var found = [StartScan.Entity](repeating: StartScan.Entity(), count: entityCount)
    for (index, scan) in zip(told, scans.reversed()) {
      guard let population = scan.population else { throw damage }
      coverage.append(
        MonthCoverage(Month(of: Day(months[index].dates[0])).iso, population))
      for (entity, own) in scan.found.enumerated() where own.count > 0 {
        found[entity].count += own.count
        found[entity].starts += own.starts
      }
    }
    var entities: [EntityHistory] = []
    for (keys, own) in zip(wanted, found) {
      var starts: [EntityStart] = []
      for start in own.starts.suffix(Self.entityLimit) { starts.append(named(start)) }
      entities.append(EntityHistory(keys: keys, startCount: own.count, starts: starts))
    }
    try snapshot.confirmReports()
    return History(entities: entities, entityCount: rows.count, months: coverage)
  }

  // MARK: - Implementation

  /// The error of rows that no import writes.
  private var damage: ReportError { .store(snapshot.damage(in: ReportJob.tables)) }

  private func named(_ start: StartScan.Start) -> EntityStart {
    let month = months[start.month]
    let race = RowFacts(month.races, start.race, snapshot, scope.aliases)
    let runner = RowFacts(month.runners, start.row, snapshot, scope.aliases)
    return EntityStart(
      day: Day(month.dates[start.race]), race: firstRaces[start.month] + start.race,
      course: race.name("course"), going: race.name("going"),
      distanceMetres: race.number("distance_m"), raceNumber: race.number("race_no"),
      horse: runner.name("horse"), jockey: runner.name("jockey"), trainer: runner.name("trainer"),
      starters: start.starters,
      position: month.positions[start.row] > 0 ? Int(month.positions[start.row]) : nil,
      outcome: Outcome(rawValue: UInt8(month.outcomes[start.row]))!,
      sp: month.sp[start.row] > 0 ? month.sp[start.row] : nil, probability: start.probability,
      returned: start.returned)
  }
}

extension MonthCoverage {
  fileprivate init(_ month: String, _ population: Population) {
    self.init(
      month: month, races: population.races, starters: population.starters,
      nonRunners: population.nonRunners, unresolved: population.unresolved,
      prices: population.prices)
  }
}

extension ResolvedScope {
  /// The same scope with the standard bets alone, which need no sums of their own.
  fileprivate var standard: ResolvedScope {
    var plain = ReportScope(windows: windows)
    plain.filter = filter
    plain.commission = commission
    plain.placeTerms = placeTerms
    plain.figures.baseline = figures.baseline
    return ResolvedScope(plain, asOf: asOf, aliases: aliases, facts: facts)
  }
}

extension EntityCodes {
  /// Finds entities by their names.
  ///
  /// - Parameter wanted: The keys of each entity.
  /// - Returns: Per code, the entity's index in `wanted`, or −1.
  fileprivate func places(of wanted: [[String]]) -> [Int32] {
    var byKeys: [[Int]: Int32] = [:]
    let known = (0..<keyCount).map { key in
      let names = names(ofKey: key)
      let own = Set(wanted.map { $0[key] })
      var codes: [String: Int] = [:]
      for code in 0..<(own.isEmpty ? 0 : names.count) where own.contains(names[code]) {
        codes[names[code]] = code
      }
      return codes
    }
    for (place, keys) in wanted.enumerated() {
      byKeys[keys.indices.compactMap { known[$0][keys[$0]] }] = Int32(place)
    }
    let isFirst = Set(known.first.map { Array($0.values) } ?? [])
    return (0..<count).map { code in
      guard isUsed(code), isFirst.contains(keyCode(code, 0)) else { return -1 }
      return byKeys[(0..<keyCount).map { keyCode(code, $0) }] ?? -1
    }
  }
}
