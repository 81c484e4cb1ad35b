import Columns
import Racing

/// A key to group tickets by.
public enum SupportKey: String, CaseIterable, GroupKey {
  /// The state, such as `open` or `closed`.
  case state
  /// The channel that the customer used.
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

  /// Returns the value for a ticket; nil if unknown.
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
