import Foundation

/// The likelihood of a sample under an encoding and a language.
struct Likelihood {
  /// The logarithm of the probability, up to a constant that all encodings of the same bytes share.
  private(set) var logarithm = 0.0
  /// Characters beyond ASCII that such texts hardly have, in halves and thirds where they may.
  private(set) var oddCount = 0.0
  /// Characters beyond ASCII.
  private(set) var count = 0
  /// Characters that are frequent in the language.
  private(set) var commonCount = 0

  private mutating func add(_ probability: Double, odd: Double = 0) {
    logarithm += log(probability)
    oddCount += odd
  }

  /// The share of the characters that such texts have, 0 to 1: the limit of the confidence.
  func fit(isOtherScript: Bool) -> Double {
    guard count > 0 else { return 1 }
    let plain = 1 - min(1, 2 * oddCount / Double(count))
    guard isOtherScript else { return plain }
    // Russian and Greek letters have 3.05 nats; a text of another alphabet has more.
    let excess = -logarithm / Double(count) - 3.05 - 1.5 / Double(count).squareRoot()
    return plain * min(1, max(0, 1 - 2 * excess))
  }

  /// The share of the characters that texts of East Asia have, 0 to 1; a quarter must be frequent.
  var fitOfEastAsia: Double {
    guard count > 0 else { return 1 }
    let plain = 1 - min(1, 2 * oddCount / Double(count))
    return plain * min(1, Double(commonCount + 1) / (0.25 * Double(count) + 0.5))
  }
}

/// Alphabets.
extension Likelihood {
  /// Measures words under a language.
  init(_ words: [[TextUnit]], _ language: LetterTable) {
    for word in words {
      for place in word.indices where !word[place].scalar.isASCII {
        count += 1
        add(
          word[place].scalar, after: place > 0 ? word[place - 1].scalar : " ",
          before: place + 1 < word.count ? word[place + 1].scalar : " ", language)
      }
    }
  }

  /// The share of letters beyond ASCII among the letters of a Latin alphabet.
  private static let share = 0.06
  private static let quotes = Set("’‘“”–—…«»„‚".unicodeScalars)
  private static let signs = Set("€£°½¼¾ºª\u{A0}·•".unicodeScalars)
  private static let rareSigns = Set("§´©®™†¡¿".unicodeScalars)

  private mutating func add(
    _ scalar: Unicode.Scalar, after last: Unicode.Scalar, before next: Unicode.Scalar,
    _ language: LetterTable
  ) {
    let (isQuote, isRare) = (Self.quotes.contains(scalar), Self.rareSigns.contains(scalar))
    if isQuote || isRare || Self.signs.contains(scalar) {
      add(Self.share * (isRare ? 0.001 : 0.02))
      if Self.isOdd(scalar, isQuote, last, next) { add(0.003, odd: 1) }
    } else if scalar.properties.isAlphabetic {
      addLetter(scalar, last, next, language)
    } else {
      add(Self.share * 1e-4, odd: 1)
    }
  }

  private mutating func addLetter(
    _ scalar: Unicode.Scalar, _ last: Unicode.Scalar, _ next: Unicode.Scalar,
    _ language: LetterTable
  ) {
    let small = scalar.properties.lowercaseMapping.unicodeScalars
    let known =
      language.logarithms[scalar] ?? (small.count == 1 ? language.logarithms[small.first!] : nil)
    if let known {
      logarithm += known
      if last.properties.isLowercase, scalar.properties.isUppercase { add(0.02, odd: 1) }
    } else {
      add(0.0002, odd: 1)
    }
    func isBeyond(_ other: Unicode.Scalar) -> Bool {
      !other.isASCII && other.properties.isAlphabetic
    }
    if language.isOtherScript {
      if !isBeyond(last), !isBeyond(next) { add(0.1) }
      if [last, next].contains(where: { $0.isASCII && $0.properties.isAlphabetic }) {
        add(0.02, odd: known == nil ? 0 : 1)
      }
    } else {
      add(Self.share)
      if isBeyond(last) { add(0.3) }
    }
  }

