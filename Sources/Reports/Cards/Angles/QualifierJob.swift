import ColumnStore
import Columns
import EntityReports
import Questions
import Racing
import RunnerKeys

/// A request for a day's runners that meet angles.
public struct QualifierRequest: Sendable {
  /// The day of the races.
  public var day: Day
  /// The angles, without duplicates.
  public var angles: [Angle]
  /// The courses to show, as typed: in any case, or only their beginning; empty for all.
  public var courses: [String] = []
  /// Other spellings of names.
  public var aliases = NameAliases()
  /// Number of worker threads.
  public var threads = 1

  /// Requests a day's qualifiers.
  ///
  /// - Parameters:
  ///   - day: The day of the races.
  ///   - angles: The angles.
  public init(day: Day, angles: [Angle]) {
    self.day = day
    self.angles = angles
  }

  /// Returns the request of the day's card without figures.
  func card() throws(ReportError) -> CardRequest {
    var card = try CardRequest(day: day, dimensions: [])
    (card.angles, card.courses) = (angles, courses)
    (card.aliases, card.threads) = (aliases, threads)
    return card
  }
}

/// A day's runners that meet angles, and the angles' records before that day.
public struct QualifierList: Sendable {
  /// The day's card, whose runners name their angles.
  public let card: DayCard
  /// Per angle, its record before the day.
  public let records: [AngleRecord]
  /// The counts of all runners before the day; nil if no race is before it.
  package let summary: ReportSummary?

  /// The market of the records; SP without a record.
  package var market: Market {
    records.lazy.compactMap(\.answer).first?.summary.scope.figures.market ?? .sp
  }

  /// A runner that meets an angle, or may still meet it.
  public struct Qualifier: Sendable {
    /// Its race.
    public let race: CardRace
    /// The runner.
    public let runner: CardRunner
    /// The state by prices and results where known: it meets the angle, or may still.
    public let state: CardAngle.State
  }

  /// Returns the runners that meet an angle, or may still meet it, in the card's order.
  ///
  /// - Parameter angle: The angle's index.
  /// - Returns: The runners.
  public func qualifiers(of angle: Int) -> [Qualifier] {
    card.races.flatMap { race in
      race.runners.compactMap { runner in
        runner.angles.first { $0.index == angle }?.state(hasResults: true).map {
          Qualifier(race: race, runner: runner, state: $0)
        }
      }
    }
  }
}

/// Computes a day's qualifiers from a snapshot.
public struct QualifierJob: Sendable {
  private let request: QualifierRequest
  private let snapshot: Snapshot
  private let card: CardJob

  /// Prepares a list.
  ///
  /// - Parameters:
  ///   - request: The day and the angles.
  ///   - snapshot: The store's state to compute from.
  /// - Throws: `ReportError` `.noCard` when no race is on the day, `.unknownCourse` when none is at
  ///   a requested course, `.store` when races are damaged.
  public init(_ request: QualifierRequest, from snapshot: Snapshot) throws(ReportError) {
    self.request = request
    self.snapshot = snapshot
    card = try CardJob(request.card(), from: snapshot)
  }

  /// Computes the list.
  ///
  /// - Parameter counting: Takes the number of runners that a stage visits, and returns a function
  ///   that takes the number of runners added, from any thread.
  /// - Returns: The day's runners and the angles' records as of that morning.
  /// - Throws: `ReportError` `.store` when runners have values that no import writes.
  public func run(
    counting: (Int) -> @Sendable (Int) -> Void = { _ in { _ in } }
  ) throws(ReportError) -> QualifierList {
    let days = AngleRecords.Days(window: .all, asOf: request.day)
    let own = AngleRecords(
      angles: request.angles, aliases: request.aliases, threads: request.threads)
    let (records, all) = try own.records(
      request.angles.map { _ in days }, from: snapshot, counting: counting)
    let card = try card.run(progress: counting(card.runnerCount))
    return QualifierList(card: card, records: records, summary: all)
  }
}
