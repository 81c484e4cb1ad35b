import Foundation

/// Percent-encoding of text for URLs (RFC 3986).
public enum PercentEncoding {
  /// Encodes a text as one part of a path or query: all but letters, digits and `-._~`.
  public static func part(_ text: String) -> String {
    text.utf8.map { isUnreserved($0) ? String(UnicodeScalar($0)) : encoded($0) }.joined()
  }

  /// Encodes query items in order, without the question mark; a space is `%20`, a plus `%2B`.
  static func query(_ items: [URLQueryItem]) -> String {
    items.map { item in
      item.value.map { part(item.name) + "=" + part($0) } ?? part(item.name)
    }.joined(separator: "&")
  }

  /// Encodes characters that no path may contain; parts that are already encoded stay.
  static func path(_ path: String) -> String {
    let allowed = Set("/:@!$&'()*+,;=%".utf8)
    return path.utf8.map {
      isUnreserved($0) || allowed.contains($0) ? String(UnicodeScalar($0)) : encoded($0)
    }.joined()
  }

  // MARK: - Implementation

  private static func encoded(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return (byte < 16 ? "%0" : "%") + digits
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: [UInt8(ascii: "-"), 46, 95, 126].contains(byte)
    }
  }
}
