import BetSettlement
import ColumnStore
import Columns
import Racing

/// The stored races on the days of the bets.
struct BetRaces {
  /// The off times of sources differ by up to a few minutes, as in imports.
  private static let tolerance: Int64 = 10 * 60 * 1_000_000

  /// Returns the µs by which a race's clock is ahead of UTC; nil if times without a zone are UTC.
  var clock: ((BetRace) -> Int64)?
  private(set) var races: [BetRace] = []
  /// The folded names of each race's runners, equal for all spellings; nil without a name.
  private var folded: [[String?]] = []
  private var byDay: [Day: RacesOfDay] = [:]
  private let names: BetNames
  /// The prices by name to read.
  let prices: Set<NamedPrice>

  /// Reads the races of some days, with some of the prices by name.
  ///
  /// - Throws: ``StoreError`` when a table is damaged.
  init(
    of days: Set<Day>, _ snapshot: Snapshot, _ names: BetNames, _ prices: Set<NamedPrice> = []
  ) throws(StoreError) {
    (self.names, self.prices) = (names, prices)
    let months = Set(days.map { Month(of: $0) })
    let tables = [RacingTables.races, RacingTables.runners, RacingTables.dividends]
    try snapshot.check(
      tables.flatMap { table in
        snapshot.segments(of: table).filter { months.contains($0.month) }
      })
    for month in months.sorted() { read(month, days, snapshot) }
  }

  /// Finds the race that a row names.
  func find(_ row: BetRow) -> Result<Int, SettlementGap> {
    guard let ofDay = byDay[row.day] else {
      return .failure(SettlementGap(.noRace, "no race is stored on \(row.day.iso)"))
    }
    if let id = row.raceID {
      return ofDay.race(of: id).map { .success($0) }
        ?? .failure(SettlementGap(.noRace, "no race \(id) on \(row.day.iso)"))
    }
    let isTimed = row.off != nil || row.raceNumber != nil
    guard let course = row.course else {
      let all = ofDay.all.filter { hasTime(of: row, $0) }
      return only(having: row, of: all)
    }
    let atCourse = ofDay.byCourse[names.course(course)] ?? []
    return isTimed || atCourse.isEmpty ? one(of: atCourse, row) : only(having: row, of: atCourse)
  }

  /// Finds the runner of a race that a row names, by name, otherwise by number.
  ///
  /// Among several runners with that name, it takes the one with the same mark, such as `(IRE)`, or
  /// without a mark like the row's name, otherwise the one with the row's number.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - place: The race's index.
  /// - Returns: The runner's index in the race.
  func runner(_ row: BetRow, of place: Int) -> Result<Int, SettlementGap> {
    let (runners, id) = (races[place].runners, races[place].id)
    var found: [Int] = []
    if let selection = row.selection {
      let name = names.horse(selection)
      found = runners.indices.filter { folded[place][$0] == name && !name.isEmpty }
      if found.count > 1 { found = narrowed(found, of: runners, to: selection, row.number) }
    }
    if found.isEmpty, let number = row.number {
      found = runners.indices.filter { runners[$0].number == number }
    }
    let shown = row.selection ?? row.number.map { "number \($0)" } ?? "no selection"
    guard let first = found.first else {
      return .failure(SettlementGap(.noRunner, "no \(shown) in race \(id)" + elsewhere(row)))
    }
    guard found.count == 1 else {
      return .failure(SettlementGap(.ambiguousRunner, "\(found.count) of race \(id) are \(shown)"))
    }
    return .success(first)
  }

  /// Adds a race.
  mutating func add(_ race: BetRace) {
    byDay[race.day, default: RacesOfDay()].add(races.count, race.id, race.course.map(names.course))
    races.append(race)
    folded.append(
      race.runners.map { runner in
        runner.horse.map(names.horse).flatMap { $0.isEmpty ? nil : $0 }
      })
  }

  /// Records a file's withdrawn runners.
  ///
  /// - Returns: Messages about unused rows: the race is not stored, the runner started, the runner
  ///   is not among those that the store lists as removed, or the runner has a row already.
  mutating func note(_ file: WithdrawalFile) -> [String] {
    let stored = races.map { $0.withdrawals.map(\.name) }
    var seen: Set<[String]> = []
    var lost: [String] = []
    for withdrawn in file.runners {
      guard let fault = note(withdrawn, stored, &seen) else { continue }
      lost.append("\(file.path):\(withdrawn.row.line): \(fault)")
    }
    return lost
  }

  // MARK: - Implementation

