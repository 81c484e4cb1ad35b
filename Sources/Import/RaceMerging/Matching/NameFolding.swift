import Foundation

/// Folds the spellings that sources give one name to one form.
///
/// Case, accents, punctuation and blanks don't count, nor does a short mark in brackets at the end:
/// a country as in `(IRE)`, a surface as in `(AW)`, a brand number as in `(S246)`.
enum NameFolding {
  /// Folds the name of a course or a country; empty where no letter or digit is left.
  static func place(_ name: String) -> String { letters(withoutMarks(normal(name))) }

  /// Folds the name of a horse; exchanges print its number in front, as in `1. Ann`.
  static func horse(_ name: String) -> String {
    letters(withoutNumber(withoutMarks(normal(name))))
  }

  /// Folds the name of a horse, and keeps the mark behind it, such as `(IRE)`, which distinguishes
  /// two horses of one name in a race.
  static func markedHorse(_ name: String) -> String {
    let whole = trimmed(normal(name))
    let bare = withoutMarks(whole)
    let name = letters(withoutNumber(bare))
    return name.isEmpty ? "" : name + " " + letters(whole[bare.endIndex...])
  }

  /// Folds a whole name, with the text in brackets.
  static func whole(_ name: String) -> String { letters(normal(name)) }

  /// The first bytes of ideographs, which fold to themselves, in UTF-8.
  static let ideographs: ClosedRange<UInt8> = 0xE5...0xE9

  /// Whether a folded name may be another one's abbreviation, such as `extr` for `exeter`: at least
  /// three of its letters in their order, the first among them.
  static func isShort(_ name: ArraySlice<UInt8>, for whole: ArraySlice<UInt8>) -> Bool {
    guard name.count >= 3, name.count < whole.count, name.first == whole.first else { return false }
    var rest = name
    for letter in whole where letter == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }

  // MARK: - Implementation

  /// Letters that other sources write in plain Latin.
  private static let latin: [Unicode.Scalar: String] = [
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ß": "ss", "ı": "i",
    "&": "and",
  ]

  /// Compatibility decomposition also turns wide letters and brackets into plain ones.
  private static func normal(_ name: String) -> Substring {
    let isPlain = name.unicodeScalars.allSatisfy { $0.isASCII || 0x5000...0x9FFF ~= $0.value }
    let text = isPlain ? name : name.decomposedStringWithCompatibilityMapping
    return text.lowercased()[...]
  }

  private static func withoutMarks(_ name: Substring) -> Substring {
    var name = trimmed(name)
    while name.last == ")", let open = name.lastIndex(of: "(") {
      let mark = name[name.index(after: open)...].dropLast()
      let rest = trimmed(name[..<open])
      let isBrand = mark.contains { $0.isNumber }
      guard (1...(isBrand ? 6 : 4)).contains(mark.count), !rest.isEmpty,
        mark.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
      else { break }
      name = rest
    }
    return name
  }

  /// `1. Ann`, `12) Ann` or `1A. Ann`.
  private static func withoutNumber(_ name: Substring) -> Substring {
    var rest = name.drop { $0.isASCII && $0.isNumber }
    guard (1...2).contains(name.count - rest.count) else { return name }
    if let first = rest.first, first.isASCII, first.isLetter { rest = rest.dropFirst() }
    guard rest.first == "." || rest.first == ")" else { return name }
    rest = rest.dropFirst()
    return rest.contains { $0.isLetter } ? rest : name
  }

  private static func letters(_ name: Substring) -> String {
    var out = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      if let plain = latin[scalar] {
        out.append(contentsOf: plain.unicodeScalars)
      } else if scalar.properties.isAlphabetic && !isAccent(scalar) || isDigit(scalar) {
        out.append(scalar)
      }
    }
    return String(out)
  }

  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .nonspacingMark
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.numericType != nil
  }

  private static func trimmed(_ name: Substring) -> Substring {
    var name = name.drop { $0.isWhitespace }
    while name.last?.isWhitespace == true { name.removeLast() }
    return name
  }
}
