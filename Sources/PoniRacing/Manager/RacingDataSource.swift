import Columns

/// Whatever can tell an app about races: the live service, the store, invented data.
///
/// ``DataSourceManager`` asks it and nothing else, so that a second source needs no other change.
public protocol RacingDataSource: Sendable {
  /// What the source is called in messages, such as `live`.
  var sourceName: String { get }
  /// Whether asking needs a key.
  var needsAPIKey: Bool { get }
  /// The racing day now.
  var today: Day { get }

  /// The races of a day.
  ///
  /// - Parameters:
  ///   - day: The racing day.
  ///   - refreshing: Whether an answer that the source keeps is passed over.
  /// - Returns: The races; without runners where the source tells them race by race.
  /// - Throws: ``APIError``; `noData` where there are none.
  func races(on day: Day, refreshing: Bool) async throws(APIError) -> [Race]

  /// The finished races of a day, with positions.
  ///
  /// - Parameters:
  ///   - day: The racing day.
  ///   - refreshing: Whether an answer that the source keeps is passed over.
  /// - Returns: The races with their runners.
  /// - Throws: ``APIError``; `noData` where there are none.
  func results(on day: Day, refreshing: Bool) async throws(APIError) -> [Race]

  /// The horses that run on a day, by a part of their own or their people's names.
  ///
  /// - Parameters:
  ///   - query: The part of a name, in letters of either case; empty for all.
  ///   - day: The racing day.
  /// - Returns: The horses, at most as many as the source gives at once.
  /// - Throws: ``APIError``; `noData` where there are no races.
  func horses(matching query: String, on day: Day) async throws(APIError) -> [Horse]

  /// One horse.
  ///
  /// - Parameters:
  ///   - id: Its id or name.
  ///   - day: The racing day that it may run on.
  /// - Returns: The horse, with what its past races say.
  /// - Throws: ``APIError``; `noData` where nobody knows it.
  func horse(_ id: String, on day: Day) async throws(APIError) -> Horse
}
