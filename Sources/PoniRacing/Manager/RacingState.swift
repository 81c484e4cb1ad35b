import Foundation

/// What an app shows beside the data: a snapshot.
public struct RacingState: Equatable, Sendable {
  /// Whether something is being fetched.
  public var isLoading: Bool { callCount > 0 }
  /// The last error's text; nil after a success or ``DataSourceManager/clearError()``.
  public var errorMessage: String?
  /// When something was fetched last.
  public var lastUpdated: Date?
  /// What the data comes from, such as `live`.
  public var sourceName: String
  /// Calls under way.
  var callCount = 0
}
