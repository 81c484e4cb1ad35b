import Foundation

/// A promotion with a limited time of display.
public protocol ScheduledPromotion: Sendable {
  /// The status, such as `published`.
  var status: String { get }
  /// The start of its display; `distantPast` if the service names none.
  var startDate: Date { get }
  /// The end of its display; `distantFuture` if the service names none.
  var endDate: Date { get }
}

extension ScheduledPromotion {
  /// Whether it is to be shown: published, and at or between start and end.
  public func isActive(at date: Date) -> Bool {
    status == PromotionStatus.published && startDate <= date && date <= endDate
  }
}

/// The guide's statuses; others are kept unchanged.
public enum PromotionStatus {
  /// Visible to everybody.
  public static let published = "published"
}
