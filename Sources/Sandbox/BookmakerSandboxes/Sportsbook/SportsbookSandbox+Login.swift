import APICore
import Foundation
import SandboxCore

extension SportsbookSandbox {
  /// Answers `POST /api/auth/v1/login`: issues a new token for the right password.
  func logIn(_ request: HTTPRequest) throws(InvalidRequest) -> HTTPResponse {
    let read = try? JSONSerialization.jsonObject(with: request.body ?? Data())
    let members = read as? [String: Any] ?? [:]
    var missing: [(field: String, texts: [String])] = []
    for field in ["username", "password"] where (members[field] as? String ?? "").isEmpty {
      missing.append((field, ["The \(field) field is required."]))
    }
    if let first = missing.first {
      throw InvalidRequest(422, first.texts[0], errors: missing)
    }
    let user = settings.users.first { user in
      user.username == members["username"] as? String
        && user.password == members["password"] as? String
    }
    guard let user else {
      throw InvalidRequest(401, "These credentials do not match our records.")
    }
    let expiry = now + Int64(settings.tokenLifetime / .microseconds(1))
    let token = state.withLock { $0.tokens.issue(seed: settings.seed, until: expiry) }
    guard settings.wire == .seed else {
      return HTTPResponse(
        json: .object([
          ("token", .text(token)), ("type", .text("Bearer")),
          ("expires_at", .digits(String(expiry / 1_000_000))),
        ]))
    }
    return HTTPResponse(
      json: .object([
        ("token", .text(token)),
        (
          "user",
          .object([
            ("id", .number(user.id)), ("name", .text(user.name)), ("email", .text(user.username)),
            ("client_id", .number(settings.clients.lowerBound)),
          ])
        ),
      ]))
  }
}

/// The tokens that the sportsbook has issued, as `1|` and forty letters and digits.
struct IssuedTokens {
  /// The state of a received token.
  enum Use { case current, expired, unknown }

  private var expiries: [String: Int64] = [:]

  mutating func issue(seed: UInt64, until moment: Int64) -> String {
    let number = expiries.count + 1
    let token = "\(number)|" + SeededDraw(seed, 10, number).word(40)
    expiries[token] = moment
    return token
  }

  func use(of header: String, at now: Int64) -> Use {
    guard header.hasPrefix("Bearer "), let expiry = expiries[String(header.dropFirst(7))] else {
      return .unknown
    }
    return now < expiry ? .current : .expired
  }

  mutating func expireAll() {
    for token in expiries.keys { expiries[token] = .min }
  }
}
