import APICore
import Foundation
import SandboxCore

extension BetableSandbox {
  /// Answers `GET /sessions/alive`: whether the session is alive, and the time to its reality
  /// check.
  func heartbeat(_ call: BetableCall, _ token: BetToken) throws(RefusedCall) -> HTTPResponse {
    try visit(call.query("session_id"), token) { _, _ in }
  }

  /// Answers `POST /sessions/keep-alive`: extends the session, and completes a reality check if the
  /// body says so.
  func keepAlive(_ call: BetableCall, _ token: BetToken) throws(RefusedCall) -> HTTPResponse {
    let body = try call.json()
    let isChecked = body["reality_checked"] == true
    return try visit(body["session_id"]?.text, token) { session, now in
      session.aliveAt = now
      if isChecked { session.checkedAt = now }
    }
  }

  /// Whether a session is alive at a moment.
  func isAlive(_ session: BetSession, at now: Int64) -> Bool {
    !session.isEnded && now < session.aliveAt + settings.sessionLifetime.micros
  }

  // MARK: - Implementation

  /// Changes a living session, and returns its status.
  private func visit(
    _ id: String?, _ token: BetToken, _ change: (inout BetSession, Int64) -> Void
  ) throws(RefusedCall) -> HTTPResponse {
    try writing { book throws(SandboxError) -> Result<HTTPResponse, RefusedCall> in
      guard let id, var session = try book.session(id), session.player == token.player else {
        return .failure(RefusedCall(404, "unknown_session", "session_id: expected the token's."))
      }
      let now = try now(book)
      let isAlive = isAlive(session, at: now)
      if isAlive {
        change(&session, now)
        try book.keep(session, as: id)
      }
      var check: [(name: String, value: WireJSON)] = [
        ("enabled", .boolean(settings.realityCheckPeriod != nil))
      ]
      if let period = settings.realityCheckPeriod {
        let left = max(0, session.checkedAt + period.micros - now)
        check.append(("remaining_time", .digits(String(left / 1_000))))
      }
      return .success(
        HTTPResponse(
          json: .object([("alive", .boolean(isAlive)), ("reality_check", .object(check))])))
    }.get()
  }
}
