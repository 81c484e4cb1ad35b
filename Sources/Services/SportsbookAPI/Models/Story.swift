import APICore
import Foundation

/// A short-lived story.
public struct Story: Codable, Identifiable, Equatable, ScheduledPromotion, LinkedPromotion {
  /// The story's id.
  public let id: Int
  /// The headline.
  public let title: String
  /// The text; empty if the live service sends only a medium.
  public let content: String
  /// The kind of action, such as `external_link`; empty for none.
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
  /// The seconds of display; 0 if the live service names none.
  public let duration: Int
  /// The live service's medium.
  public let media: Media?
  /// Facts from the live service only.
  public let live: LiveDetails

  /// An image or video, with its icon and background.
  public struct Media: Equatable, Sendable {
    /// The kind, such as `image` or `video`.
    public let type: String
    /// The URL of the medium.
    public let url: String?
    /// The URL of its icon.
    public let iconUrl: String?
    /// The URL of its background.
    public let backgroundUrl: String?

    /// Makes a medium.
    public init(type: String, url: String?, iconUrl: String? = nil, backgroundUrl: String? = nil) {
      self.type = type
      self.url = url
      self.iconUrl = iconUrl
      self.backgroundUrl = backgroundUrl
    }
  }

  /// Makes a story.
  public init(
    id: Int, title: String, content: String, actionType: String, actionTarget: String,
    startDate: Date, endDate: Date, status: String, imageUrl: String?, duration: Int,
    media: Media? = nil, live: LiveDetails = LiveDetails()
  ) {
    self.id = id
    self.title = title
    self.content = content
    self.actionType = actionType
    self.actionTarget = actionTarget
    self.startDate = startDate
    self.endDate = endDate
    self.status = status
    self.imageUrl = imageUrl
    self.duration = duration
    self.media = media
    self.live = live
  }

  /// Reads the guide's form or the live service's.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: WireKey.self)
    id = try fields.requiredInteger(.id)
    title = try fields.requiredText(.title)
    content = try fields.text(.content) ?? ""
    (actionType, actionTarget) = try fields.action()
    startDate = try fields.start()
    endDate = try fields.end()
    status = try fields.status()
    imageUrl = try fields.text(.imageUrl)
    duration = try fields.integer(.duration) ?? 0
    live = try LiveDetails(from: decoder)
    let (url, iconUrl) = (try fields.text(.mediaUrl), try fields.text(.iconUrl))
    let backgroundUrl = try fields.text(.backgroundUrl)
    media = try fields.text(.mediaType).map { type in
      Media(type: type, url: url, iconUrl: iconUrl, backgroundUrl: backgroundUrl)
    }
  }

  /// Writes the guide's form.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: WireKey.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(title, forKey: .title)
    try fields.encode(content, forKey: .content)
    try fields.encode(actionType, forKey: .actionType)
    try fields.encode(actionTarget, forKey: .actionTarget)
    try fields.encodeIfPresent(startDate.wireText, forKey: .startDate)
    try fields.encodeIfPresent(endDate.wireText, forKey: .endDate)
    try fields.encode(status, forKey: .status)
    try fields.encodeIfPresent(imageUrl, forKey: .imageUrl)
    try fields.encode(duration, forKey: .duration)
    try fields.encodeIfPresent(media?.type, forKey: .mediaType)
    try fields.encodeIfPresent(media?.url, forKey: .mediaUrl)
    try fields.encodeIfPresent(media?.iconUrl, forKey: .iconUrl)
    try fields.encodeIfPresent(media?.backgroundUrl, forKey: .backgroundUrl)
    try live.encode(to: encoder)
  }
}
