/// What can go wrong on request, by the name that `--fault` takes.
public enum FaultKind: String, CaseIterable, Sendable {
  /// 401: the key is refused, though it is right.
  case unauthorised = "401"
  /// 403: the key has no subscription.
  case notSubscribed = "403"
  /// 429, with `Retry-After`.
  case rateLimited = "429"
  /// 500.
  case serverError = "500"
  /// 502, from a gateway that answers in HTML.
  case badGateway = "502"
  /// 503.
  case unavailable = "503"
  /// The right answer, late.
  case slow
  /// The request is not looked at, and the connection ends late, without a byte of an answer.
  case stalled
  /// The request is not looked at, and the connection ends without a byte of an answer.
  case reset
  /// The request does what it asks for, and the connection ends without a byte of an answer.
  case lost
  /// The connection ends in the middle of the body.
  case truncated
  /// 200, with a body that is cut-off JSON of its full length.
  case malformed
  /// 200, with a byte in the body that no UTF-8 text has.
  case utf8
  /// 200, with a body of blanks alone.
  case blank
  /// 204, without a body.
  case empty = "204"
  /// 200, with more bytes than a client should take.
  case oversized
  /// 302, to another host that logs whether the key came along.
  case redirect
  /// 200, with an element among the others that is no object.
  case element
  /// 200, with a member that nobody knows.
  case field
  /// 200, with a race whose date no calendar has.
  case date
  /// 302, to the same place once more.
  case moved
}
