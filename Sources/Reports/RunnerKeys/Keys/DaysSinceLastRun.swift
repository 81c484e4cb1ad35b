import Columns
import Racing

/// Days since each runner's horse last started, on an earlier day anywhere in the store.
///
/// One pass in time order uses earlier days only, so a later row changes no count, nor does a race
/// of the same day.
package struct DaysSinceLastRun: Sendable {
  /// The name of the days in filters.
  package static let fieldName = "days_since_last_run"
  /// The value for a horse without a name.
  static let unknown: Int32 = -1
  /// The value for a horse without an earlier start.
  static let firstRun: Int32 = 0

  /// The day of each horse's last start.
  private let past: EntityPast<Int32>

  /// Starts without any run.
  ///
  /// - Parameter count: The number of horses.
  init(horses count: Int) { past = EntityPast(count: count, .missing) }

  /// Counts the days for a month's runners; call it once per month, in time order.
  ///
  /// - Parameters:
  ///   - view: The month.
  ///   - horses: A code per runner; −1 for none.
  /// - Returns: A count per runner.
  func days(of view: MonthView, horses: Buffer<Int32>) -> Buffer<Int32> {
    past.values(of: view, horses, absent: Self.unknown) { last, day in
      last == .missing ? Self.firstRun : day - last
    } add: { last, day, _ in
      last = day
    }
  }
}
