/// A colour, each component from 0 to 255.
public struct RGBAColor: Hashable, Sendable {
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

  /// Reads `#RGB`, `#RGBA`, `#RRGGBB` or `#RRGGBBAA`, as in CSS; nil for any other text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - needsSign: Whether a text without the sign is no colour.
  public init?(hex text: String, needsSign: Bool = true) {
    guard text.hasPrefix("#") || !needsSign else { return nil }
    let digits = (text.hasPrefix("#") ? text.dropFirst() : text[...]).map {
      $0.isASCII ? $0.hexDigitValue ?? -1 : -1
    }
    guard !digits.contains(-1) else { return nil }
    let parts: [Int]
    switch digits.count {
    case 3, 4: parts = digits.map { $0 * 17 }
    case 6, 8:
      parts = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    default: return nil
    }
    self.init(
      red: UInt8(parts[0]), green: UInt8(parts[1]), blue: UInt8(parts[2]),
      alpha: parts.count > 3 ? UInt8(parts[3]) : 255)
  }
}
