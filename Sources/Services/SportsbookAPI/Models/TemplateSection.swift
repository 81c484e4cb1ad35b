import APICore

/// The guide's kinds of section; others are kept unchanged.
public enum SectionType {
  /// Large cards.
  public static let heroCarousel = "hero_carousel"
  /// Banners of sports events.
  public static let sportBanners = "sport_banners"
  /// Stories.
  public static let stories = "stories"
  /// News articles.
  public static let news = "news"
}

/// A part of the home screen.
public struct TemplateSection: Codable, Equatable, Sendable {
  /// The kind; ``SectionType`` lists the guide's.
  public let type: String
  /// The headline.
  public let title: String
  /// The endpoint that fills it, without `/api/` in front.
  public let source: String
  /// The display options from the service; nil for none.
  public let options: [String: JSONValue]?

  /// Makes a section.
  public init(
    type: String, title: String, source: String, options: [String: JSONValue]? = nil
  ) {
    self.type = type
    self.title = title
    self.source = source
    self.options = options
  }

  /// Reads the guide's form.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: WireKey.self)
    type = try fields.requiredText(.type)
    title = try fields.text(.title) ?? ""
    source = try fields.requiredText(.source)
    options = decoder.optional {
      fields.isBlank(.options)
        ? nil : try fields.decode([String: JSONValue].self, forKey: .options)
    }
  }

  /// Writes the guide's form.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: WireKey.self)
    try fields.encode(type, forKey: .type)
    try fields.encode(title, forKey: .title)
    try fields.encode(source, forKey: .source)
    try fields.encodeIfPresent(options, forKey: .options)
  }

  /// Makes the section of a live widget; nil if none of the guide's endpoints fills it.
  init?(_ widget: HomeWidget) {
    guard let endpoint = widget.endpoint else { return nil }
    self.init(
      type: widget.name, title: widget.name,
      source: String(endpoint.path.dropFirst(SectionSource.root.count)),
      options: widget.orientation.map { ["layout": .string($0)] })
  }
}

/// The guide's options; an option of another type than the guide's is nil.
extension TemplateSection {
  /// Whether the section advances by itself.
  public var autoplay: Bool? {
    if case .bool(let flag)? = options?["autoplay"] { flag } else { nil }
  }

  /// Milliseconds from one element to the next.
  public var interval: Int? { number("interval") }

  /// The layout, such as `horizontal`.
  public var layout: String? { text("layout") }

  /// The maximum number of elements.
  public var itemCount: Int? { number("item_count") }

  /// The display mode, such as `card`.
  public var displayMode: String? { text("display_mode") }

  // MARK: - Implementation

  private func text(_ name: String) -> String? {
    if case .string(let text)? = options?[name] { text } else { nil }
  }

  private func number(_ name: String) -> Int? { options?[name]?.text.flatMap { Int($0) } }
}
