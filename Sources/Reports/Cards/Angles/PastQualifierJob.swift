import ColumnStore
import Columns
import Questions
import RunnerKeys

/// A runner that met an angle by what was known on the morning of its race.
package struct PastQualifier: Sendable {
  /// The race day.
  package let day: Day
  /// The key of its race.
  package let raceID: String
  /// The horse.
  package let horse: String?
  /// The number on the saddlecloth.
  package let number: Int?
}

/// An angle's qualifiers of some days.
package struct PastQualifiers: Sendable {
  /// The angle.
  package let angle: Angle
  /// The runners that met it, late non-runners included, by day and in the card's order.
  package fileprivate(set) var runners: [PastQualifier] = []
  /// The number of runners for which facts known at the off or later decide.
  package fileprivate(set) var openCount = 0
}

/// Finds the qualifiers of some days from a snapshot.
///
/// No fact that is known at the off or later chooses a runner.
package struct PastQualifierJob: Sendable {
  private let card: CardRequest
  private let snapshot: Snapshot
  private let months: [MonthView]
  private let races: [CardRaceRow]

  /// Prepares a list.
  ///
  /// - Parameters:
  ///   - request: The first day and the angles.
  ///   - last: The last day.
  ///   - snapshot: The store's state to compute from.
  /// - Throws: `ReportError` `.noCard` when no race is on the days, `.unknownCourse` when none is
  ///   at a requested course, `.store` when races are damaged.
  package init(
    _ request: QualifierRequest, through last: Day, from snapshot: Snapshot
  ) throws(ReportError) {
    card = try request.card()
    self.snapshot = snapshot
    months = try snapshot.monthViews()
    races = try CardRaceRow.selected(card, through: last, months, snapshot)
  }

  /// Finds the qualifiers.
  ///
  /// - Returns: The qualifiers per angle.
  /// - Throws: `ReportError` `.store` when races are damaged, or runners have values that no import
  ///   writes.
  package func run() throws(ReportError) -> [PastQualifiers] {
    let range = races[0].month...races[races.count - 1].month
    try CardJob.check(Array(months[range]), snapshot)
    let angles = try CardAngles(card, in: range, of: months, snapshot)
    var found = card.angles.map { PastQualifiers(angle: $0) }
    for place in races {
      let month = months[place.month]
      for row in month.rows(ofRace: place.race) {
        for angle in found.indices {
          switch angles.morning(angle, of: row, in: place.month) {
          case .meets: found[angle].runners.append(qualifier(row, place, month))
          case .open: found[angle].openCount += 1
          case nil: break
          }
        }
      }
    }
    try snapshot.confirmReports()
    return found
  }

  // MARK: - Implementation

  private func qualifier(_ row: Int, _ place: CardRaceRow, _ month: MonthView) -> PastQualifier {
    let race = RowFacts(month.races, place.race, snapshot, card.aliases)
    let runner = RowFacts(month.runners, row, snapshot, card.aliases)
    return PastQualifier(
      day: place.day, raceID: race.text("race_id") ?? "", horse: runner.name("horse"),
      number: runner.number("number"))
  }
}
