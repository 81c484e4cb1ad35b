import Foundation

/// The service's kinds of application.
public enum Platform: String, CaseIterable, Codable, Sendable {
  case web
  case ios
  case android
  case mobile
}

/// The audience of promotions: the guide's common parameters.
public struct PromotionAudience: Hashable, Sendable {
  /// The client application; left out if nil.
  public var clientId: Int?
  /// The platform; left out if nil.
  public var platform: Platform?
  /// The type of user, in the service's words; left out if nil.
  public var userType: String?
  /// The language, a parameter of the live service only; left out if nil.
  public var language: String?

  /// Makes an audience; all users by default.
  public init(
    clientId: Int? = nil, platform: Platform? = nil, userType: String? = nil,
    language: String? = nil
  ) {
    self.clientId = clientId
    self.platform = platform
    self.userType = userType
    self.language = language
  }

  /// The set parameters, in the guide's order.
  public var query: [URLQueryItem] {
    [
      ("client_id", clientId.map(String.init)), ("platform", platform?.rawValue),
      ("user_type", userType), ("language", language),
    ].compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
  }
}
