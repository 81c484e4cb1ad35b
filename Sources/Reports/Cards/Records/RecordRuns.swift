import ColumnStore
import Columns
import EntityReports
import Racing
import RunnerKeys

/// A name's starts, found in the stored rows, which are in time order.
struct RecordRuns {
  private let months: [MonthView]
  private let snapshot: Snapshot
  private let role: String
  private let aliases: NameAliases
  private let asOf: Day
  /// Per code of the role's dictionary, whether it is the name's.
  private let isOwn: [Bool]
  /// Per month, the runners that count; nil if all count.
  private let masks: [Bitmap]?

  /// Prepares the search for a name's starts.
  ///
  /// - Throws: ``ReportError`` `.store` when runners have codes without a name.
  init(_ request: RecordRequest, _ snapshot: Snapshot, before asOf: Day) throws(ReportError) {
    self.snapshot = snapshot
    self.asOf = asOf
    role = request.role.rawValue
    aliases = request.aliases
    months = try snapshot.monthViews()
    let names = snapshot.dictionary(role)
    let (role, aliases, name) = (role, aliases, Array(request.name.utf8))
    guard months.allSatisfy({ Self.codes($0, role).hasCodes(below: names.count) }) else {
      throw .store(snapshot.damage(in: ReportJob.tables))
    }
    isOwn = (0..<names.count).map {
      aliases.name(of: names[$0], role: role).utf8.elementsEqual(name)
    }
    var columns = KeyColumns(
      months: months, snapshot: snapshot, aliases: aliases,
      rules: try snapshot.priced(request.facts))
    masks =
      try FilterMasks(
        [request.filter].compactMap { $0 }, &columns, threads: request.threads)[request.filter]
    guard columns.areSound else { throw .store(snapshot.damage(in: ReportJob.tables)) }
  }

  /// The day of the first start.
  var firstDay: Day? {
    for (place, month) in months.enumerated() {
      let codes = Self.codes(month, role)
      for race in 0..<month.raceCount(before: asOf)
      where month.rows(ofRace: race).contains(where: { isOwnStart($0, place, codes) }) {
        return Day(month.dates[race])
      }
    }
    return nil
  }

  /// Returns the last starts, the newest first.
  ///
  /// - Throws: ``ReportError`` `.store` when a month with such a start is damaged.
  func last(_ count: Int) throws(ReportError) -> [RecordRun] {
    var found: [RecordRun] = []
    for (place, month) in months.enumerated().reversed() {
      let codes = Self.codes(month, role)
      for race in (0..<month.raceCount(before: asOf)).reversed() {
        for row in month.rows(ofRace: race).reversed() where isOwnStart(row, place, codes) {
          guard found.count < count else { return found }
          // All fields of the rows are shown, so the month is verified; each only once.
          try ReportError.ofStore { () throws(StoreError) in try month.check(in: snapshot) }
          found.append(run(row, race, month))
        }
      }
    }
    return found
  }

  // MARK: - Implementation

  private static func codes(_ month: MonthView, _ role: String) -> Buffer<Int32> {
    month.runners.column(RacingTables.flatField(role)!).codesOrMissing
  }

  private func isOwnStart(_ row: Int, _ month: Int, _ codes: Buffer<Int32>) -> Bool {
    codes[row] >= 0 && isOwn[Int(codes[row])]
      && Outcome.isStarter(code: months[month].outcomes[row])
      && masks?[month][row] ?? true
  }

  private func run(_ row: Int, _ race: Int, _ month: MonthView) -> RecordRun {
    let race = RowFacts(month.races, race, snapshot, aliases)
    let runner = RowFacts(month.runners, row, snapshot, aliases)
    let isFinisher = runner.number("position") ?? 0 > 0
    return RecordRun(
      day: Day(month.dates[race.row]), course: race.name("course"),
      raceNumber: race.number("race_no"), raceName: race.name("race_name"),
      distanceMetres: race.number("distance_m"), raceClass: race.name("class"),
      going: race.name("going"), weightPounds: runner.decimal("weight_lb"),
      officialRating: runner.number("official_rating"), draw: runner.number("draw"),
      outcome: Outcome(rawValue: UInt8(month.outcomes[row]))!,
      position: isFinisher ? Int(month.positions[row]) : nil,
      fieldSize: month.fieldSize(race.row, given: month.givenFieldSizes),
      beatenLengths: runner.decimal("beaten_lengths"),
      startingPrice: month.sp[row] > 0 ? Decimal6(micros: month.sp[row]) : nil,
      betfairStartingPrice: runner.decimal("bsp"),
      prices: runner.prices,
      horse: runner.name("horse"), jockey: runner.name("jockey"), trainer: runner.name("trainer"))
  }
}
