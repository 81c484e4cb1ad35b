import APICore

/// A part of the home screen as the live service has it.
public struct HomeWidget: Codable, Identifiable, Equatable, Sendable {
  /// The widget's id.
  public let id: Int
  /// The kind, such as `carouselEvents`.
  public let name: String
  /// For whoever sets the screen up.
  public let description: String?
  /// The part of the web app.
  public let webNamespace: String?
  /// The part of the iOS app.
  public let iosNamespace: String?
  /// The part of the Android app.
  public let androidNamespace: String?
  /// The users it is meant for, such as `authenticated`.
  public let userType: String?
  /// Its place.
  public let sortOrder: Int?
  /// Such as `horizontal`.
  public let orientation: String?

  /// Reads numbers or texts.
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

  /// The endpoint that fills it; nil where the guide has none.
  public var endpoint: SportsbookEndpoint? { Self.endpoints[name] }

  private static let endpoints: [String: SportsbookEndpoint] = [
    "alertBanners": .alertBanner, "banners": .banners, "carouselEvents": .sportBanners,
    "boostedEvents": .boostedOddsBanners, "heroCardEvents": .heroCards, "stories": .stories,
    "news": .news, "proChoices": .proChoices,
  ]
}
