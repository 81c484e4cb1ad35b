import APICore

/// Colours and logos of the chat, for light and dark mode.
///
/// Colours are hex texts from the service; ``ChatistColor`` reads them.
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
  public func color(_ name: String, _ appearance: Appearance) -> ChatistColor? {
    colors(appearance)[name].flatMap { ChatistColor(hex: $0) }
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

/// A colour, each component from 0 to 255.
public struct ChatistColor: Hashable, Sendable {
  /// The red component.
  public let red: UInt8
  /// The green component.
  public let green: UInt8
  /// The blue component.
  public let blue: UInt8
  /// The opacity; 255 is opaque.
  public let alpha: UInt8

  /// Makes a colour.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Reads `RGB`, `RGBA`, `RRGGBB` or `RRGGBBAA`, with or without `#`; nil for any other text.
  public init?(hex text: String) {
    let digits = (text.hasPrefix("#") ? text.dropFirst() : text[...]).map {
      $0.isASCII ? $0.hexDigitValue ?? -1 : -1
    }
    guard !digits.contains(-1), [3, 4, 6, 8].contains(digits.count) else { return nil }
    let isShort = digits.count < 5
    let parts: [Int] =
      isShort
      ? digits.map { (digit: Int) -> Int in digit * 17 }
      : stride(from: 0, to: digits.count, by: 2).map { (at: Int) -> Int in
        digits[at] * 16 + digits[at + 1]
      }
    self.init(
      red: UInt8(parts[0]), green: UInt8(parts[1]), blue: UInt8(parts[2]),
      alpha: parts.count > 3 ? UInt8(parts[3]) : 255)
  }
}
