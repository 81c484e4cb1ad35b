import APICore
import Columns
import Foundation

/// The answers of the points service's framework (Spring).
enum ServiceAnswers {
  private static let titles = [
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 429: "Too Many Requests", 500: "Internal Server Error",
    502: "Bad Gateway", 503: "Service Unavailable",
  ]

  /// Returns a status with a message and a path.
  static func failure(_ status: Int, _ message: String, path: String = "") -> HTTPResponse {
    HTTPResponse(
      status: status,
      json: .object([
        ("status", .number(status)), ("error", .text(titles[status] ?? "Error")),
        ("message", .text(message)), ("path", .text(path)),
      ]))
  }

  /// Returns a status without a body: the service's own refusals.
  static func empty(_ status: Int) -> HTTPResponse { HTTPResponse(status: status) }
}

extension HTTPRequest {
  /// Reads the season and year of the query.
  ///
  /// - Throws: ``RefusedRequest`` if one is missing.
  func clubSeason() throws(RefusedRequest) -> ClubSeason {
    var values: [String] = []
    for name in ["season", "year"] {
      guard let value = query(name) else {
        throw RefusedRequest(400, "Required String parameter '\(name)' is not present")
      }
      values.append(value)
    }
    return ClubSeason(season: values[0], year: values[1])
  }

  /// Reads a whole number of the query; nil if it is absent.
  ///
  /// - Throws: ``RefusedRequest`` if it is no number.
  func number(_ name: String) throws(RefusedRequest) -> Int64? {
    guard let text = query(name) else { return nil }
    guard let number = Int64(text) else {
      throw RefusedRequest(400, "Parameter '\(name)': found \(text); expected a number")
    }
    return number
  }
}

/// A request that the service cannot process.
struct RefusedRequest: Error {
  let status: Int
  let message: String

  init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }
}
