import APICore
import Foundation

/// Facts of a promotion that only the live service sends; each may be nil.
public struct LiveDetails: Equatable, Sendable {
  /// The intended client application.
  public var clientId: Int?
  /// The intended platform, such as `all`.
  public var platform: String?
  /// The intended users, such as `authenticated`.
  public var userType: String?
  /// The text of its button.
  public var ctaText: String?
  /// The time of its creation.
  public var createdAt: Date?
  /// The time of its last change.
  public var updatedAt: Date?

  /// Makes details; all nil by default.
  public init(
    clientId: Int? = nil, platform: String? = nil, userType: String? = nil,
    ctaText: String? = nil, createdAt: Date? = nil, updatedAt: Date? = nil
  ) {
    self.clientId = clientId
    self.platform = platform
    self.userType = userType
    self.ctaText = ctaText
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}

extension LiveDetails: Codable {
  /// Reads the details among the promotion's other members.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: WireKey.self)
    clientId = try fields.integer(.clientId)
    platform = try fields.text(.platform)
    userType = try fields.text(.userType)
    ctaText = try fields.text(.ctaText)
    createdAt = try fields.moment(.createdAt)
    updatedAt = try fields.moment(.updatedAt)
  }

  /// Writes the details among the promotion's other members; nil is left out.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: WireKey.self)
    try fields.encodeIfPresent(clientId, forKey: .clientId)
    try fields.encodeIfPresent(platform, forKey: .platform)
    try fields.encodeIfPresent(userType, forKey: .userType)
    try fields.encodeIfPresent(ctaText, forKey: .ctaText)
    try fields.encodeIfPresent(createdAt?.wireText, forKey: .createdAt)
    try fields.encodeIfPresent(updatedAt?.wireText, forKey: .updatedAt)
  }
}
