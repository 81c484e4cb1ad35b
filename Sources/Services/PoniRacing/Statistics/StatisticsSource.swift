import Columns

/// A source of figures from a person's or horse's stored results; the client stores nothing.
///
/// `DomainFeeds` computes them from the column store, by the same code as the reports.
public protocol StatisticsSource: Sendable {
  /// The implementation's error type.
  associatedtype Failure: Error

  /// Computes the figures of all persons or horses of a role with runs in the last year before a
  /// day.
  ///
  /// - Parameters:
  ///   - role: The persons or horses.
  ///   - asOf: Only races before this day count; nil for the day after the last stored race.
  /// - Returns: One element per name; empty if nothing is stored.
  /// - Throws: The implementation's error, such as a store that cannot be opened.
  func statistics(
    for role: StatisticsRole, asOf: Day?
  ) async throws(Failure) -> [PersonStatistics]
}
