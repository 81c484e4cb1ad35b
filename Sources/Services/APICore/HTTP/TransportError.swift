/// The reason for a missing or incomplete answer; every text names the host, never a credential.
public enum TransportError: Error, Equatable, Sendable {
  /// The host cannot be reached.
  case unreachable(host: String, reason: String)
  /// The answer did not come in time.
  case timedOut(host: String, after: Duration)
  /// The connection ended in the middle: reset, or a body shorter than announced.
  case interrupted(host: String, reason: String)
  /// The unpacked body is larger than allowed.
  case tooLarge(host: String, limit: Int)
  /// The answer is not HTTP, or its compressed data is damaged.
  case malformed(host: String, reason: String)
  /// A redirect that must not be followed.
  case redirectRefused(host: String, reason: String)
  /// A redirect to another service, whose answer is not the requested one.
  case redirectedAway(host: String, to: String)
  /// The request's own body cannot be read; the server received less than announced.
  case unreadableBody(host: String, reason: String)
  /// The caller cancelled the request.
  case cancelled

  /// Whether the same request may succeed a little later.
  public var isTransient: Bool {
    switch self {
    case .unreachable, .timedOut, .interrupted: true
    case .tooLarge, .malformed, .redirectRefused, .redirectedAway, .unreadableBody, .cancelled:
      false
    }
  }
}

extension TransportError {
  /// The error's text in request records, without the host; for an unreadable answer, with the
  /// reason.
  public var summary: String {
    switch self {
    case .unreachable: "cannot be reached"
    case .timedOut: "timed out"
    case .interrupted: "interrupted"
    case .tooLarge: "too large"
    case .malformed(_, let reason): "unreadable answer (\(ServerText.line(reason, limit: 120)))"
    case .redirectRefused: "redirect not followed"
    case .redirectedAway: "redirect to another host"
    case .unreadableBody: "body cannot be read"
    case .cancelled: "cancelled"
    }
  }
}

extension TransportError: CustomStringConvertible {
  /// The message: host, what was found, and what was expected.
  public var description: String {
    switch self {
    case .unreachable(let host, let reason): "\(host): cannot be reached (\(reason))"
    case .timedOut(let host, let after):
      "\(host): found no whole answer after \(after / .seconds(1)) s"
    case .interrupted(let host, let reason):
      "\(host): the connection ended before the answer did (\(reason))"
    case .tooLarge(let host, let limit):
      "\(host): found an answer of more than \(limit) bytes; expected at most that"
    case .malformed(let host, let reason): "\(host): the answer cannot be read (\(reason))"
    case .redirectedAway(let host, let other):
      "\(host): found a redirect to \(other); expected an answer of \(host)"
    case .redirectRefused(let host, let reason): "\(host): redirect not followed (\(reason))"
    case .unreadableBody(let host, let reason):
      "\(host): the body cannot be sent (\(reason))"
    case .cancelled: "cancelled"
    }
  }
}
