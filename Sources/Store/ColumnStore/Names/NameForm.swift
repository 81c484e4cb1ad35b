import Columns
import Foundation

/// Forms of the names of horses, people and courses.
package enum NameForm {
  /// Whether a name is in UTF-8 and is its own form: single spaces between letters and signs that
  /// no normalisation changes.
  ///
  /// A glance that is sure of nearly all names, as normalising costs much more.
  static func isSettled(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    // Safety: each letter's bytes are read only after a check that the name has them.
    var isSpace = true
    var place = 0
    while place < name.count {
      let byte = name[place]
      if byte < 0x80 {
        guard byte > 0x20 || byte == 0x20 && !isSpace, byte < 0x7F else { return false }
        isSpace = byte == 0x20
        place += 1
        continue
      }
      let count = byte < 0xE0 ? 2 : 3
      guard 0xC3...0xED ~= byte, place + count <= name.count else { return false }
      var scalar = UInt32(byte) & (count == 2 ? 0x1F : 0x0F)
      for next in place + 1..<place + count {
        guard name[next] & 0xC0 == 0x80 else { return false }
        scalar = scalar << 6 | UInt32(name[next] & 0x3F)
      }
      guard isInert(scalar) else { return false }
      isSpace = false
      place += count
    }
    return !isSpace
  }

  /// Returns a name as it is stored: in NFC, without marks without width, and with one space in
  /// place of other blanks.
  ///
  /// A line break alone stays, and so does a joiner behind a letter of a script that needs it.
  package static func tidied(_ name: String) -> String {
    var tidy = String.UnicodeScalarView()
    var gap = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      switch scalar.value {
      case 0x09...0x0D, 0x20: gap.append(scalar)
      case let value where UnicodeBlank.isBlank(value): gap.append(scalar)
      case let value where UnicodeBlank.isMark(value) && !isJoined(value, to: tidy.last): break
      default:
        if !gap.isEmpty, !tidy.isEmpty {
          let text = String(gap)
          tidy.append(contentsOf: ["\n", "\r\n"].contains(text) ? gap : " ".unicodeScalars)
        }
        gap = String.UnicodeScalarView()
        tidy.append(scalar)
      }
    }
    return String(tidy).precomposedStringWithCanonicalMapping
  }

  /// Returns the form in which a tidied name is compared: NFKC, in which letters of full width,
  /// kana of half width and ligatures are their plain letters.
  static func key(_ tidy: String) -> String {
    tidied(tidy.precomposedStringWithCompatibilityMapping)
  }

  // MARK: - Implementation

  /// Whether NFC and NFKC leave a scalar as it is beside any other such scalar: letters of Western
  /// and Central Europe, Cyrillic, kana, ideographs and Hangul.
  private static func isInert(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xC0...0x131, 0x134...0x13E, 0x141...0x148, 0x14A...0x17E, 0x400...0x45F, 0x3041...0x3096,
      0x30A1...0x30FE, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
      true
    default: false
    }
  }

  /// Whether a mark is a joiner behind a letter that it changes: of scripts from Arabic to Burmese,
  /// or a picture.
  private static func isJoined(_ mark: UInt32, to letter: Unicode.Scalar?) -> Bool {
    guard 0x200C...0x200D ~= mark, let letter else { return false }
    return 0x0600..<0x1100 ~= letter.value || letter.value >= 0x1F000
  }
}
