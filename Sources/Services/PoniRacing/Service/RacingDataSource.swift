import Columns

/// A source of races for an app: the live service, the store, or invented data.
///
/// ``DataSourceManager`` depends only on this, so that a second source needs no other change.
public protocol RacingDataSource: Sendable {
  /// The source's name in messages, such as `live`.
  var sourceName: String { get }
  /// Whether requests need a key.
  var needsAPIKey: Bool { get }
  /// The racing day now.
  var today: Day { get }

  /// Fetches the races of a day.
  ///
  /// - Parameters:
  ///   - day: The racing day.
  ///   - refreshing: Whether to ignore the source's cached answer.
  /// - Returns: The races; without runners if the source gives runners only race by race.
  /// - Throws: ``APIError``; `noData` if there are none.
  func races(on day: Day, refreshing: Bool) async throws(APIError) -> [Race]

  /// Fetches the finished races of a day, with positions.
  ///
  /// - Parameters:
  ///   - day: The racing day.
  ///   - refreshing: Whether to ignore the source's cached answer.
  /// - Returns: The races with their runners.
  /// - Throws: ``APIError``; `noData` if there are none.
  func results(on day: Day, refreshing: Bool) async throws(APIError) -> [Race]

  /// Fetches one race with its runners.
  ///
  /// - Parameters:
  ///   - id: The race's id.
  ///   - day: The racing day, for a source that knows races by their day.
  /// - Returns: The race.
  /// - Throws: ``APIError``; `noData` if it is unknown.
  func race(_ id: String, on day: Day) async throws(APIError) -> Race

  /// Searches the horses of a day by part of their own or their people's names.
  ///
  /// - Parameters:
  ///   - query: Part of a name, in either case; empty for all.
  ///   - day: The racing day.
  /// - Returns: The horses, up to the source's limit.
  /// - Throws: ``APIError``; `noData` if there are no races.
  func horses(matching query: String, on day: Day) async throws(APIError) -> [Horse]

  /// Fetches one horse.
  ///
  /// - Parameters:
  ///   - id: Its id or name.
  ///   - day: The racing day on which it may run.
  /// - Returns: The horse, with the figures of its past races.
  /// - Throws: ``APIError``; `noData` if it is unknown.
  func horse(_ id: String, on day: Day) async throws(APIError) -> Horse
}

extension RacingDataSource {
  /// Returns the race of an id, looked up among the day's races.
  public func race(_ id: String, on day: Day) async throws(APIError) -> Race {
    guard let race = try await races(on: day, refreshing: false).first(where: { $0.id == id })
    else { throw .noData }
    return race
  }
}
