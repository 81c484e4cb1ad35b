/// A stretch of days that ends the day before the as-of date.
public struct Window: Hashable, Sendable {
  /// The number of days; nil for all days.
  public let days: Int?

  /// All days before the as-of date.
  public static let all = Window(days: nil)

  /// The default windows of a report.
  public static let standard = [14, 30, 90, 365].map { Window(days: $0) } + [.all]

  /// The largest number of windows of a report; each takes memory for every entity.
  public static let countLimit = Limits.windows

  /// Reads a list such as `14d,30d,all`.
  ///
  /// - Parameter names: The windows' names.
  /// - Returns: The windows, in the same order.
  /// - Throws: ``ReportError`` for a bad name, none, too many, or one twice.
  package static func list(_ names: [String]) throws(ReportError) -> [Window] {
    var windows: [Window] = []
    for name in names {
      let window = try Window(name)
      guard !windows.contains(window) else { throw .badWindowList(found: "\(name) twice") }
      windows.append(window)
    }
    guard (1...countLimit).contains(windows.count) else {
      throw .badWindowList(found: "\(windows.count) windows")
    }
    return windows
  }

  package init(days: Int?) { self.days = days }

  /// Reads `30d` or `all`.
  ///
  /// - Parameter text: The window's name.
  /// - Throws: ``ReportError`` `.badWindow` for anything but `all` or 1 to 36,500 days.
  public init(_ text: String) throws(ReportError) {
    if text == "all" {
      self = .all
    } else if text.hasSuffix("d"), let days = Int(text.dropLast()), (1...36_500).contains(days),
      !text.hasPrefix("+")
    {
      self.days = days
    } else {
      throw .badWindow(found: text)
    }
  }

  /// The window's name in reports.
  public var name: String { days.map { "\($0)d" } ?? "all" }
}
