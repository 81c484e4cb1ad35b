import Columns
import Racing

/// Days since each runner's horse last started, on an earlier day anywhere in the store.
///
/// One pass in time order looks back only, so no later row can change a count. Races of the same
/// day do not count as earlier.
struct DaysSinceLastRun {
  /// The name of the days in filters.
  static let fieldName = "days_since_last_run"
  /// Stands for a horse without a name.
  static let unknown: Int32 = -1
  /// Stands for a horse without an earlier start.
  static let firstRun: Int32 = 0

  /// Per month and runner.
  let months: [Buffer<Int32>]

  init(_ views: [MonthView], horses: KeyColumn) {
    var starts = [LastStarts](repeating: LastStarts(), count: horses.names.count)
    months = zip(views, horses.months).map { view, codes in
      Buffer(count: codes.count) { out in
        let (codes, outcomes) = (codes.pointer, view.outcomes.pointer)
        for race in 0..<view.races.rowCount {
          let day = view.dates[race]
          for row in view.rows(ofRace: race) {
            let horse = Int(codes[row])
            guard horse >= 0 else {
              out[row] = Self.unknown
              continue
            }
            out[row] = starts[horse].daysBefore(day)
            if outcomes[row] < Int32(Outcome.nonRunner.rawValue) { starts[horse].add(day) }
          }
        }
      }
    }
  }

  /// A horse's newest day of racing, and the one before.
  private struct LastStarts {
    var newest = Int32.min
    var earlier = Int32.min

    func daysBefore(_ day: Int32) -> Int32 {
      let last = newest < day ? newest : earlier
      return last == .min ? firstRun : day - last
    }

    mutating func add(_ day: Int32) {
      if day > newest { (newest, earlier) = (day, newest) }
    }
  }
}
