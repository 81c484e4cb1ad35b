import APICore
import Foundation

/// A banner of a sports event.
public struct SportBanner: Codable, Identifiable, Equatable, ScheduledPromotion {
  /// The banner's id.
  public let id: Int
  /// The headline; empty if the live service sends none.
  public let title: String
  /// The second line.
  public let subtitle: String?
  /// The start of its display.
  public let startDate: Date
  /// The end of its display.
  public let endDate: Date
  /// The status, such as `published`.
  public let status: String
  /// The URL of its image.
  public let imageUrl: String?
  /// The event's id: the guide's number, or the live service's text.
  public let sportEventId: ServiceID
  /// The event with its prices; the live service sends none.
  public let event: SportEvent?
  /// The live service's market, in place of the event.
  public let marketId: ServiceID?

  /// Makes a banner.
  public init(
    id: Int, title: String, subtitle: String?, startDate: Date, endDate: Date, status: String,
    imageUrl: String?, sportEventId: ServiceID, event: SportEvent?, marketId: ServiceID? = nil
  ) {
    self.id = id
    self.title = title
    self.subtitle = subtitle
    self.startDate = startDate
    self.endDate = endDate
    self.status = status
    self.imageUrl = imageUrl
    self.sportEventId = sportEventId
    self.event = event
    self.marketId = marketId
  }

  /// Reads the guide's form or the live service's.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: WireKey.self)
    id = try fields.requiredInteger(.id)
    title = try fields.text(.title) ?? ""
    subtitle = try fields.text(.subtitle)
    startDate = try fields.start()
    endDate = try fields.end()
    status = try fields.status()
    imageUrl = try fields.text(.imageUrl)
    sportEventId = try fields.requiredIdentity(.sportEventId, or: .eventId)
    event = fields.isBlank(.event) ? nil : try fields.decode(SportEvent.self, forKey: .event)
    marketId = try fields.identity(.sportEventMarketId)
  }

  /// Writes the guide's form.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: WireKey.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(title, forKey: .title)
    try fields.encodeIfPresent(subtitle, forKey: .subtitle)
    try fields.encodeIfPresent(startDate.wireText, forKey: .startDate)
    try fields.encodeIfPresent(endDate.wireText, forKey: .endDate)
    try fields.encode(status, forKey: .status)
    try fields.encodeIfPresent(imageUrl, forKey: .imageUrl)
    try fields.encode(sportEventId, forKey: .sportEventId)
    try fields.encodeIfPresent(event, forKey: .event)
    try fields.encodeIfPresent(marketId, forKey: .sportEventMarketId)
  }
}
