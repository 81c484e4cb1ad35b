import ColumnStore
import Columns
import EntityReports
import Kernels
import Questions
import Racing
import RunnerKeys

/// Computes the calibration of a snapshot's prices.
///
/// Sums are integers, so a report does not depend on the number of threads.
public struct CalibrationJob: Sendable {
  private let request: CalibrationRequest
  private let snapshot: Snapshot
  private let asOf: Day
  private let firstDay: Day
  private let years: ClosedRange<Int32>

  /// Prepares a report.
  ///
  /// - Parameters:
  ///   - request: The question.
  ///   - snapshot: The store's state to compute from.
  /// - Throws: `ReportError` `.noRaces` when no race lies before the as-of date, `.store` when
  ///   races are damaged.
  public init(_ request: CalibrationRequest, from snapshot: Snapshot) throws(ReportError) {
    precondition(
      !request.bases.contains(.basis(.tote)), "a tote has no price per runner")
    let days = try snapshot.raceDays()
    let asOf = request.asOf ?? days.map { $0.upperBound + 1 }
    guard let days, let asOf, days.lowerBound < asOf else {
      throw .noRaces(store: snapshot.store, asOf: request.asOf?.iso)
    }
    var request = request
    request.facts = try snapshot.priced(request.facts)
    let market = request.facts.market!
    if request.bases == CalibrationRequest.standardBases, !request.bases.contains(market),
      market != .basis(.tote)
    {
      request.bases.append(market)
    }
    for case .price(let price) in request.bases {
      let known = snapshot.namedPrices
      guard known.contains(price.column) else {
        throw .unknownPrice(place: "--basis", found: price.column, among: known)
      }
    }
    self.request = request
    self.snapshot = snapshot
    self.asOf = asOf
    firstDay = days.lowerBound
    years = Self.year(days.lowerBound.number)...Self.year(days.upperBound.number)
  }

  /// The number of runners to visit, for progress.
  package var runnerCount: Int { snapshot.rowCount(of: RacingTables.runners) }

