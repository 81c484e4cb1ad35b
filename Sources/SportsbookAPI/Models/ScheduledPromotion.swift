import Foundation

/// What is shown during a stretch of time.
public protocol ScheduledPromotion: Sendable {
  /// Such as `published`.
  var status: String { get }
  /// The first moment; `distantPast` where the service names none.
  var startDate: Date { get }
  /// The last moment; `distantFuture` where the service names none.
  var endDate: Date { get }
}

extension ScheduledPromotion {
  /// Whether it is to be shown: published, and between start and end, both included.
  public func isActive(at date: Date) -> Bool {
    status == PromotionStatus.published && startDate <= date && date <= endDate
  }
}

/// The statuses that the guide names; others are kept as they are written.
public enum PromotionStatus {
  /// Everybody may see it.
  public static let published = "published"
}
