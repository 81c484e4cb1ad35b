import APICore
import Columns
import Foundation

extension RacingAPI {
  /// `GET /racecards?date=YYYY-MM-DD`.
  public static func racecardsCall(on day: Day) -> APICall {
    APICall(endpoint: "/racecards", query: [URLQueryItem(name: "date", value: day.iso)])
  }

  /// `GET /results?date=YYYY-MM-DD`.
  public static func resultsCall(on day: Day) -> APICall {
    APICall(endpoint: "/results", query: [URLQueryItem(name: "date", value: day.iso)])
  }

  /// `GET /race/{id}`.
  public static func raceCall(_ id: String) -> APICall {
    APICall(endpoint: "/race/{id}", path: "/race/" + part(id))
  }

  /// `GET /horse-stats/{id}`.
  public static func horseStatsCall(_ id: String) -> APICall {
    APICall(endpoint: "/horse-stats/{id}", path: "/horse-stats/" + part(id))
  }

  /// `GET /jockeys-win-rate?last_days=N`.
  public static func jockeysWinRateCall(lastDays: Int) -> APICall {
    winRate("/jockeys-win-rate", lastDays)
  }

  /// `GET /trainers-win-rate?last_days=N`.
  public static func trainersWinRateCall(lastDays: Int) -> APICall {
    winRate("/trainers-win-rate", lastDays)
  }

  // MARK: - Implementation

  private static func winRate(_ endpoint: String, _ lastDays: Int) -> APICall {
    APICall(endpoint: endpoint, query: [URLQueryItem(name: "last_days", value: "\(lastDays)")])
  }

  /// Encodes an id as one part of a path.
  private static func part(_ id: String) -> String {
    let allowed = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return id.addingPercentEncoding(withAllowedCharacters: allowed) ?? id
  }
}
