import APICore
import Foundation
import SandboxCore

extension BetableSandbox {
  /// Answers `POST /1.0/token`: exchanges a code, or issues a token for unbacked bets.
  func giveToken(_ request: HTTPRequest) throws(RefusedCall) -> HTTPResponse {
    guard request.method == .post else {
      throw RefusedCall(405, "method_not_allowed", "Request a token with POST.")
    }
    let form = FormBody(request.body ?? Data())
    guard let redirect = form["redirect_uri"], settings.redirectURIs.contains(redirect) else {
      throw RefusedCall(
        400, "invalid_request", "redirect_uri: expected the one that is registered.")
    }
    switch form["grant_type"] {
    case "authorization_code": return try exchange(form, redirect)
    case "client_credentials": return try giveUnbackedToken(form)
    default:
      throw RefusedCall(
        400, "unsupported_grant_type",
        "grant_type: expected authorization_code or client_credentials")
    }
  }

  // MARK: - Implementation

  private func exchange(_ form: FormBody, _ redirect: String) throws(RefusedCall) -> HTTPResponse {
    let sent = form["code"] ?? ""
    return try writing { book throws(SandboxError) -> Result<HTTPResponse, RefusedCall> in
      guard let code = try book.code(sent) else {
        return .failure(RefusedCall(400, "invalid_grant", "The code is not known."))
      }
      if let token = code.token {
        // A code used twice may be stolen, so the first token is revoked too (RFC 6749, §4.1.2).
        if let given = try book.token(token) {
          try book.keep(given.revoked, as: token)
        }
        return .failure(RefusedCall(400, "invalid_grant", "The code was used before."))
      }
      guard code.redirectURI == redirect, try now(book) < code.expiresAt else {
        return .failure(
          RefusedCall(400, "invalid_grant", "The code is of another redirect, or too old."))
      }
      let session = form["session_id"] ?? "none"
      guard ["none", code.session].contains(session) else {
        return .failure(RefusedCall(400, "invalid_grant", "The session is not the code's."))
      }
      let token = try newToken(
        book,
        BetToken(player: code.player, clientUser: nil, session: code.session, isRevoked: false))
      try book.keep(
        AuthorizeCode(
          player: code.player, redirectURI: redirect, session: code.session,
          expiresAt: code.expiresAt, token: token), as: sent)
      return .success(
        HTTPResponse(
          json: .object([
            ("access_token", .text(token)), ("session_id", .text(code.session)),
            ("token_type", .text("bearer")),
          ])))
    }.get()
  }

  private func giveUnbackedToken(_ form: FormBody) throws(RefusedCall) -> HTTPResponse {
    guard let user = form["client_user_id"], !user.isEmpty else {
      throw RefusedCall(400, "invalid_request", "client_user_id: expected one")
    }
    return try writing { book throws(SandboxError) in
      let token = try newToken(
        book, BetToken(player: nil, clientUser: user, session: nil, isRevoked: false))
      return HTTPResponse(
        json: .object([("access_token", .text(token)), ("token_type", .text("bearer"))]))
    }
  }

  private func newToken(
    _ book: BookStatements, _ token: BetToken
  ) throws(SandboxError) -> String {
    let text = SeededDraw(settings.seed, 24, try book.count("tokens")).word(40)
    try book.keep(token, as: text)
    return text
  }
}

extension BetToken {
  /// A copy of the token, revoked.
  var revoked: BetToken {
    BetToken(player: player, clientUser: clientUser, session: session, isRevoked: true)
  }
}

/// The fields of a form's body (`application/x-www-form-urlencoded`).
struct FormBody {
  private let fields: [String: String]

  /// Reads a body; if two fields have one name, the first counts.
  init(_ body: Data) {
    var fields: [String: String] = [:]
    for item in String(decoding: body, as: UTF8.self).split(separator: "&") {
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let read = pair.map { part in
        part.replacing("+", with: " ").removingPercentEncoding ?? String(part)
      }
      if fields[read[0]] == nil { fields[read[0]] = read.count > 1 ? read[1] : "" }
    }
    self.fields = fields
  }

  subscript(name: String) -> String? { fields[name] }
}
