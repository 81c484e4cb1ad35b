import Columns
import Racing

/// A key that tickets are grouped by.
public enum SupportKey: String, CaseIterable, Sendable {
  /// Such as `open` or `closed`.
  case state
  /// The way in which the customer wrote.
  case channel
  /// The version of the app.
  case appVersion = "app_version"
  /// The version of the operating system.
  case osVersion = "os_version"
  /// The kind of agent.
  case assignee
  /// The customer's locale.
  case locale
  /// The customer's time zone.
  case timezone
  /// The month of the ticket's day in UTC, `YYYY-MM`.
  case month
  /// The Monday of its ISO week.
  case week
  /// The day.
  case day

  /// Whether the value is a text from outside.
  public var isName: Bool {
    switch self {
    case .state, .channel, .appVersion, .osVersion, .assignee, .locale, .timezone: true
    case .month, .week, .day: false
    }
  }

  /// The value of a ticket; nil where nothing tells it.
  func value(of ticket: StoredTicket) -> String? {
    switch self {
    case .state: ticket.state
    case .channel: ticket.channel
    case .appVersion: ticket.appVersion
    case .osVersion: ticket.osVersion
    case .assignee: ticket.assignee
    case .locale: ticket.locale
    case .timezone: ticket.timezone
    case .month: Month(of: ticket.day).iso
    case .week: Weekday.monday(of: ticket.day).iso
    case .day: ticket.day.iso
    }
  }
}

/// The keys that a file's rows are grouped by: one or several together.
public struct SupportGrouping: Hashable, Sendable {
  /// The keys in their order.
  public let keys: [SupportKey]

  /// Groups by keys.
  ///
  /// - Parameter text: One to four different keys joined by `+`, such as `channel+week`.
  /// - Throws: ``SupportError`` `.unknownGrouping` for any other text.
  public init(_ text: String) throws(SupportError) {
    guard let keys = KeyList.read(text, of: SupportKey.self) else {
      throw .unknownGrouping(found: text)
    }
    self.keys = keys
  }

  /// Groups by one key.
  init(_ key: SupportKey) { keys = [key] }

  /// The file's name without its ending.
  public var fileName: String { keys.map(\.rawValue).joined(separator: "-") }
}
