/// A fault on request, by the name that `--fault` takes.
public enum FaultKind: String, CaseIterable, Sendable {
  /// 401: a valid key is refused.
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
  /// The connection ends late, without a byte of an answer; the request is not processed.
  case stalled
  /// The connection ends without a byte of an answer; the request is not processed.
  case reset
  /// The connection ends without a byte of an answer; the request is processed.
  case lost
  /// The connection ends in the middle of the body.
  case truncated
  /// 200, with truncated JSON of matching length.
  case malformed
  /// 200, with a byte that is invalid in UTF-8.
  case utf8
  /// 200, with only spaces in the body.
  case blank
  /// 204, without a body.
  case empty = "204"
  /// 200, with more bytes than a client should accept.
  case oversized
  /// 302, to another host that logs whether the key was sent.
  case redirect
  /// 200, with a list element that is no object.
  case element
  /// 200, with an unknown member.
  case field
  /// 200, with a race on an impossible date.
  case date
  /// 302, to the same address again.
  case moved
}
