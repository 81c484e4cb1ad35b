import APICore
import Foundation

/// The prominent banner of a home screen, which has at most one.
public struct AlertBanner: Codable, Identifiable, Equatable, ScheduledPromotion, LinkedPromotion {
  /// The banner's id.
  public let id: Int
  /// The headline.
  public let title: String
  /// The text; the live service calls it `subtitle`.
  public let content: String
  /// The background colour in hex; empty if the service names none.
  public let backgroundColor: String
  /// The text colour in hex; empty if the service names none.
  public let textColor: String
  /// The kind of action, such as `internal_link`; empty for none.
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
  /// Facts from the live service only.
  public let live: LiveDetails

  /// Makes a banner.
  public init(
    id: Int, title: String, content: String, backgroundColor: String, textColor: String,
    actionType: String, actionTarget: String, startDate: Date, endDate: Date, status: String,
    imageUrl: String?, live: LiveDetails = LiveDetails()
  ) {
    self.id = id
    self.title = title
    self.content = content
    self.backgroundColor = backgroundColor
    self.textColor = textColor
    self.actionType = actionType
    self.actionTarget = actionTarget
    self.startDate = startDate
    self.endDate = endDate
    self.status = status
    self.imageUrl = imageUrl
    self.live = live
  }

  /// Reads the guide's form or the live service's.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: WireKey.self)
    id = try fields.requiredInteger(.id)
    title = try fields.requiredText(.title)
    content = try fields.text(.content, .subtitle) ?? ""
    backgroundColor = try fields.text(.backgroundColor) ?? ""
    textColor = try fields.text(.textColor) ?? ""
    (actionType, actionTarget) = try fields.action()
    startDate = try fields.start()
    endDate = try fields.end()
    status = try fields.status()
    imageUrl = try fields.text(.imageUrl)
    live = try LiveDetails(from: decoder)
  }

  /// Writes the guide's form.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: WireKey.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(title, forKey: .title)
    try fields.encode(content, forKey: .content)
    try fields.encode(backgroundColor, forKey: .backgroundColor)
    try fields.encode(textColor, forKey: .textColor)
    try fields.encode(actionType, forKey: .actionType)
    try fields.encode(actionTarget, forKey: .actionTarget)
    try fields.encodeIfPresent(startDate.wireText, forKey: .startDate)
    try fields.encodeIfPresent(endDate.wireText, forKey: .endDate)
    try fields.encode(status, forKey: .status)
    try fields.encodeIfPresent(imageUrl, forKey: .imageUrl)
    try live.encode(to: encoder)
  }

  /// The background colour; nil if the text is not a colour.
  public var background: RGBAColor? { RGBAColor(hex: backgroundColor) }

  /// The text colour; nil if the text is not a colour.
  public var foreground: RGBAColor? { RGBAColor(hex: textColor) }
}
