import APICore
import Foundation
import SandboxCore

/// A different behaviour of the next authorize page, in place of consent.
enum PageOrder: String, CaseIterable {
  /// The player refuses.
  case deny
  /// The player closes the page.
  case close
  /// The redirect comes back with another `state`.
  case forged
  /// The redirect comes back without a `state`.
  case stateless
  /// The redirect goes to another address than the registered one.
  case elsewhere
}

extension BetableSandbox {
  /// The address for ``PageOrder/elsewhere``.
  static let elsewhere = "evil+elsewhere://authorize"

  /// Answers a page: authorize and precache redirect at once, as if a player had consented.
  func page(_ request: HTTPRequest) throws(RefusedCall) -> HTTPResponse {
    guard request.method == .get else {
      throw RefusedCall(405, "method_not_allowed", "Request a page with GET.")
    }
    guard ["/authorize", "/ext/precache"].contains(request.path) else {
      // The answer repeats nothing of the query, so that callers cannot inject text.
      let text = "<!DOCTYPE html><title>Sandbox</title><p>A page of the sandbox.</p>\n"
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "text/html; charset=utf-8"], body: Data(text.utf8))
    }
    guard request.query("client_id") == settings.clientID else {
      throw RefusedCall(400, "invalid_client", "client_id: expected a registered client.")
    }
    // Redirect only to registered addresses.
    guard let redirect = request.query("redirect_uri"), settings.redirectURIs.contains(redirect)
    else {
      throw RefusedCall(
        400, "invalid_redirect_uri", "redirect_uri: expected the one that is registered.")
    }
    let state = request.query("state")
    if request.path == "/authorize", request.query("response_type") != "code" {
      return Self.redirected(redirect, [("error", "unsupported_response_type"), ("state", state)])
    }
    let order = orderedPages.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    switch order {
    case .deny: return Self.redirected(redirect, [("error", "access_denied"), ("state", state)])
    case .close:
      return Self.redirected(
        redirect,
        [("error", "access_denied"), ("error_description", "user_close"), ("state", state)])
    case nil, .forged, .stateless, .elsewhere: break
    }
    let (code, session) = try authorize(request, redirect)
    let returned = order == .forged ? "forged" : order == .stateless ? nil : state
    return Self.redirected(
      order == .elsewhere ? Self.elsewhere : redirect,
      [("code", code), ("session_id", session), ("state", returned)])
  }

  // MARK: - Implementation

  /// Logs a player in.
  private func authorize(
    _ request: HTTPRequest, _ redirect: String
  ) throws(RefusedCall) -> (code: String, session: String) {
    let number = request.query("player") ?? "1"
    return try writing { book throws(SandboxError) -> Result<(String, String), RefusedCall> in
      guard let player = Int64(number), try book.player(player) != nil else {
        return .failure(RefusedCall(400, "unknown_player", "player: expected 1 or more"))
      }
      let now = try now(book)
      let session = SeededDraw(settings.seed, 22, try book.count("sessions")).word(32)
      let code = SeededDraw(settings.seed, 23, try book.count("codes")).word(32)
      try book.keep(
        BetSession(player: player, aliveAt: now, checkedAt: now, isEnded: false), as: session)
      try book.keep(
        AuthorizeCode(
          player: player, redirectURI: redirect, session: session,
          expiresAt: now + settings.codeLifetime.micros, token: nil), as: code)
      return .success((code, session))
    }.get()
  }

  private static func redirected(
    _ place: String, _ items: [(name: String, value: String?)]
  ) -> HTTPResponse {
    let query = items.compactMap { item in
      item.value.map { item.name + "=" + PercentEncoding.part($0) }
    }
    let joint = place.contains("?") ? "&" : "?"
    return HTTPResponse(
      status: 302, headers: ["Location": place + joint + query.joined(separator: "&")])
  }
}
