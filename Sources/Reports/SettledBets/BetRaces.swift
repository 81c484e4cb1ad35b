import BetSettlement
import ColumnStore
import Columns
import Racing

/// The stored races on the days of the bets.
struct BetRaces {
  /// The off times of sources differ by up to a few minutes, as in imports.
  private static let tolerance: Int64 = 10 * 60 * 1_000_000

  private(set) var races: [BetRace] = []
  private var byDay: [Day: RacesOfDay] = [:]
  private let names: BetNames

  /// Reads the races of some days.
  ///
  /// - Throws: ``StoreError`` when a table is damaged.
  init(of days: Set<Day>, _ snapshot: Snapshot, _ names: BetNames) throws(StoreError) {
    self.names = names
    let months = Set(days.map { Month(of: $0) })
    let tables = [RacingTables.races, RacingTables.runners, RacingTables.dividends]
    try snapshot.check(
      tables.flatMap { table in
        snapshot.segments(of: table).filter { months.contains($0.month) }
      })
    for month in months.sorted() {
      guard let races = snapshot.segment(of: RacingTables.races, month: month)?.rows,
        let runners = snapshot.segment(of: RacingTables.runners, month: month)?.rows
      else { continue }
      let dividends = snapshot.segment(of: RacingTables.dividends, month: month)?.rows
      let stored = MonthRaces(races, runners, dividends, snapshot, names)
      for row in 0..<races.rowCount where days.contains(stored.day(row)) { add(stored.race(row)) }
    }
  }

  /// Finds the race that a row names.
  func find(_ query: RaceQuery) -> Result<Int, SettlementGap> {
    guard let ofDay = byDay[query.day] else {
      return .failure(SettlementGap(.noRace, "no race is stored on \(query.day.iso)"))
    }
    if let id = query.raceID {
      return ofDay.race(of: id).map { .success($0) }
        ?? .failure(SettlementGap(.noRace, "no race \(id) on \(query.day.iso)"))
    }
    return one(of: ofDay.byCourse[names.course(query.course ?? "")] ?? [], query)
  }

  /// Records a file's withdrawn runners.
  ///
  /// - Returns: Messages about unused rows: the race is not stored, the runner started, the runner
  ///   is not among those that the store lists as removed, or the runner has a row already.
  mutating func note(_ file: WithdrawalFile) -> [String] {
    let stored = races.map { $0.facts.withdrawals.map(\.name) }
    var told: Set<[String]> = []
    var lost: [String] = []
    for row in file.runners {
      if let fault = note(row, stored, &told) { lost.append("\(file.path):\(row.line): \(fault)") }
    }
    return lost
  }

  // MARK: - Implementation

  /// Records a row; returns the reason if the row is not used.
  private mutating func note(
    _ row: WithdrawnRunner, _ stored: [[String]], _ told: inout Set<[String]>
  ) -> String? {
    let place: Int
    switch find(row.race) {
    case .failure(let gap): return "\(gap)"
    case .success(let found): place = found
    }
    let id = races[place].id
    var withdrawal = row.withdrawal
    let folded = names.horse(withdrawal.name)
    // Two horses with one name are two if the store distinguishes them.
    var key = folded.isEmpty ? withdrawal.name : folded
    switch races[place].runner(row.race, names) {
    case .success(let index):
      let runner = races[place].facts.runners[index]
      guard !runner.outcome.isStarter else {
        return "found \(runner.name), a starter of race \(id); expected a runner that was withdrawn"
      }
      withdrawal.name = runner.name
      key = runner.name
    case .failure:
      // It may be a stored one with another name, and would count twice.
      guard stored[place].isEmpty else {
        return "found \(withdrawal.name), no withdrawn runner of race \(id); expected "
          + stored[place].joined(separator: " or ")
      }
    }
    guard told.insert([id, key]).inserted else {
      return "found a second row of \(withdrawal.name) in race \(id); expected one"
    }
    races[place].facts.note(withdrawal)
    return nil
  }

  private mutating func add(_ race: BetRace) {
    byDay[race.day, default: RacesOfDay()].add(races.count, race.id, race.course.map(names.course))
    races.append(race)
  }

  private func one(of atCourse: [Int], _ query: RaceQuery) -> Result<Int, SettlementGap> {
    let place = "\(query.course ?? "") on \(query.day.iso)"
    guard !atCourse.isEmpty else {
      return .failure(SettlementGap(.noRace, "no race is stored at \(place)"))
    }
    var found = atCourse
    if let off = query.off {
      found = atCourse.filter { Self.near(races[$0].off, off, Self.tolerance) }
      let exact = found.filter { races[$0].off == off }
      if !exact.isEmpty { found = exact }
    }
    if let number = query.raceNumber { found = found.filter { races[$0].number == number } }
    guard let first = found.first else {
      return .failure(SettlementGap(.noRace, "no race at \(place) has this off time or number"))
    }
    guard found.count == 1 else {
      return .failure(SettlementGap(.ambiguousRace, "\(found.count) races at \(place) may be it"))
    }
    return .success(first)
  }

  private static func near(_ stored: Int64?, _ off: Int64, _ tolerance: Int64) -> Bool {
    guard let stored else { return false }
    let apart = stored.subtractingReportingOverflow(off)
    return !apart.overflow && apart.partialValue.magnitude <= UInt64(tolerance)
  }
}

/// A day's races by key and course, so that a bet is not compared with all of them.
private struct RacesOfDay {
  private var byID: [String: Int] = [:]
  /// By value of the key; −1 if several keys have that value.
  private var byValue: [String: Int] = [:]
  /// By folded course; races without a course are missing.
  private(set) var byCourse: [String: [Int]] = [:]

  mutating func add(_ race: Int, _ id: String, _ course: String?) {
    if byID[id] == nil {
      byID[id] = race
      let value = IdentifierValue.of(id)
      byValue[value] = byValue[value] == nil ? race : -1
    }
    if let course, !course.isEmpty { byCourse[course, default: []].append(race) }
  }
}

extension RacesOfDay {
  /// Returns the race with a key, or with the only key of the same value.
  fileprivate func race(of id: String) -> Int? {
    if let race = byID[id] { return race }
    return byValue[IdentifierValue.of(id)].flatMap { $0 < 0 ? nil : $0 }
  }
}

extension RaceFacts {
  /// Records a file's withdrawal, which overrides the store's; factors missing in the file stay.
  fileprivate mutating func note(_ told: Withdrawal) {
    var told = told
    if let known = withdrawals.first(where: { $0.name == told.name }) {
      told.factor = told.factor ?? known.factor
      told.placeFactor = told.placeFactor ?? known.placeFactor
    }
    unknownWithdrawals.removeAll { $0 == told.name }
    withdrawals.removeAll { $0.name == told.name }
    withdrawals.append(told)
  }
}
