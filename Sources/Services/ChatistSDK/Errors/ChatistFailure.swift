import APICore
import Foundation

/// A failed call, with one case for each kind of error that ``APIClient`` throws.
public enum ChatistFailure: Error, Sendable {
  /// The service refused; the refusal has its own words, nil for an error of the guide's form.
  case refused(APIError, Refusal? = nil)
  /// The client itself failed; the service received no complete request.
  case unsent(ChatistError)
  /// There is no complete answer.
  case network(URLError)
  /// The answer cannot be read.
  case unreadable(DecodingError)
  /// An error from a program's own closure in an ``APIClient``.
  case other(any Error)

  /// The error as ``APIClient`` throws it.
  public var thrown: any Error {
    switch self {
    case .refused(let error, _): error
    case .unsent(let error): error
    case .network(let error): error
    case .unreadable(let error): error
    case .other(let error): error
    }
  }

  /// Classifies an error that an ``APIClient`` threw.
  public init(_ error: any Error) {
    self =
      switch error {
      case let failure as ChatistFailure: failure
      case let error as APIError: .refused(error)
      case let error as ChatistError: .unsent(error)
      case let error as URLError: .network(error)
      case let error as DecodingError: .unreadable(error)
      default: .other(error)
      }
  }
}

extension ChatistFailure: LocalizedError, CustomStringConvertible {
  /// The text for users.
  public var errorDescription: String? { description }

  /// The message: place, what was found, and what was expected, if known.
  public var description: String {
    switch self {
    // The words are the error's text; without words it is the status and the call.
    case .refused(.serverError(let words), let refusal):
      "\(APIError.serverError(words))"
        + (refusal.flatMap(Self.origin) ?? "")
    case .refused(let error, let refusal): "\(error)" + (refusal?.remark ?? "")
    case .unsent(let error): "\(error)"
    case .unreadable(.dataCorrupted(let context)): context.debugDescription
    case .network, .unreadable, .other: thrown.localizedDescription
    }
  }

  /// Returns the status and call that follow a service's own words; nil without words.
  private static func origin(of refusal: Refusal) -> String? {
    guard refusal.message != nil, let call = refusal.call else { return nil }
    return " (status \(refusal.status) to \(call))"
  }
}

extension ChatistFailure {
  /// Translates a failed call.
  init(_ failure: APIFailure, of call: APICall) {
    self =
      switch failure {
      case .refused(let response):
        switch response.status {
        case 401, 403: .refused(.unauthorized, Refusal(response, to: call))
        case 404: .refused(.notFound, Refusal(response, to: call))
        default:
          .refused(
            .serverError(response.serverMessage ?? "status \(response.status) to \(call)"),
            Refusal(response, to: call))
        }
      case .paused: .refused(.serverError("\(failure)"))
      case .transport(.unreadableBody(_, let reason)):
        .unsent(.unreadableAttachment(name: "\(call)", reason: reason))
      case .transport(let error): .network(URLError(error, of: call))
      case .cancelled: .network(URLError(.cancelled, of: call))
      case .noCredential: .unsent(.noKey)
      case .unsendable, .insecure: .unsent(.invalidSetting("\(failure)"))
      }
  }

  /// Makes the failure of an unreadable answer, with the place.
  init(_ failure: JSONFailure, of call: APICall) {
    var failure = failure
    failure.call = call.description
    self = .unreadable(.dataCorrupted(.init(codingPath: [], debugDescription: "\(failure)")))
  }
}

extension URLError {
  /// Makes Foundation's equivalent error; its text names call and host, never a credential.
  fileprivate init(_ error: TransportError, of call: APICall) {
    let code: URLError.Code =
      switch error {
      case .unreachable(_, reason: "unknown host"): .cannotFindHost
      case .unreachable: .cannotConnectToHost
      case .timedOut: .timedOut
      case .interrupted: .networkConnectionLost
      case .tooLarge: .dataLengthExceedsMaximum
      case .malformed: .cannotParseResponse
      case .redirectRefused, .redirectedAway: .badServerResponse
      case .unreadableBody: .cannotOpenFile
      case .cancelled: .cancelled
      }
    self.init(code, userInfo: [NSLocalizedDescriptionKey: "\(call): \(error)"])
  }
}
