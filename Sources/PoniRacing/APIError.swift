import APICore
import Foundation

/// What can go wrong with the racing service, in the words its users see.
public enum APIError: Error, Equatable, Sendable {
  /// The key is missing, or the service refuses it (401, 403).
  case invalidAPIKey
  /// The service says that it was asked too often (429), after all repetitions.
  case rateLimitExceeded
  /// There is no whole answer; the text names the call and the host, and never a key.
  case networkError(String)
  /// The answer is empty: no races on that day, no such horse.
  case noData
  /// The answer cannot be read.
  case invalidResponse
  /// The service refuses for another reason: its status code, with the call and the service's words.
  ///
  /// A whole number stands for the status in code and patterns: `.serverError(404)`.
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
  /// The same text.
  public var description: String { errorDescription ?? "" }
}

extension APIError {
  /// The service refuses with a status, and no more is known.
  public static func serverError(_ status: Int) -> APIError {
    .serverError(Refusal(status: status))
  }

  /// What a failed call means to the client's user.
  ///
  /// - Edge cases: a call that was cancelled is a `networkError` that says so.
  ///
  /// - Parameters:
  ///   - failure: Why there is no answer.
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
      case .transport(.malformed): .invalidResponse
      case .transport(.cancelled), .cancelled: .cancelled
      case .transport(let error): .networkError("\(call): \(error)")
      case .insecure(let host):
        .networkError("\(host): found http; expected https for a key to be sent")
      }
  }

  /// A call that its caller no longer wants.
  static let cancelled = APIError.networkError("cancelled")

  /// Whether the error has no room for its cause, so that `RealDataService.lastFailure` alone tells it.
  public var lacksCause: Bool {
    switch self {
    case .invalidAPIKey, .rateLimitExceeded, .invalidResponse: true
    case .networkError, .noData, .serverError: false
    }
  }

  /// What to look at, for those errors that their users can do something about.
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
