import Foundation

/// A refusal by the service, in the guide's three cases.
///
/// It has no further case: programs switch over it without a default. Why there is no answer at all
/// is an `URLError`, an answer that cannot be read a `DecodingError`, and what this side refuses a
/// ``ChatistError``.
public enum APIError: Error, Equatable, Sendable {
  /// The key is missing at the service, invalid or expired (401, 403).
  case unauthorized
  /// There is no such thing (404).
  case notFound
  /// Any other refusal, in the service's words or by its status.
  case serverError(String)
}

extension APIError: LocalizedError, CustomStringConvertible {
  /// The text for users.
  public var errorDescription: String? { description }

  /// The same text.
  public var description: String {
    switch self {
    case .unauthorized: "The service refuses the API key: it is invalid or expired."
    case .notFound: "The service has no such thing."
    case .serverError(let message): "The service refuses the request: \(message)"
    }
  }
}
