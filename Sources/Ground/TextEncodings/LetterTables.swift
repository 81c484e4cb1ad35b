import Foundation

/// The letters beyond ASCII of a language, in percent of all such letters in its texts.
struct LetterTable {
  /// The likelihood of each small letter, as a logarithm.
  let logarithms: [Unicode.Scalar: Double]
  /// Whether all letters of the language are beyond ASCII.
  let isOtherScript: Bool
  /// The likelihood of the language before its text is seen.
  let prior: Double

  private init(_ prior: Double, _ letters: String, isOtherScript: Bool = false) {
    self.prior = prior
    self.isOtherScript = isOtherScript
    var logarithms: [Unicode.Scalar: Double] = [:]
    for word in letters.split(separator: " ") {
      guard let letter = word.unicodeScalars.first, let percent = Double(word.dropFirst()) else {
        preconditionFailure("\(word) is a letter and a number")
      }
      logarithms[letter] = log(percent / 100)
    }
    self.logarithms = logarithms
  }

  /// The languages of an encoding of single bytes.
  static func of(_ encoding: TextEncoding) -> [LetterTable] {
    switch encoding {
    case .windows1252, .iso8859x15: west
    case .windows1250, .iso8859x2: east
    case .windows1251: [russian]
    case .windows1253: [greek]
    case .windows1254, .iso8859x9: [turkish]
    case .windows1257: baltic
    default: []
    }
  }

  // MARK: - Implementation

  // French, German, Spanish, Portuguese, Italian, Swedish, Danish and Norwegian, Finnish, Dutch,
  // Icelandic, Irish.
  private static let west = [
    LetterTable(
      0.20, "é55 è12 à11 ê6 ç4 î3 ô3 â2 û1.5 ù1 ë0.7 ï0.5 œ0.5 ü0.1"),
    LetterTable(0.14, "ü38 ä33 ö18 ß11"),
    LetterTable(0.14, "ó25 í22 á19 é14 ñ12 ú6 ü1"),
    LetterTable(0.08, "ã25 ç17 á14 é12 í9 ó7 õ6 ê5 ú3 â2 à1.5 ô1.5"),
    LetterTable(0.08, "è35 à30 ò13 ù10 ì8 é4"),
    LetterTable(0.08, "ä42 ö29 å28 é1"),
    LetterTable(0.08, "å40 ø35 æ23 é2"),
    LetterTable(0.03, "ä88 ö11 å1"),
    LetterTable(0.03, "ë50 é25 ï15 ö5 è2 ü2"),
    LetterTable(0.01, "ð20 á18 í16 ö9 ó9 þ8 é8 æ6 ú5 ý2"),
    LetterTable(0.05, "á35 í20 é18 ó15 ú12"),
  ]

  // Polish, Czech, Slovak, Hungarian, Romanian, Croatian and Slovenian.
  private static let east = [
    LetterTable(0.015, "ł25 ę15 ą14 ó12 ż12 ś10 ć6 ń3 ź1"),
    LetterTable(0.015, "í20 á17 é9 ě9 ř8 ž8 č7 š6 ý6 ů4 ú1 ť0.3 ď0.2 ň0.2 ó0.2"),
    LetterTable(0.007, "á20 í11 č11 ý11 ž9 š9 ú9 é8 ľ5 ť4 ô2 ň2 ä1 ď1 ó0.5"),
    LetterTable(0.01, "á35 é33 ö9 ó9 ő7 í4 ü4 ú2 ű2"),
    LetterTable(0.003, "ă40 î15 ş15 ţ15 â12"),
    LetterTable(0.005, "č35 š30 ž20 ć12 đ5"),
  ]

  private static let turkish = LetterTable(0.03, "ı38 ü14 ş13 ç9 ğ8 ö7 İ6 â0.5")

  // Latvian, Lithuanian, Estonian.
  private static let baltic = [
    LetterTable(0.003, "ā40 ī18 ē17 š7 ņ4 ū4 ļ3 ž2 ķ1.5 č1 ģ1"),
    LetterTable(0.003, "ė28 š17 ų17 ž11 į8 ū7 č6 ą3 ę2"),
    LetterTable(0.002, "ä35 õ35 ü20 ö9 š0.5 ž0.5"),
  ]

  private static let russian = LetterTable(
    0.03,
    "о11 е8.5 а8 и7.4 н6.7 т6.3 с5.5 р4.7 в4.5 л4.4 к3.5 м3.2 д3 п2.8 у2.6 я2 ы1.9 ь1.7 г1.7 "
      + "з1.7 б1.6 ч1.4 й1.2 х1 ж0.9 ш0.7 ю0.6 ц0.5 щ0.4 э0.3 ф0.3 і0.3 ї0.1 є0.1 ъ0.1 ё0.1 ј0.1 "
      + "ђ0.05 љ0.05 њ0.05 ћ0.05 ґ0.02", isOtherScript: true)

  private static let greek = LetterTable(
    0.02,
    "α11 ο9 ι8.5 ε8 τ8 ν7 σ5 η4.5 ρ4.3 κ4 π4 ς4 υ4 μ3.3 ί3 λ2.7 ά2.3 ό2 έ2 ω1.7 γ1.7 δ1.7 ή1.3 "
      + "θ1.2 χ1.1 ώ1 ύ1 φ0.8 β0.6 ξ0.4 ζ0.3 ψ0.2", isOtherScript: true)
}
