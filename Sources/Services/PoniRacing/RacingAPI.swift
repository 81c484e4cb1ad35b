import APICore
import Columns
import Foundation

/// The endpoints of the racing service: calls in, raw answers out.
public struct RacingAPI: Sendable {
  /// The default address of the service.
  public static let standardBaseURL = URL(string: "https://horse-racing-usa.p.rapidapi.com")!

  /// The forms in which the service says that a day has no races; `[]` is a list.
  static let emptyRaces: EmptyForms = .status204
  /// The forms in which the service says that there is no such race or horse.
  public static let emptyRace = EmptyForms.any.subtracting(.noBody)

  private let connection: APIConnection

  /// Makes the endpoints of a connection.
  public init(_ connection: APIConnection) { self.connection = connection }

  /// Fetches the races of a day: `GET /racecards?date=YYYY-MM-DD`.
  public func racecards(on day: Day) async throws(APIFailure) -> HTTPResponse {
    try await send(Self.racecardsCall(on: day))
  }

  /// Fetches the finished races of a day: `GET /results?date=YYYY-MM-DD`.
  public func results(on day: Day) async throws(APIFailure) -> HTTPResponse {
    try await send(Self.resultsCall(on: day))
  }

  /// Fetches one race with its runners: `GET /race/{id}`.
  public func race(_ id: String) async throws(APIFailure) -> HTTPResponse {
    try await send(Self.raceCall(id))
  }

  /// Fetches a horse's past races: `GET /horse-stats/{id}`.
  public func horseStats(_ id: String) async throws(APIFailure) -> HTTPResponse {
    try await send(Self.horseStatsCall(id))
  }

  /// Sends a call.
  public func send(_ call: APICall) async throws(APIFailure) -> HTTPResponse {
    try await connection.send(call)
  }
}
