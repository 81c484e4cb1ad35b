import APICore
import Foundation

/// A failure of the client, with the service's own words where it has any.
public enum BetableError: Error, Equatable, Sendable {
  /// Nothing may be asked before `launch(withOptions:)`; nothing was sent.
  case notLaunched
  /// Nobody is logged in, or the login has no session and the call wants one; nothing was sent.
  case notAuthorized(needsSession: Bool)
  /// The service refuses.
  case refused(BetableRefusal)
  /// A bet is refused because the balance is too small.
  case insufficientFunds(BetableRefusal)
  /// A bet left, and nobody knows what became of it: it must not be sent again before
  /// the account has told.
  case indeterminate(IndeterminateBets)
  /// The authorize page's answer is not to be trusted, or says no.
  case authorization(AuthorizationFailure)
  /// There is no whole answer; the text names the call and the host, and never a credential.
  case transport(String)
  /// The answer cannot be read; where and why.
  case unreadable(String)
  /// What the caller gave cannot be used; nothing was sent.
  case invalid(String)
  /// The caller no longer wants the answer.
  case cancelled
}

/// Bets of which nobody knows whether the service took them.
public struct IndeterminateBets: Equatable, Sendable {
  /// The keys of the bets, as in the journal.
  public let keys: [String]
  /// Why there is no answer that can be used.
  public let reason: String
  /// The answer, where one came that tells nothing for certain.
  public let response: HTTPResponse?
}

/// Why a login did not come about.
public enum AuthorizationFailure: Equatable, Sendable {
  /// The redirect has no `state`, or not that of a login that was begun here.
  case forgedState
  /// The redirect has neither a code nor an error.
  case noCode
  /// The player, or the service, says no.
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
        : "login: found none; expected one before anything is asked"
    case .refused(let refusal): "The service refuses: \(refusal)"
    case .insufficientFunds(let refusal): "The balance is too small: \(refusal)"
    case .indeterminate(let bets):
      "bet \(bets.keys.joined(separator: ", ")): nobody knows whether it counts: \(bets.reason). "
        + "Do not send it again before the account has told"
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
  /// The same text.
  public var description: String { errorDescription ?? "" }
}

extension BetableError {
  /// The service's answer, without credentials; nil where there was none.
  public var response: HTTPResponse? {
    switch self {
    case .refused(let refusal), .insufficientFunds(let refusal): refusal.response
    case .indeterminate(let bets): bets.response
    default: nil
    }
  }

  /// The answer's body as text; nil where there was none.
  public var responseBody: String? { response.map { String(decoding: $0.body, as: UTF8.self) } }

  /// The status code of the service's answer; nil where there was none.
  public var statusCode: Int? { response?.status }

  /// What a failed call means to the client's user.
  ///
  /// - Parameters:
  ///   - failure: Why there is no answer.
  ///   - call: What was asked.
  ///   - redactor: Takes secrets out of the service's words.
  init(_ failure: APIFailure, of call: APICall, _ redactor: Redactor) {
    self =
      switch failure {
      case .refused(let response): .refused(BetableRefusal(response, to: call, redactor))
      case .transport(.malformed(let host, let reason)): .unreadable("\(call), \(host): \(reason)")
      case .transport(.cancelled), .cancelled: .cancelled
      case .transport(let error): .transport("\(call): \(error)")
      case .noCredential: .notAuthorized(needsSession: false)
      case .insecure(let host):
        .invalid("base URL: found http://\(host); expected https, or http for this machine alone")
      case .unsendable: .invalid("\(failure)")
      }
  }
}