  /// Records a row; returns the reason if the row is not used.
  private mutating func note(
    _ withdrawn: WithdrawnRunner, _ stored: [[String]], _ seen: inout Set<[String]>
  ) -> String? {
    let place: Int
    switch find(withdrawn.row) {
    case .failure(let gap): return "\(gap)"
    case .success(let found): place = found
    }
    let id = races[place].id
    var withdrawal = withdrawn.withdrawal
    let folded = names.horse(withdrawal.name)
    // Two horses with one name are two if the store distinguishes them.
    var key = folded.isEmpty ? withdrawal.name : folded
    switch runner(withdrawn.row, of: place) {
    case .success(let index):
      let runner = races[place].runners[index]
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
    guard seen.insert([id, key]).inserted else {
      return "found a second row of \(withdrawal.name) in race \(id); expected one"
    }
    races[place].note(withdrawal)
    return nil
  }

  private func narrowed(
    _ found: [Int], of runners: [BetRunner], to selection: String, _ number: Int?
  ) -> [Int] {
    let marked = names.markedHorse(selection)
    let exact = found.filter { runners[$0].horse.map(names.markedHorse) == marked }
    let left = exact.isEmpty ? found : exact
    guard left.count > 1, let number else { return left }
    let numbered = left.filter { runners[$0].number == number }
    return numbered.isEmpty ? left : numbered
  }

  /// Finds the only race of some that has the row's horse.
  private func only(having row: BetRow, of some: [Int]) -> Result<Int, SettlementGap> {
    let found = some.filter { has(row, $0) }
    let shown = "\(row.selection ?? "the number alone") on \(row.day.iso)"
    guard let first = found.first else {
      return .failure(SettlementGap(.noRace, "no race has \(shown)"))
    }
    guard found.count == 1 else {
      return .failure(SettlementGap(.ambiguousRace, "\(found.count) races have \(shown)"))
    }
    return .success(first)
  }

  private func has(_ row: BetRow, _ race: Int) -> Bool {
    guard let name = row.selection.map(names.horse), !name.isEmpty else { return false }
    return folded[race].contains(name)
  }

  private func hasTime(of row: BetRow, _ race: Int) -> Bool {
    hasOff(of: row, race) && row.raceNumber.map { races[race].number == $0 } ?? true
  }

  private func hasOff(of row: BetRow, _ race: Int) -> Bool {
    off(row, of: race).map { Self.near(races[race].off, $0, Self.tolerance) } ?? true
  }

  /// Returns the off time that a row means, if it is that of a race.
  private func off(_ row: BetRow, of race: Int) -> Int64? {
    row.off.map { row.isBareTime ? $0 - (clock?(races[race]) ?? 0) : $0 }
  }

  /// Names the other race of the day that has a row's horse, as a wrong clock finds the wrong race.
  private func elsewhere(_ row: BetRow) -> String {
    guard let other = byDay[row.day]?.all.first(where: { has(row, $0) }),
      let off = races[other].off
    else { return "" }
    return "; it is in the race off at \(Moment.text(off).prefix(16))Z"
      + (clock == nil ? " (a time without a zone is UTC)" : "")
  }

  private func one(of atCourse: [Int], _ row: BetRow) -> Result<Int, SettlementGap> {
    let place = "\(row.course ?? "") on \(row.day.iso)"
    guard !atCourse.isEmpty else {
      return .failure(SettlementGap(.noRace, "no race is stored at \(place)"))
    }
    var found = atCourse
    if row.off != nil {
      found = atCourse.filter { hasOff(of: row, $0) }
      let exact = found.filter { races[$0].off == off(row, of: $0) }
      if !exact.isEmpty { found = exact }
    }
    if let number = row.raceNumber { found = found.filter { races[$0].number == number } }
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
  private(set) var all: [Int] = []

  mutating func add(_ race: Int, _ id: String, _ course: String?) {
    all.append(race)
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

extension BetRace {
  /// Records a file's withdrawal, which overrides the store's; factors missing in the file stay.
  fileprivate mutating func note(_ withdrawal: Withdrawal) {
    var withdrawal = withdrawal
    if let known = withdrawals.first(where: { $0.name == withdrawal.name }) {
      withdrawal.factor = withdrawal.factor ?? known.factor
      withdrawal.placeFactor = withdrawal.placeFactor ?? known.placeFactor
    }
    unknownWithdrawals.removeAll { $0 == withdrawal.name }
    withdrawals.removeAll { $0.name == withdrawal.name }
    withdrawals.append(withdrawal)
  }
}
