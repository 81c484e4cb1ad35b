/// The days that a row of a report covers: a stretch that ends on the day before the as-of day.
public struct DayWindow: Hashable, Sendable {
  /// The number of days; nil for all days.
  public let days: Int?
  /// The first day.
  public let from: Day
  /// The last day.
  public let to: Day

  /// Makes the window that ends on the day before another.
  ///
  /// - Parameters:
  ///   - days: The number of days; nil for all days from the first one on.
  ///   - asOf: The day after the window's last.
  ///   - first: The first day of a window of all days.
  public init(_ days: Int?, before asOf: Day, first: Day) {
    self.days = days
    from = days.map { asOf - $0 } ?? first
    to = asOf - 1
  }

  /// The window's name in reports, such as `30d`.
  public var name: String { days.map { "\($0)d" } ?? "all" }
}
