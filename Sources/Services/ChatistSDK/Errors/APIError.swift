import Foundation

/// A refusal by the service, in the guide's three cases.
///
/// There are only these cases: programs switch over them without a default. A missing answer is a
/// `URLError`, an unreadable answer a `DecodingError`, and a failure of the client itself a
/// ``ChatistError``.
public enum APIError: Error, Equatable, Sendable {
  /// The key is missing at the service, invalid or expired (401, 403).
  case unauthorized
  /// The resource does not exist (404).
  case notFound
  /// Any other refusal, with the service's words or the status.
  case serverError(String)
}

extension APIError: LocalizedError, CustomStringConvertible {
  /// The text for users.
  public var errorDescription: String? { description }

  /// Equal to ``errorDescription``.
  public var description: String {
    switch self {
    case .unauthorized: "The service refuses the API key: it is invalid or expired."
    case .notFound: "The service has no such thing."
    case .serverError(let message): "The service refuses the request: \(message)"
    }
  }
}
