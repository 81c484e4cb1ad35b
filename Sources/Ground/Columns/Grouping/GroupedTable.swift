/// Something that happened on a day.
public protocol Dated {
  /// The day.
  var day: Day { get }
}

/// Figures of things that are grouped together, such as the sums over bets.
public protocol GroupFigures: Sendable {
  /// The number of things, by which rows are ordered.
  var memberCount: Int { get }
}

/// A row: the values of a grouping's keys, a window, and the figures of the things with these
/// values on the window's days.
@dynamicMemberLookup
public struct GroupedRow<Figures: GroupFigures>: Sendable {
  /// The values of the keys; nil for unknown ones.
  public let keys: [String?]
  /// The window.
  public let window: DayWindow
  /// The figures.
  public let figures: Figures

  @usableFromInline
  init(_ keys: [String?], _ window: DayWindow, _ figures: Figures) {
    self.keys = keys
    self.window = window
    self.figures = figures
  }

  /// A figure of the row.
  public subscript<Value>(dynamicMember figure: KeyPath<Figures, Value>) -> Value {
    figures[keyPath: figure]
  }

  /// Orders the rows of a window: most things first, then by the keys' bytes, unknown keys first.
  @usableFromInline
  static func precedes(_ left: Self, _ right: Self) -> Bool {
    let counts = (left.figures.memberCount, right.figures.memberCount)
    if counts.0 != counts.1 { return counts.0 > counts.1 }
    for (left, right) in zip(left.keys, right.keys) where left != right {
      guard let left, let right else { return left == nil }
      return left.utf8.lexicographicallyPrecedes(right.utf8)
    }
    return false
  }
}

/// The rows of one grouping.
public struct GroupedTable<Key: GroupKey, Figures: GroupFigures>: Sendable {
  /// The grouping.
  public let grouping: Grouping<Key>
  /// The rows: by window, most things first, then by the keys' bytes, unknown keys first.
  public let rows: [GroupedRow<Figures>]

  /// Groups things, and computes the figures of each group in each window.
  ///
  /// - Parameters:
  ///   - members: The things, all before the windows' end.
  ///   - grouping: The keys.
  ///   - windows: The windows.
  ///   - value: Returns the value of a key for a thing; nil if unknown.
  ///   - figures: Computes the figures of things, at least one, in the order of `members`.
  @inlinable
  public init<Member: Dated>(
    _ members: [Member], by grouping: Grouping<Key>, in windows: [DayWindow],
    value: (Key, Member) -> String?, figures: ([Member]) -> Figures
  ) {
    let keys = grouping.keys
    let groups = Dictionary(grouping: members) { member in keys.map { value($0, member) } }
    let rows = windows.flatMap { window in
      groups.compactMap { keys, members -> GroupedRow<Figures>? in
        let own = window.days == nil ? members : members.filter { $0.day >= window.from }
        return own.isEmpty ? nil : GroupedRow(keys, window, figures(own))
      }.sorted(by: GroupedRow.precedes)
    }
    self.init(grouping, rows)
  }

  /// Returns the table without the rows that do not meet a condition.
  public func filter(_ isIncluded: (GroupedRow<Figures>) -> Bool) -> GroupedTable {
    GroupedTable(grouping, rows.filter(isIncluded))
  }

  @usableFromInline
  init(_ grouping: Grouping<Key>, _ rows: [GroupedRow<Figures>]) {
    self.grouping = grouping
    self.rows = rows
  }
}
