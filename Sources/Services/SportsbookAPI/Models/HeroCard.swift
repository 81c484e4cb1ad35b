import APICore
import Foundation

/// A card for a featured event or promotion; the guide shows it without defining it.
public struct HeroCard: Codable, Identifiable, Equatable, ScheduledPromotion, LinkedPromotion {
  /// The card's id.
  public let id: Int
  /// The headline; empty if the live service sends none.
  public let title: String
  /// The second line.
  public let subtitle: String?
  /// The kind of action, such as `event_link`; empty for none.
  public let actionType: String
  /// The action's target: a path, URL or event id.
  public let actionTarget: String
  /// The start of its display.
  public let startDate: Date
  /// The end of its display.
  public let endDate: Date
  /// The status, such as `published`.
  public let status: String
  /// The URL of its image.
  public let imageUrl: String?
  /// The event's id; nil for a card without one.
  public let eventId: ServiceID?
  /// The event.
  public let eventData: SportEvent?
  /// The live service's markets, in place of the event.
  public let marketIds: [ServiceID]

  /// Makes a card.
  public init(
    id: Int, title: String, subtitle: String?, actionType: String, actionTarget: String,
    startDate: Date, endDate: Date, status: String, imageUrl: String?, eventId: ServiceID?,
    eventData: SportEvent?, marketIds: [ServiceID] = []
  ) {
    self.id = id
    self.title = title
    self.subtitle = subtitle
    self.actionType = actionType
    self.actionTarget = actionTarget
    self.startDate = startDate
    self.endDate = endDate
    self.status = status
    self.imageUrl = imageUrl
    self.eventId = eventId
    self.eventData = eventData
    self.marketIds = marketIds
  }

  /// Reads the guide's form or the live service's.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: WireKey.self)
    id = try fields.requiredInteger(.id)
    title = try fields.text(.title) ?? ""
    subtitle = try fields.text(.subtitle)
    (actionType, actionTarget) = try fields.action()
    startDate = try fields.start()
    endDate = try fields.end()
    status = try fields.status()
    imageUrl = try fields.text(.imageUrl)
    eventId = try fields.text(.eventId, .sportEventId).map { ServiceID($0) }
    // The guide leaves this object open: anything but an event with an id is left out.
    eventData = decoder.optional {
      fields.isBlank(.eventData) ? nil : try fields.decode(SportEvent.self, forKey: .eventData)
    }
    marketIds = try fields.elements(ServiceID.self, .sportEventMarketIds, decoder) ?? []
  }

  /// Writes the guide's form.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: WireKey.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(title, forKey: .title)
    try fields.encodeIfPresent(subtitle, forKey: .subtitle)
    try fields.encode(actionType, forKey: .actionType)
    try fields.encode(actionTarget, forKey: .actionTarget)
    try fields.encodeIfPresent(startDate.wireText, forKey: .startDate)
    try fields.encodeIfPresent(endDate.wireText, forKey: .endDate)
    try fields.encode(status, forKey: .status)
    try fields.encodeIfPresent(imageUrl, forKey: .imageUrl)
    try fields.encodeIfPresent(eventId, forKey: .eventId)
    try fields.encodeIfPresent(eventData, forKey: .eventData)
    if !marketIds.isEmpty { try fields.encode(marketIds, forKey: .sportEventMarketIds) }
  }
}
