import ColumnStore
import Columns
import EntityReports
import Questions
import Racing
import RunnerKeys

/// Computes a day's card from a snapshot.
public struct CardJob: Sendable {
  private let request: CardRequest
  private let snapshot: Snapshot
  private let months: [MonthView]
  /// The card's races.
  private let races: [CardRaceRow]
  /// Nil if no race is before the day.
  private let report: ReportJob?

  /// Prepares a card.
  ///
  /// - Parameters:
  ///   - request: The day, and the dimensions of the figures.
  ///   - snapshot: The store's state to compute from.
  /// - Throws: `ReportError` `.noCard` when no race is on the day, `.unknownCourse` when none is at
  ///   a requested course, `.store` when races are damaged.
  public init(_ request: CardRequest, from snapshot: Snapshot) throws(ReportError) {
    var request = request
    request.facts = try snapshot.priced(request.facts)
    self.request = request
    self.snapshot = snapshot
    months = try snapshot.monthViews()
    try Self.check(months.filter { !$0.races(on: request.day).isEmpty }, snapshot)
    races = try CardRaceRow.selected(request, months, snapshot)
    let first = months.first { $0.races.rowCount > 0 }.map { Day($0.dates[0]) }
    if let first, first < request.day {
      report = try ReportJob(try Self.batch(request), from: snapshot, onCardOf: request.day)
    } else {
      report = nil
    }
  }

  /// The number of runners to visit, for progress.
  package var runnerCount: Int { report?.runnerCount ?? 0 }

  /// Computes the card; its figures equal the reports' as of the day.
  ///
  /// - Parameter progress: Takes the number of starters added, from any thread.
  /// - Returns: The day's races and runners.
  /// - Throws: `ReportError` `.store` when runners have values that no import writes.
  public func run(
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws(ReportError) -> DayCard {
    let figures: DayFigures
    if let answer = try report?.answer(progress: progress) {
      figures = DayFigures(request, answer.result.reports, answer.codes)
    } else {
      figures = DayFigures(request, [], try codes())
    }
    let month = races[0].month
    let angles = try CardAngles(request, in: month...month, of: months, snapshot)
    let races = races.map { race(at: $0, figures, angles) }
    try snapshot.confirmReports()
    return DayCard(
      day: request.day, dimensions: request.dimensions, windows: request.scope.windows,
      filter: request.scope.filter, angles: request.angles,
      market: request.facts.market ?? .sp, races: races)
  }

  // MARK: - Implementation

  /// Returns the reports' questions, and one for the horses' form, without a filter.
  private static func batch(_ request: CardRequest) throws(ReportError) -> ReportBatch {
    var scope = request.scope
    scope.asOf = request.day
    var formScope = ReportScope(windows: [.all])
    formScope.asOf = request.day
    // Equal terms let both share a scan.
    formScope.commission = scope.commission
    formScope.placeTerms = scope.placeTerms
    formScope.figures = scope.figures
    let questions = request.dimensions.map { ReportQuestion($0, scope: scope) }
    let form = ReportQuestion(try Dimension("horse"), scope: formScope)
    var batch = ReportBatch(questions + [form], scope: formScope)
    batch.aliases = request.aliases
    batch.facts = request.facts
    batch.threads = request.threads
    return batch
  }

  /// Verifies the months of the card's races, as the card shows all fields of their rows.
  static func check(_ months: [MonthView], _ snapshot: Snapshot) throws(ReportError) {
    try ReportError.ofStore { () throws(StoreError) in
      for month in months { try month.check(in: snapshot) }
    }
  }

  /// Computes the entities of runners when no race gives them figures.
  private func codes() throws(ReportError) -> [Dimension: EntityCodes] {
    var columns = KeyColumns(
      months: months, snapshot: snapshot, aliases: request.aliases, rules: request.facts)
    var codes: [Dimension: EntityCodes] = [:]
    for dimension in request.dimensions {
      for key in dimension.keys { _ = columns.namedColumn(key) }
      let own = EntityCodes(dimension, &columns)
      guard columns.areSound, own.isSound else {
        throw .store(snapshot.damage(in: ReportJob.tables))
      }
      codes[dimension] = own
    }
    return codes
  }

  private func race(
    at place: CardRaceRow, _ figures: DayFigures, _ angles: CardAngles
  ) -> CardRace {
    let month = months[place.month]
    let facts = RowFacts(month.races, place.race, snapshot, request.aliases)
    let isRun = month.starterCount(place.race) > 0
    let runners = Self.withoutWithdrawn(
      month.rows(ofRace: place.race).map {
        runner(
          at: $0, place.month, figures, angles.angles(of: $0, in: place.month, isRun: isRun))
      }, isRun: isRun)
    return CardRace(
      raceID: facts.text("race_id") ?? "", offTime: facts.instant("off_time"),
      number: facts.number("race_no"), course: facts.name("course"),
      country: facts.name("country"), name: facts.name("race_name"),
      raceClass: facts.name("class"), isHandicap: facts.flag("handicap"),
      going: facts.name("going"), surface: facts.name("surface"),
      distanceMetres: facts.number("distance_m"), prize: facts.decimal("prize"),
      fieldSize: facts.number("field_size") ?? runners.count { !$0.isNonRunner },
      runners: runners)
  }

  /// Marks the withdrawn runners, which meet no angle.
  ///
  /// Some sources keep a withdrawn runner without saying so: once the race is run, it alone has no
  /// number, no stall and no result.
  private static func withoutWithdrawn(_ runners: [CardRunner], isRun: Bool) -> [CardRunner] {
    func isDeclared(_ runner: CardRunner) -> Bool { runner.number != nil || runner.draw != nil }
    let hasDeclared = isRun && runners.contains { isDeclared($0) && !$0.isNonRunner }
    return runners.map { runner in
      let isLeftOut =
        hasDeclared && !isDeclared(runner) && runner.result.outcome == .unresolved
      guard runner.isNonRunner || isLeftOut else { return runner }
      var runner = runner
      (runner.isNonRunner, runner.angles) = (true, [])
      return runner
    }
  }

  private func runner(
    at row: Int, _ month: Int, _ figures: DayFigures, _ angles: [CardAngle]
  ) -> CardRunner {
    let view = months[month]
    let facts = RowFacts(view.runners, row, snapshot, request.aliases)
    let isFinisher = facts.number("position") ?? 0 > 0
    let outcome = Outcome(rawValue: UInt8(view.outcomes[row]))!
    return CardRunner(
      number: facts.number("number"), draw: facts.number("draw"),
      horseID: facts.name("horse_id"), horse: facts.name("horse"),
      age: facts.number("age"), sex: facts.name("sex"),
      weightPounds: facts.decimal("weight_lb"), officialRating: facts.number("official_rating"),
      jockey: facts.name("jockey"), trainer: facts.name("trainer"), owner: facts.name("owner"),
      sire: facts.name("sire"), form: figures.form(month, row),
      result: CardResult(
        outcome: outcome,
        position: isFinisher ? facts.number("position") : nil,
        startingPrice: facts.decimal("sp"), betfairStartingPrice: facts.decimal("bsp"),
        dividend: facts.decimal("tote"), prices: facts.prices),
      angles: angles,
      figures: figures.figures(month, row), isNonRunner: outcome == .nonRunner)
  }
}
