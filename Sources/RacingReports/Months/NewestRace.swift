import ColumnStore
import Columns
import Racing

/// The race that decides on which day reports are made, where the question names none.
public struct NewestRace: Equatable, Sendable {
  /// The race's key.
  public let raceID: String
  /// Its day.
  public let day: Day

  init(raceID: String, day: Day) { (self.raceID, self.day) = (raceID, day) }

  /// Finds the race of a store's last day; of several, the first of that day.
  ///
  /// - Parameter snapshot: The store's state, with its races.
  public init?(_ snapshot: Snapshot) {
    let rows = snapshot.segments(of: RacingTables.races).last?.rows
    guard let rows, let days = rows["date"]?.int32s, let ids = rows["race_id"]?.texts,
      let newest = days.max(), let row = days.firstIndex(of: newest)
    else { return nil }
    raceID = ids[row]
    day = Day(newest)
  }
}