  /// Computes the report.
  ///
  /// - Parameter progress: Takes the number of runners visited, from any thread.
  /// - Returns: Its tables.
  /// - Throws: `ReportError` `.store` when races or runners have values that no import writes.
  public func run(
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws(ReportError) -> CalibrationReport {
    let months = try snapshot.monthViews(threads: request.threads)
    var columns = KeyColumns(
      months: months, snapshot: snapshot, aliases: request.aliases, rules: request.facts)
    let masks = try FilterMasks(
      [request.filter].compactMap { $0 }, &columns, threads: request.threads)[request.filter]
    var groups = CalibrationGroups.standard
    for key in request.keys { groups.append(CalibrationGroups(key, &columns, years: years)) }
    guard columns.areSound else { throw damage }
    let (scanned, all) = (groups, months)
    let parts = Parallel.ranges(count: months.count, parts: request.threads)
    let done = ParallelTasks.map(count: parts.count, threads: request.threads) { part in
      scan(all, parts[part], scanned, masks, progress)
    }
    guard done.allSatisfy(\.isSound), var sums = done.first else { throw damage }
    for later in done.dropFirst() { sums.add(later) }
    try snapshot.confirmReports()
    return CalibrationReport(
      request: request, asOf: asOf,
      tables: groups.indices.map { table(groups[$0], $0, sums.tallies) }, coverage: sums.coverage)
  }

  // MARK: - Implementation

  /// The sums of some months.
  private struct Part: Sendable {
    /// By basis, then by baseline.
    var tallies: [CalibrationTally]
    var coverage: [CalibrationCoverage]
    var isSound = true

    mutating func add(_ later: Part) {
      for index in tallies.indices { tallies[index].add(later.tallies[index]) }
      for index in coverage.indices { coverage[index].add(later.coverage[index]) }
    }
  }

  /// The error for values that no import writes.
  private var damage: ReportError {
    .store(snapshot.damage(in: ReportJob.tables, threads: request.threads))
  }

  private static func year(_ day: Int32) -> Int32 { Int32(Day(day).iso.prefix(4))! }

  private func scan(
    _ months: [MonthView], _ part: Range<Int>, _ groups: [CalibrationGroups], _ masks: [Bitmap]?,
    _ progress: (Int) -> Void
  ) -> Part {
    let bands = AgeBands(request.windows)
    var found = Part(
      tallies: request.bases.flatMap { basis in
        request.baselines.map {
          CalibrationTally(basis, $0, groups, bandCount: bands.count, request.commission)
        }
      },
      coverage: request.bases.map {
        CalibrationCoverage(
          basis: $0, largestExcess: Array(repeating: 0, count: request.baselines.count))
      })
    var number: Int32 = 0
    for index in part {
      scan(months[index], index, bands, masks?[index], &number, &found)
      months[index].releasePagesIfSmall()
      progress(months[index].runners.rowCount)
    }
    for index in found.tallies.indices {
      found.tallies[index].close()
      let (basis, baseline) = index.quotientAndRemainder(dividingBy: request.baselines.count)
      found.coverage[basis].largestExcess[baseline] = found.tallies[index].largestExcess
    }
    return found
  }

  /// Adds a month's races before the as-of date; `number` is the count of races so far.
  private func scan(
    _ month: MonthView, _ index: Int, _ bands: AgeBands, _ mask: Bitmap?, _ number: inout Int32,
    _ found: inout Part
  ) {
    let count = month.raceCount(before: asOf)
    guard count > 0 else { return }
    let year = Self.year(month.dates[0])
    let prices = request.bases.map { month.betPrices(of: $0) }
    var chunks = prices.map { CalibrationRaces($0) }
    var bounds = RunnerBounds()
    var starters: [Int32] = []
    for race in 0..<count {
      let rows = month.rows(ofRace: race)
      guard mask.map({ mask in rows.contains { mask[$0] } }) ?? true else { continue }
      starters.removeAll(keepingCapacity: true)
      for row in rows {
        bounds.see(
          outcome: month.outcomes[row], position: month.positions[row],
          prices: prices.reduce(0) { $0 | $1[row] })
        let isStarter = Outcome.isStarter(code: month.outcomes[row])
        if isStarter && !month.isMate(row) { starters.append(Int32(row)) }
      }
      guard bounds.areKept else {
        found.isSound = false
        return
      }
      let counted = starters.count { mask?[Int($0)] ?? true }
      guard counted > 0 else { continue }
      number += 1
      let band = bands.band(age: Int(asOf.number - month.dates[race]))
      let first = starters.count { month.positions[Int($0)] == 1 }
      for basis in chunks.indices {
        guard
          found.coverage[basis].counts(
            starters, first: first, counted: counted,
            price: { prices[basis][Int($0)] })
        else { continue }
        guard let band else { continue }
        chunks[basis].append(
          CalibrationRaces.Race(number: number, band: Int(band)), starters, first: first, month)
        if chunks[basis].isFull { score(&chunks[basis], basis, index, year, mask, &found) }
      }
    }
    for basis in chunks.indices { score(&chunks[basis], basis, index, year, mask, &found) }
  }

  private func score(
    _ races: inout CalibrationRaces, _ basis: Int, _ month: Int, _ year: Int32, _ mask: Bitmap?,
    _ found: inout Part
  ) {
    let count = request.baselines.count
    for tally in (basis * count)..<((basis + 1) * count) {
      found.tallies[tally].add(races, of: month, year: year, mask: mask)
    }
    races.removeAll()
  }

  private func table(
    _ groups: CalibrationGroups, _ index: Int, _ tallies: [CalibrationTally]
  ) -> CalibrationTable {
    let bands = AgeBands(request.windows)
    var rows: [CalibrationRow] = []
    for tally in tallies {
      for (place, window) in request.windows.enumerated() {
        for code in groups.order {
          let sums = tally.sums(index, code: code, bands: bands.bandsOfWindow[place])
          guard sums.scores.runs > 0 || groups.grouping == .total else { continue }
          rows.append(
            CalibrationRow(
              basis: tally.basis, baseline: tally.baseline, window: window,
              from: window.days.map { asOf - $0 } ?? firstDay, to: asOf - 1,
              group: groups.names[code], sums: sums))
        }
      }
    }
    return CalibrationTable(grouping: groups.grouping, rows: rows)
  }
}

extension CalibrationCoverage {
  /// Counts a race; returns whether it can measure the quality of the prices.
  fileprivate mutating func counts(
    _ starters: [Int32], first: Int, counted: Int, price: (Int32) -> Int64
  ) -> Bool {
    if starters.count == 1 {
      oneStarter += 1
    } else if first == 0 {
      noWinner += 1
    } else if starters.contains(where: { price($0) == 0 }) {
      missingPrice += 1
    } else {
      races += 1
      runs += counted
      return true
    }
    return false
  }
}
