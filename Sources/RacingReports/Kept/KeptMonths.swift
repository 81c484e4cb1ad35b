import Columns

/// The months of a store whose sums are kept.
///
/// Months that lie behind all windows but `all`, and behind the runs that recent form weighs, have
/// left all age bands but the last: their sums are the same tomorrow.
enum KeptMonths {
  /// The number of months that could be kept and are not, so that a report as of some weeks ago can
  /// begin with the same sums.
  static let spare = 2
  /// With so many months to read that could have been kept, sums are kept anew.
  static let limit = 8

  /// Counts a store's first months that have left all age bands but the last.
  ///
  /// - Parameters:
  ///   - months: The store's months, in time order.
  ///   - asOf: The as-of date.
  ///   - windows: The windows of all scopes.
  /// - Returns: The number of months.
  static func settled(_ months: [Month], asOf: Day, windows: [Window]) -> Int {
    let longest = max(windows.compactMap(\.days).max() ?? 0, RecentCell.lastAge)
    // Days of earlier months are more than `longest` days before the as-of date.
    let first = Month(of: asOf - longest)
    return months.prefix { $0 < first }.count
  }

  /// Counts the months to keep sums of from now on; nil for as many as there are already.
  ///
  /// - Parameters:
  ///   - settled: How many could be kept.
  ///   - kept: How many are kept.
  /// - Returns: The number of months, more than are kept.
  static func wanted(settled: Int, kept: Int) -> Int? {
    guard kept == 0 || settled - kept > limit else { return nil }
    return settled - spare > kept ? settled - spare : nil
  }
}
