import APICore
import Columns
import Foundation

/// The endpoints of the racing service: calls out, raw answers back.
public struct RacingAPI: Sendable {
  /// Where the service is, unless a program says otherwise.
  public static let standardBaseURL = URL(string: "https://horse-racing-usa.p.rapidapi.com")!

  private let connection: APIConnection

  /// Makes the endpoints of a connection.
  public init(_ connection: APIConnection) { self.connection = connection }

  /// The races of a day: `GET /racecards?date=YYYY-MM-DD`.
  public func racecards(on day: Day) async throws(APIFailure) -> HTTPResponse {
    try await connection.send(
      APICall(endpoint: "/racecards", query: [URLQueryItem(name: "date", value: day.iso)]))
  }

  /// The finished races of a day: `GET /results?date=YYYY-MM-DD`.
  public func results(on day: Day) async throws(APIFailure) -> HTTPResponse {
    try await connection.send(
      APICall(endpoint: "/results", query: [URLQueryItem(name: "date", value: day.iso)]))
  }

  /// One race with its runners: `GET /race/{id}`.
  public func race(_ id: String) async throws(APIFailure) -> HTTPResponse {
    try await connection.send(APICall(endpoint: "/race/{id}", path: "/race/" + Self.part(id)))
  }

  /// A horse's past races: `GET /horse-stats/{id}`.
  public func horseStats(_ id: String) async throws(APIFailure) -> HTTPResponse {
    try await connection.send(
      APICall(endpoint: "/horse-stats/{id}", path: "/horse-stats/" + Self.part(id)))
  }

  // MARK: - Implementation

  /// An id as one part of a path.
  private static func part(_ id: String) -> String {
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
    return id.addingPercentEncoding(withAllowedCharacters: allowed) ?? id
  }
}
