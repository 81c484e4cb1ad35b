import APICore
import Foundation

/// The answer to a login.
///
/// The token is a `Secret`: no description shows it, and an encoder gets a mask.
public struct LoginResponse: Codable, Equatable, Sendable {
  /// The token of all further requests.
  public let token: Secret
  /// The user who logged in; the live service omits it.
  public let user: User?
  /// The token's kind, such as `Bearer`; only from the live service.
  public let type: String?
  /// The token's expiry; only from the live service.
  public let expiresAt: Date?

  /// Makes an answer.
  public init(token: Secret, user: User?, type: String? = nil, expiresAt: Date? = nil) {
    self.token = token
    self.user = user
    self.type = type
    self.expiresAt = expiresAt
  }

  /// Reads the guide's form or the live service's, whose expiry is in seconds since 1970.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: WireKey.self)
    let text = try fields.requiredText(.token)
    guard !text.isEmpty else {
      throw DecodingError.dataCorruptedError(
        forKey: .token, in: fields, debugDescription: "found an empty text; expected a token")
    }
    token = Secret(text)
    user = decoder.optional { try fields.decodeIfPresent(User.self, forKey: .user) }
    type = decoder.optional { try fields.text(.type) }
    expiresAt = decoder.optional {
      guard let text = try fields.text(.expiresAt) else { return nil }
      guard let date = APIDate(epochSeconds: text) ?? APIDate(text) else {
        throw DecodingError.dataCorruptedError(
          forKey: .expiresAt, in: fields,
          debugDescription: "found “\(text.prefix(40))”; expected a date")
      }
      return Date(date)
    }
  }

  /// Writes the answer, with a mask in place of the token.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: WireKey.self)
    try fields.encode(token, forKey: .token)
    try fields.encodeIfPresent(user, forKey: .user)
    try fields.encodeIfPresent(type, forKey: .type)
    try fields.encodeIfPresent(expiresAt?.wireText, forKey: .expiresAt)
  }
}
