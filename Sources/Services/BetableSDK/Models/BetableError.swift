import APICore
import Foundation

/// A failure of the client, in the service's own words if it gave any.
public enum BetableError: Error, Equatable, Sendable {
  /// A call came before `launch(withOptions:)`; nothing was sent.
  case notLaunched
  /// No player is logged in, or the login lacks the session that the call needs; nothing was sent.
  case notAuthorized(needsSession: Bool)
  /// The service refused the call.
  case refused(BetableRefusal)
  /// The service refused a bet because the balance is too small.
  case insufficientFunds(BetableRefusal)
  /// A bet was sent and its outcome is unknown: do not send it again before the account has shown
  /// the outcome.
  case indeterminate(IndeterminateBets)
  /// The authorize page's answer cannot be trusted, or is a refusal.
  case authorization(AuthorizationFailure)
  /// There is no complete answer; the text names the call and the host, never a credential.
  case transport(String)
  /// The answer cannot be read; the text names the place and the reason.
  case unreadable(String)
  /// The caller's input cannot be used; nothing was sent.
  case invalid(String)
  /// The caller cancelled the call.
  case cancelled
}

/// Bets that the service may or may not have accepted.
public struct IndeterminateBets: Equatable, Sendable {
  /// The keys of the bets, as in the journal.
  public let keys: [String]
  /// The reason why there is no usable answer.
  public let reason: String
  /// The answer, if one came that is not definite.
  public let response: HTTPResponse?
}

/// The reason why a login failed.
public enum AuthorizationFailure: Equatable, Sendable {
  /// The redirect has no `state`, or one that no login of this client began with.
  case forgedState
  /// The redirect has neither a code nor an error.
  case noCode
  /// The player, or the service, refused.
  case denied(error: String, description: String?)
  /// The player closed the page.
  case closedByUser
}

extension BetableError: LocalizedError {
  /// The text for the client's users.
  public var errorDescription: String? {
    switch self {
    case .notLaunched:
      "Betable: found no launch; expected launch(withOptions:) before anything else"
    case .notAuthorized(let needsSession):
      needsSession
        ? "login: found none with a session; expected one before a backed bet"
        : "login: found none; expected one before any request"
    case .refused(let refusal): "The service refuses: \(refusal)"
    case .insufficientFunds(let refusal): "The balance is too small: \(refusal)"
    case .indeterminate(let bets):
      "bet \(bets.keys.joined(separator: ", ")): the outcome is unknown: \(bets.reason). "
        + "Do not send it again before the account shows the outcome"
    case .authorization(.forgedState):
      "login: found a redirect without the state of a login that was begun here; expected it. "
        + "Nothing was sent"
    case .authorization(.noCode): "login: found a redirect without a code; expected one"
    case .authorization(.denied(let error, let description)):
      "login: refused: " + error + (description.map { " (\($0))" } ?? "")
    case .authorization(.closedByUser): "login: closed by the player"
    case .transport(let reason): "No answer from the service: \(reason)"
    case .unreadable(let reason): "The service's answer cannot be read: \(reason)"
    case .invalid(let text): text
    case .cancelled: "cancelled"
    }
  }
}

extension BetableError: CustomStringConvertible {
  /// Equal to ``errorDescription``.
  public var description: String { errorDescription ?? "" }
}

extension BetableError {
  /// The service's answer, without credentials; nil if there was none.
  public var response: HTTPResponse? {
    switch self {
    case .refused(let refusal), .insufficientFunds(let refusal): refusal.response
    case .indeterminate(let bets): bets.response
    default: nil
    }
  }

  /// The answer's body as text; nil if there was none.
  public var responseBody: String? { response.map { String(decoding: $0.body, as: UTF8.self) } }

  /// The status code of the service's answer; nil if there was none.
  public var statusCode: Int? { response?.status }

  /// Translates a failed call into the client's error.
  ///
  /// - Parameters:
  ///   - failure: The reason for the failure.
  ///   - call: The call.
  ///   - redactor: Removes secrets from the service's words.
  init(_ failure: APIFailure, of call: APICall, _ redactor: Redactor) {
    self =
      switch failure {
      case .refused(let response): .refused(BetableRefusal(response, to: call, redactor))
      case .transport(.malformed(let host, let reason)): .unreadable("\(call), \(host): \(reason)")
      case .transport(.cancelled), .cancelled: .cancelled
      case .transport(let error): .transport("\(call): \(error)")
      case .paused: .transport("\(call): \(failure)")
      case .noCredential: .notAuthorized(needsSession: false)
      case .insecure(let host):
        .invalid("\(SettingsError.insecureURL(host: host))")
      case .unsendable: .invalid("\(failure)")
      }
  }
}
