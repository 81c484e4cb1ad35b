/// A request for figures by keys and windows.
public struct GroupedQuestion<Key: GroupKey>: Sendable {
  /// The groupings, one per file.
  public var groupings: [Grouping<Key>]
  /// The windows as numbers of days before the as-of day, nil for all days, in row order.
  public var windows: [Int?]
  /// Things before this day count; nil for the day after the last one.
  public var asOf: Day?
  /// Rows of fewer things are dropped.
  public var minCount = 0

  /// Makes a request from groupings and windows.
  ///
  /// - Parameters:
  ///   - groupings: The groupings.
  ///   - windows: Numbers of days, at least 1, or nil for all days.
  public init(_ groupings: [Grouping<Key>], windows: [Int?]) {
    precondition(windows.allSatisfy { $0 ?? 1 >= 1 }, "a window has at least one day")
    self.groupings = groupings
    self.windows = windows
  }

  /// The longest of the windows; nil for all days.
  public var longestWindow: Int? {
    windows.contains(nil) ? nil : windows.compactMap { $0 }.max()
  }
}
