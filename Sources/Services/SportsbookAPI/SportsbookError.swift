import APICore
import Foundation

/// A failure of the sportsbook, with the service's own words.
public enum SportsbookError: Error, Equatable, Sendable {
  /// There is no login; nothing was sent.
  case notAuthenticated
  /// The service refused the token or the password (401).
  case unauthorized(ServiceMessage)
  /// The user lacks permission (403).
  case forbidden(ServiceMessage)
  /// The resource does not exist (404).
  case notFound(ServiceMessage)
  /// A value that was sent is invalid, by field (422).
  case validation(ServiceMessage)
  /// The service refused with another status of 400 or more.
  case server(status: Int, ServiceMessage)
  /// There is no complete answer; the text names the call and the host, never a credential.
  case transport(String)
  /// The answer cannot be read; the text names the place and the reason.
  case decoding(String)
  /// The caller cancelled the call.
  case cancelled
  /// A setting, or a template's source, that cannot be used; nothing was sent.
  case invalid(String)
}

extension SportsbookError: LocalizedError {
  /// The text for the service's users.
  public var errorDescription: String? {
    switch self {
    case .notAuthenticated: "login: found none; expected one before any request"
    case .unauthorized(let words): Self.refused("the token or password", 401, words)
    case .forbidden(let words): Self.refused("this user", 403, words)
    case .notFound(let words): Self.refused("what it does not have", 404, words)
    case .validation(let words): Self.refused("what was sent", 422, words)
    case .server(let status, let words): Self.refused("the request", status, words)
    case .transport(let reason): "No answer from the service: \(reason)"
    case .decoding(let reason): "The service's answer cannot be read: \(reason)"
    case .cancelled: "cancelled"
    case .invalid(let text): text
    }
  }

  private static func refused(_ what: String, _ status: Int, _ words: ServiceMessage) -> String {
    let call = words.call.map { " to " + $0 } ?? ""
    let line = words.line.isEmpty ? "." : ": " + words.line
    return "The service refuses \(what) (status \(status)\(call))\(line)"
  }
}

extension SportsbookError: CustomStringConvertible {
  /// Equal to ``errorDescription``.
  public var description: String { errorDescription ?? "" }
}

extension SportsbookError {
  /// The status code of the refusal; nil if there is none.
  public var statusCode: Int? {
    switch self {
    case .unauthorized: 401
    case .forbidden: 403
    case .notFound: 404
    case .validation: 422
    case .server(let status, _): status
    case .notAuthenticated, .transport, .decoding, .cancelled, .invalid: nil
    }
  }

  /// The service's own words; nil if it gave none.
  public var serviceMessage: ServiceMessage? {
    switch self {
    case .unauthorized(let words), .forbidden(let words), .notFound(let words),
      .validation(let words), .server(_, let words):
      words
    case .notAuthenticated, .transport, .decoding, .cancelled, .invalid: nil
    }
  }

  /// Translates a failed call into the client's error.
  ///
  /// - Parameters:
  ///   - failure: The reason for the failure.
  ///   - call: The call.
  ///   - redactor: Removes secrets from the service's words: the refusal of a login may repeat the
  ///     password.
  public init(
    _ failure: APIFailure, of call: APICall, redactor: Redactor = Redactor([Secret]())
  ) {
    self =
      switch failure {
      case .refused(let response):
        SportsbookError(Self.words(of: response, call, redactor), status: response.status)
      case .transport(.malformed(let host, let reason)): .decoding("\(call), \(host): \(reason)")
      case .transport(.cancelled), .cancelled: .cancelled
      case .transport(let error): .transport("\(call): \(error)")
      case .paused: .transport("\(call): \(failure)")
      case .noCredential: .notAuthenticated
      case .insecure(let host):
        .invalid("\(SettingsError.insecureURL(host: host))")
      case .unsendable: .invalid("\(failure)")
      }
  }

  private static func words(
    of response: HTTPResponse, _ call: APICall, _ redactor: Redactor
  ) -> ServiceMessage {
    var response = response
    response.body = redactor.redacted(response.body)
    return ServiceMessage(response, to: call)
  }

  private init(_ words: ServiceMessage, status: Int) {
    self =
      switch status {
      case 401: .unauthorized(words)
      case 403: .forbidden(words)
      case 404: .notFound(words)
      case 422: .validation(words)
      default: .server(status: status, words)
      }
  }
}
