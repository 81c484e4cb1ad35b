import APICore
import Columns
import Foundation

extension RealDataService {
  /// The current day in America.
  public var today: Day { RacingDay.of(clock.now) }

  /// Fetches today's races.
  ///
  /// - Throws: ``APIError``; `noData` if there are none.
  public func fetchTodaysRaces() async throws(APIError) -> [APIRacecard] {
    try await fetchRaces(on: today)
  }

  /// Fetches the races of a day.
  ///
  /// - Parameters:
  ///   - day: The racing day.
  ///   - refreshing: Whether to ignore the cached answer.
  /// - Returns: The races; the live service omits their runners.
  /// - Throws: ``APIError``; `noData` if there are none.
  public func fetchRaces(
    on day: Day, refreshing: Bool = false
  ) async throws(APIError) -> [APIRacecard] {
    try await list(
      APIRacecard.self, under: ["racecards", "races"], refreshing: refreshing,
      RacingAPI.racecardsCall(on: day))
  }

  /// Fetches one race with its runners.
  ///
  /// - Throws: ``APIError``.
  public func fetchRaceDetails(raceId: String) async throws(APIError) -> APIRacecard {
    try await fetchRaceDetails(raceId: raceId, refreshing: false)
  }

  /// Fetches one race with its runners.
  ///
  /// - Parameters:
  ///   - raceId: The race's id.
  ///   - refreshing: Whether to ignore the cached answer.
  /// - Returns: The race.
  /// - Throws: ``APIError``.
  public func fetchRaceDetails(
    raceId: String, refreshing: Bool
  ) async throws(APIError) -> APIRacecard {
    try await object(APIRacecard.self, refreshing: refreshing, RacingAPI.raceCall(raceId))
  }

  /// Fetches today's finished races.
  ///
  /// - Throws: ``APIError``; `noData` if there are none.
  public func fetchRaceResults() async throws(APIError) -> [APIRaceResult] {
    try await fetchRaceResults(on: today)
  }

  /// Fetches the finished races of a day.
  ///
  /// - Parameters:
  ///   - day: The racing day.
  ///   - refreshing: Whether to ignore the cached answer.
  /// - Returns: The races; the live service omits their runners.
  /// - Throws: ``APIError``; `noData` if there are none.
  public func fetchRaceResults(
    on day: Day, refreshing: Bool = false
  ) async throws(APIError) -> [APIRaceResult] {
    try await list(
      FinishedRace.self, under: ["results", "races"], refreshing: refreshing,
      RacingAPI.resultsCall(on: day)
    ).map(\.result)
  }

  /// Whether the service answers with 200; it never throws.
  public func checkConnection() async -> Bool {
    (try? await answer(RacingAPI.racecardsCall(on: today), true))?.status == 200
  }
}

/// A result of a whole race, which requires the race's id; a result of one horse's run does not.
private struct FinishedRace: Decodable, Sendable {
  let result: APIRaceResult

  init(from decoder: any Decoder) throws {
    result = try APIRaceResult(from: decoder)
    if result.race_id == nil { _ = try WireFields(decoder).required("race_id", "id_race") }
  }
}
