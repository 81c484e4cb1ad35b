import ColumnStore
import Columns
import Racing

/// The race that sets a report's day where the question names none.
package struct NewestRace: Equatable, Sendable {
  /// The race's key.
  package let raceID: String
  /// Its day.
  package let day: Day
  /// Whether one of its runners has a result.
  package let hasResult: Bool

  package init(raceID: String, day: Day, hasResult: Bool) {
    (self.raceID, self.day, self.hasResult) = (raceID, day, hasResult)
  }

  /// Finds a race of the store's last day: the first with a result, otherwise the first.
  ///
  /// - Parameter snapshot: The store's state, with its races and runners.
  /// - Throws: ``ReportError`` `.store` when races are damaged.
  package init?(_ snapshot: Snapshot) throws(ReportError) {
    let last = Array(snapshot.segments(of: RacingTables.runners).suffix(1))
    guard let month = try snapshot.monthViews(of: last, threads: 1).first,
      let newest = month.dates.max()
    else { return nil }
    let outcomes = month.outcomes
    let races = month.dates.indices.filter { month.dates[$0] == newest }
    let resulted = races.first { race in
      month.rows(ofRace: race).contains { Outcome(rawValue: UInt8(outcomes[$0]))!.isStarter }
    }
    raceID = month.races[RacingTables.raceID.name]!.texts[resulted ?? races[0]]
    day = Day(newest)
    hasResult = resulted != nil
  }
}
