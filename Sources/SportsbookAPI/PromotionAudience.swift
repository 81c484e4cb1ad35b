import Foundation

/// The kinds of application that the service tells apart.
public enum Platform: String, CaseIterable, Codable, Sendable {
  case web
  case ios
  case android
  case mobile
}

/// Whom promotions are asked for: the guide's common parameters.
public struct PromotionAudience: Hashable, Sendable {
  /// The client application; left out where nil.
  public var clientId: Int?
  /// The platform; left out where nil.
  public var platform: Platform?
  /// The type of user, in the service's words; left out where nil.
  public var userType: String?
  /// The language, which the live service knows beside the guide; left out where nil.
  public var language: String?

  /// Describes an audience; everyone unless told otherwise.
  public init(
    clientId: Int? = nil, platform: Platform? = nil, userType: String? = nil,
    language: String? = nil
  ) {
    self.clientId = clientId
    self.platform = platform
    self.userType = userType
    self.language = language
  }

  /// The parameters that are set, in the guide's order.
  public var query: [URLQueryItem] {
    [
      ("client_id", clientId.map(String.init)), ("platform", platform?.rawValue),
      ("user_type", userType), ("language", language),
    ].compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
  }
}