  /// Whether a sign touches letters as no text has it.
  private static func isOdd(
    _ sign: Unicode.Scalar, _ isQuote: Bool, _ last: Unicode.Scalar, _ next: Unicode.Scalar
  ) -> Bool {
    let (after, before) = (last.properties.isAlphabetic, next.properties.isAlphabetic)
    switch sign {
    case "’": return false
    case "º", "ª": return before
    case "¡", "¿": return after
    default: return isQuote ? after && before : after || before
    }
  }
}

/// Characters of East Asia.
extension Likelihood {
  /// Measures words of Japanese, Korean or Chinese.
  init(_ words: [[TextUnit]], by encoding: TextEncoding) {
    let common = CommonCharacters.of(encoding)
    for word in words {
      for place in word.indices where !word[place].scalar.isASCII {
        count += 1
        // Small letters of another encoding look like halves of a character.
        let around = [place - 1, place + 1].filter(word.indices.contains).map { word[$0].scalar }
        if around.contains(where: { ("a"..."z").contains($0) }) { add(0.05) }
        add(word[place], common, encoding)
      }
    }
  }

  private mutating func add(
    _ unit: TextUnit, _ common: Set<Unicode.Scalar>, _ encoding: TextEncoding
  ) {
    let isJapanese = encoding == .shiftJIS || encoding == .eucJP
    switch unit.scalar.value {
    case 0x3041...0x30FF where isJapanese: addCommon(0.5 / 170)
    case _ where common.contains(unit.scalar): addCommon(0.5 / Double(common.count))
    case 0x3000...0x303F, 0xFF01...0xFF5E: addCommon(0.08 / 150)
    case 0xFF61...0xFF9F: add(0.003 / 63, odd: 0.5)
    case 0xAC00...0xD7A3:
      let isPlain = unit.code >= 0xB0A1 && unit.code & 0xFF >= 0xA1
      if isPlain { add(0.24 / 2100) } else { add(0.003 / 8800, odd: 1) }
    case 0x4E00...0x9FFF:
      if encoding == .eucKR {
        add(0.005 / 4888, odd: 0.5)
      } else if Self.isOfLevel1(unit.code, encoding) {
        add(0.35 / 3000)
      } else if Self.isOfLevel2(unit.code, encoding) {
        add(0.04 / 3400, odd: 0.3)
      } else {
        add(0.005 / 14000, odd: 1)
      }
    // Marks of races and of tips: ① ○ ▲ ☆.
    case 0x2010...0x26FF: add(0.01 / 400, odd: 0.2)
    default: add(0.002 / 900, odd: 1)
    }
  }

  private mutating func addCommon(_ probability: Double) {
    add(probability)
    commonCount += 1
  }

  /// Whether a code is among the characters that its standard puts first, as the usual ones.
  private static func isOfLevel1(_ code: UInt16, _ encoding: TextEncoding) -> Bool {
    switch encoding {
    case .shiftJIS: (0x889F...0x9872).contains(code)
    case .eucJP: (0xB0A1...0xCFFE).contains(code)
    case .gb18030: (0xB0A1...0xD7FE).contains(code) && code & 0xFF >= 0xA1
    default: (0xA440...0xC67E).contains(code)
    }
  }

  /// Whether a code is among the characters that its standard puts second.
  private static func isOfLevel2(_ code: UInt16, _ encoding: TextEncoding) -> Bool {
    switch encoding {
    case .shiftJIS: (0x989F...0xEAA4).contains(code)
    case .eucJP: (0xD0A1...0xF4FE).contains(code)
    case .gb18030: (0xD8A1...0xF7FE).contains(code) && code & 0xFF >= 0xA1
    default: (0xC940...0xF9D5).contains(code)
    }
  }
}
