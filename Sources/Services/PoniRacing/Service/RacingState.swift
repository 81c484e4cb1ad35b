import Foundation

/// A snapshot of the state that an app shows beside the data.
public struct RacingState: Equatable, Sendable {
  /// Whether something is being fetched.
  public var isLoading: Bool { callCount > 0 }
  /// The last error's text; nil after a success or ``DataSourceManager/clearError()``.
  public var errorMessage: String?
  /// The time of the last fetch.
  public var lastUpdated: Date?
  /// The source's name, such as `live`.
  public var sourceName: String
  /// The number of running calls.
  var callCount = 0
}
