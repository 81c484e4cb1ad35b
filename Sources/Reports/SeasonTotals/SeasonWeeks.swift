import Columns
import Foundation

/// The weeks in which a ledger has rows, in time order.
struct SeasonWeeks {
  /// The weeks' Mondays.
  let mondays: [Day]
  /// The start of each week, µs since 1970 UTC.
  private let starts: [Int64]

  init(_ months: [LedgerMonth], zone: TimeZone) {
    let days = LocalDays(zone)
    var mondays: Set<Day> = []
    for month in months where month.times.count > 0 {
      let first = LocalDays.monday(of: days.day(of: month.times[0]))
      let last = LocalDays.monday(of: days.day(of: month.times[month.times.count - 1]))
      for number in stride(from: first.number, through: last.number, by: 7) {
        mondays.insert(Day(number))
      }
    }
    self.mondays = mondays.sorted()
    starts = self.mondays.map(days.start)
  }

  /// Returns the week of a row's time, searching forward from an earlier week.
  func week(of micros: Int64, from week: Int) -> Int {
    var week = week
    while week + 1 < starts.count, starts[week + 1] <= micros { week += 1 }
    return week
  }
}
