import APICore
import Foundation

/// A news article promoted in the app.
public struct NewsItem: Codable, Identifiable, Equatable, Sendable {
  /// The article's id.
  public let id: Int
  /// The headline.
  public let title: String
  /// The second line.
  public let subtitle: String?
  /// The text.
  public let content: String
  /// The author; empty if the live service names none.
  public let author: String
  /// The time of publication; `distantPast` if the live service does not say.
  public let publishedDate: Date
  /// The status, such as `published`.
  public let status: String
  /// The URL of its image.
  public let imageUrl: String?
  /// Its tags.
  public let tags: [String]?

  /// Makes an article.
  public init(
    id: Int, title: String, subtitle: String?, content: String, author: String,
    publishedDate: Date, status: String, imageUrl: String?, tags: [String]?
  ) {
    self.id = id
    self.title = title
    self.subtitle = subtitle
    self.content = content
    self.author = author
    self.publishedDate = publishedDate
    self.status = status
    self.imageUrl = imageUrl
    self.tags = tags
  }

  /// Reads the guide's form or the live service's.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: WireKey.self)
    id = try fields.requiredInteger(.id)
    title = try fields.requiredText(.title)
    subtitle = try fields.text(.subtitle)
    content = try fields.text(.content) ?? ""
    author = try fields.text(.author) ?? ""
    publishedDate = try fields.moment(.publishedDate) ?? .distantPast
    status = try fields.status()
    imageUrl = try fields.text(.imageUrl)
    tags = try fields.elements(String.self, .tags, decoder)
  }

  /// Writes the guide's form.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: WireKey.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(title, forKey: .title)
    try fields.encodeIfPresent(subtitle, forKey: .subtitle)
    try fields.encode(content, forKey: .content)
    try fields.encode(author, forKey: .author)
    try fields.encodeIfPresent(publishedDate.wireText, forKey: .publishedDate)
    try fields.encode(status, forKey: .status)
    try fields.encodeIfPresent(imageUrl, forKey: .imageUrl)
    try fields.encodeIfPresent(tags, forKey: .tags)
  }

  /// Whether it is to be shown: published, and not dated in the future.
  public func isPublished(at date: Date) -> Bool {
    status == PromotionStatus.published && publishedDate <= date
  }
}
