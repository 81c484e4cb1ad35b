import APICore

/// A part of the live service's home screen.
public struct HomeWidget: Codable, Identifiable, Equatable, Sendable {
  /// The widget's id.
  public let id: Int
  /// The kind, such as `carouselEvents`.
  public let name: String
  /// The description for the screen's editors.
  public let description: String?
  /// The widget's name in the web app.
  public let webNamespace: String?
  /// The widget's name in the iOS app.
  public let iosNamespace: String?
  /// The widget's name in the Android app.
  public let androidNamespace: String?
  /// The intended users, such as `authenticated`.
  public let userType: String?
  /// Its position.
  public let sortOrder: Int?
  /// The orientation, such as `horizontal`.
  public let orientation: String?

  /// Reads the widget; numbers and texts are interchangeable.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: WireKey.self)
    id = try fields.requiredInteger(.id)
    name = try fields.requiredText(.name)
    description = try fields.text(.description)
    webNamespace = try fields.text(.webNamespace)
    iosNamespace = try fields.text(.iosNamespace)
    androidNamespace = try fields.text(.androidNamespace)
    userType = try fields.text(.userType)
    sortOrder = try fields.integer(.sortOrder)
    orientation = try fields.text(.orientation)
  }

  /// Writes the live service's form.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: WireKey.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(name, forKey: .name)
    try fields.encodeIfPresent(description, forKey: .description)
    try fields.encodeIfPresent(webNamespace, forKey: .webNamespace)
    try fields.encodeIfPresent(iosNamespace, forKey: .iosNamespace)
    try fields.encodeIfPresent(androidNamespace, forKey: .androidNamespace)
    try fields.encodeIfPresent(userType, forKey: .userType)
    try fields.encodeIfPresent(sortOrder, forKey: .sortOrder)
    try fields.encodeIfPresent(orientation, forKey: .orientation)
  }

  /// The endpoint that fills it; nil if the guide has none.
  public var endpoint: SportsbookEndpoint? { Self.endpoints[name] }

  private static let endpoints: [String: SportsbookEndpoint] = [
    "alertBanners": .alertBanner, "banners": .banners, "carouselEvents": .sportBanners,
    "boostedEvents": .boostedOddsBanners, "heroCardEvents": .heroCards, "stories": .stories,
    "news": .news, "proChoices": .proChoices,
  ]
}
