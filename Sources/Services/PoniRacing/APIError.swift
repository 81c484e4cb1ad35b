import APICore
import Foundation

/// A failure of the racing service, in its users' words.
public enum APIError: Error, Equatable, Sendable {
  /// The key is missing, or the service refused it (401, 403).
  case invalidAPIKey
  /// The service reported too many requests (429), after all retries, or forbids requests for a
  /// long time.
  case rateLimitExceeded
  /// There is no complete answer; the text names the call and the host, never a key.
  case networkError(String)
  /// The answer is empty: no races on that day, or no such horse.
  case noData
  /// The answer cannot be read.
  case invalidResponse
  /// The service refused for another reason: status code, call and the service's words.
  ///
  /// An integer literal makes the error with that status, also in patterns: `.serverError(404)`.
  case serverError(Refusal)
}

extension APIError: LocalizedError {
  /// The text for the service's users.
  public var errorDescription: String? {
    switch self {
    case .invalidAPIKey: "Invalid API key. Please check your RapidAPI key."
    case .rateLimitExceeded: "Rate limit exceeded. Please wait before making more requests."
    case .networkError(let message): "Network error: \(message)"
    case .noData: "No data available."
    case .invalidResponse: "Invalid response from server."
    case .serverError(let code): "Server error: \(code)"
    }
  }
}

extension APIError: CustomStringConvertible {
  /// Equal to ``errorDescription``.
  public var description: String { errorDescription ?? "" }
}

extension APIError {
  /// Makes a refusal from its status alone.
  public static func serverError(_ status: Int) -> APIError {
    .serverError(Refusal(status: status))
  }

  /// Translates a failed call into the client's error.
  ///
  /// - Edge cases: a cancelled call becomes a `networkError` that says so.
  ///
  /// - Parameters:
  ///   - failure: The reason for the failure.
  ///   - call: The call.
  public init(_ failure: APIFailure, of call: APICall) {
    self =
      switch failure {
      case .noCredential, .unsendable: .invalidAPIKey
      case .refused(let response):
        switch response.status {
        case 401, 403: .invalidAPIKey
        case 429: .rateLimitExceeded
        default: .serverError(Refusal(response, to: call))
        }
      case .paused: .rateLimitExceeded
      case .transport(.malformed): .invalidResponse
      case .transport(.cancelled), .cancelled: .cancelled
      case .transport(let error): .networkError("\(call): \(error)")
      case .insecure(let host):
        .networkError("\(host): found http; expected https for a key to be sent")
      }
  }

  /// A call that its caller cancelled.
  static let cancelled = APIError.networkError("cancelled")

  /// Whether the error cannot hold its cause; `RealDataService.lastFailure` then has it.
  public var lacksCause: Bool {
    switch self {
    case .invalidAPIKey, .rateLimitExceeded, .invalidResponse: true
    case .networkError, .noData, .serverError: false
    }
  }

  /// Advice for errors that the user can fix.
  public var advice: [String] {
    switch self {
    case .invalidAPIKey:
      [
        "Ensure the API key is correctly copied from the RapidAPI dashboard.",
        "Validate the key to confirm it meets format requirements (32+ characters).",
        "Confirm active subscription to the Horse Racing USA API.",
      ]
    case .rateLimitExceeded:
      [
        "Insert delays between requests to adhere to rate limits (1-second minimum).",
        "Consider implementing exponential backoff strategies.",
        "Utilize batch processing methods for making multiple requests.",
      ]
    case .noData:
      [
        "Verify if races are scheduled on the current date for proper context.",
        "Validate API endpoint availability and accessibility.",
        "Confirm consistent network connectivity during requests.",
      ]
    case .networkError, .invalidResponse, .serverError: []
    }
  }
}
