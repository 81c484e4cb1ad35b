import Foundation

/// A name without the parts that people omit when typing: case, accents, apostrophes and dots.
struct NameKey: Hashable, Sendable {
  /// Lower-case words with one space between them, UTF-8.
  let bytes: [UInt8]

  /// Letters that Unicode does not decompose, but people type as plain letters.
  private static let plain: [Unicode.Scalar: String] = [
    "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i",
    "ħ": "h",
  ]
  private static let apostrophes: Set<Unicode.Scalar> = ["'", "’", "‘", "ʼ", "`", "´"]
  private static let accents: ClosedRange<Unicode.Scalar> = "\u{300}"..."\u{36F}"

  init(_ name: String) {
    var bytes: [UInt8] = []
    var isBetweenWords = false
    func append(_ letter: Unicode.Scalar) {
      if isBetweenWords && !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
      isBetweenWords = false
      bytes.append(contentsOf: Self.plain[letter].map { Array($0.utf8) } ?? Array(letter.utf8))
    }
    let letters = name.unicodeScalars.filter { !Self.apostrophes.contains($0) }
    for scalar in Self.decomposed(String(String.UnicodeScalarView(letters))).unicodeScalars
    where !Self.accents.contains(scalar) {
      if Self.isInWord(scalar) { append(scalar) } else { isBetweenWords = true }
    }
    self.bytes = bytes
  }

  /// The key as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the key has no letters to compare.
  var isEmpty: Bool { bytes.isEmpty }

  /// Whether the key begins with another key, at its start or at one of its words.
  func hasPrefix(_ other: NameKey) -> Bool {
    bytes.indices.contains { start in
      (start == 0 || bytes[start - 1] == UInt8(ascii: " "))
        && bytes[start...].starts(with: other.bytes)
    }
  }

  /// Whether the key contains another key.
  func contains(_ other: NameKey) -> Bool {
    bytes.count >= other.bytes.count
      && (0...(bytes.count - other.bytes.count)).contains {
        bytes[$0...].starts(with: other.bytes)
      }
  }

  // MARK: - Implementation

  private static func decomposed(_ name: String) -> String {
    let lowercase = name.lowercased()
    // ASCII names need no Unicode tables.
    return lowercase.utf8.allSatisfy { $0 < 0x80 }
      ? lowercase : lowercase.decomposedStringWithCompatibilityMapping
  }

  private static func isInWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x61...0x7A: return true
    case 0..<0x80: return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator,
      .dashPunctuation, .openPunctuation, .closePunctuation, .connectorPunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      return false
    default: return true
    }
  }
}

extension Unicode.Scalar {
  fileprivate var utf8: [UInt8] { Array(String(self).utf8) }
}
