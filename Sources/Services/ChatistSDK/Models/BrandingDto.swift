import APICore

/// Colours and logos of the chat, for light and dark mode.
///
/// Colours are hex texts from the service; ``color(_:_:)`` reads them.
public struct BrandingDto: Codable, Equatable, Sendable {
  /// The modes.
  public enum Appearance: String, CaseIterable, Sendable {
    case light = "Light"
    case dark = "Dark"
  }

  /// The primary colour in light mode.
  public let primaryLight: String
  /// The accent colour in light mode; this and the two below are empty if the service names none.
  public let accentLight: String
  /// The chat's background in light mode.
  public let chatBackgroundLight: String
  /// The font's basic colour in light mode.
  public let fontColorBasicLight: String
  /// The URL of the logo in light mode.
  public let logoLight: String?
  /// The URL of the logo in dark mode.
  public let logoDark: String?
  /// The time of the last change.
  public let updatedAt: String
  /// All other texts by their names, such as `primaryDark`.
  public let moreColors: [String: String]

  /// Makes a branding.
  public init(
    primaryLight: String, accentLight: String, chatBackgroundLight: String,
    fontColorBasicLight: String, moreColors: [String: String] = [:], logoLight: String? = nil,
    logoDark: String? = nil, updatedAt: String
  ) {
    self.primaryLight = primaryLight
    self.accentLight = accentLight
    self.chatBackgroundLight = chatBackgroundLight
    self.fontColorBasicLight = fontColorBasicLight
    self.moreColors = moreColors
    self.logoLight = logoLight
    self.logoDark = logoDark
    self.updatedAt = updatedAt
  }

  /// Reads an object that has at least a primary colour and the time of its change.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: AnyName.self)
    let others = try fields.values(except: [
      "primaryLight", "accentLight", "chatBackgroundLight", "fontColorBasicLight", "logoLight",
      "logoDark", "updatedAt",
    ])
    self.init(
      primaryLight: try fields.requiredText("primaryLight"),
      accentLight: try fields.text("accentLight") ?? "",
      chatBackgroundLight: try fields.text("chatBackgroundLight") ?? "",
      fontColorBasicLight: try fields.text("fontColorBasicLight") ?? "",
      moreColors: others.compactMapValues(\.text), logoLight: try fields.text("logoLight"),
      logoDark: try fields.text("logoDark"), updatedAt: try fields.requiredText("updatedAt"))
  }

  /// Writes one object with all texts.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: AnyName.self)
    for (name, text) in moreColors.merging(texts, uniquingKeysWith: { $1 }) {
      try fields.encode(text, forKey: AnyName(stringValue: name))
    }
  }

  /// Returns the colours of one mode, by their names without the mode: `primary`, `chatBackground`.
  public func colors(_ appearance: Appearance) -> [String: String] {
    let all = moreColors.merging(texts) { $1 }.filter { $0.key.hasSuffix(appearance.rawValue) }
    let named = all.map { (String($0.key.dropLast(appearance.rawValue.count)), $0.value) }
    return Dictionary(named) { $1 }.filter { $0.key != "logo" && !$0.value.isEmpty }
  }

  /// Returns a colour of one mode; nil if the name is unknown or its text is no colour.
  ///
  /// - Parameters:
  ///   - name: The name without the mode, such as `primary`.
  ///   - appearance: The mode.
  /// - Returns: The colour.
  public func color(_ name: String, _ appearance: Appearance) -> RGBAColor? {
    colors(appearance)[name].flatMap { RGBAColor(hex: $0, needsSign: false) }
  }

  private var texts: [String: String] {
    var texts = [
      "primaryLight": primaryLight, "accentLight": accentLight,
      "chatBackgroundLight": chatBackgroundLight, "fontColorBasicLight": fontColorBasicLight,
      "updatedAt": updatedAt,
    ]
    texts["logoLight"] = logoLight
    texts["logoDark"] = logoDark
    return texts
  }
}
