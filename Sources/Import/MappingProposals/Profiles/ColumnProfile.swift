import Columns
import Mappings

/// The texts of a column in a sample of rows.
struct ColumnProfile {
  /// The file's column.
  let column: String
  /// The piece of its texts that the profile is about; nil for the whole.
  var piece: ColumnMapping.Split?
  /// The different texts, in order of first appearance.
  let values: [String]
  /// The number of cells with each text.
  let counts: [Int]
  /// Each row's index in `values`, −1 without a text.
  let codes: [Int32]
  /// The number of cells with a text.
  let filledCount: Int

  init(_ column: String, _ texts: [String?], piece: ColumnMapping.Split? = nil) {
    self.column = column
    self.piece = piece
    var index: [String: Int32] = [:]
    var values: [String] = []
    var counts: [Int] = []
    codes = texts.map { text in
      guard let text, !text.isEmpty else { return -1 }
      if let code = index[text] {
        counts[Int(code)] += 1
        return code
      }
      let code = Int32(values.count)
      index[text] = code
      values.append(text)
      counts.append(1)
      return code
    }
    filledCount = counts.reduce(0, +)
    self.values = values
    self.counts = counts
  }

  /// Returns the column with its texts changed.
  func mapped(_ change: (String) -> String) -> ColumnProfile {
    let texts = values.map(change)
    return ColumnProfile(column, codes.map { $0 < 0 ? nil : texts[Int($0)] }, piece: piece)
  }

  /// Whether its text stays from row to row, as a race's or a meeting's does.
  var isSteady: Bool {
    zip(codes, codes.dropFirst()).count { $0 != $1 } * 3 <= codes.count * 2
  }

  /// The words in this column that mean no value.
  var emptyWords: [String] { values.filter(Self.emptyWords.contains) }

  /// The number of cells with a text that is not such a word.
  var valueCount: Int {
    zip(values, counts).reduce(0) { $0 + (Self.emptyWords.contains($1.0) ? 0 : $1.1) }
  }

  /// Returns the share of filled cells whose text fits; words that mean no value do not count.
  func share(_ fits: (String) -> Bool) -> Double {
    var good = 0
    for (text, count) in zip(values, counts) where !Self.emptyWords.contains(text) && fits(text) {
      good += count
    }
    return valueCount == 0 ? 0 : Double(good) / Double(valueCount)
  }

  /// Returns the first texts that are values.
  func examples(_ count: Int, where fits: (String) -> Bool = { _ in true }) -> [String] {
    var found: [String] = []
    for text in values where !Self.emptyWords.contains(text) && fits(text) {
      if found.count == count { break }
      found.append(text)
    }
    return found
  }

  static let emptyWords: Set<String> = [
    "-", "--", "---", "–", "—", "n/a", "N/A", "NA", "null", "NULL", "None", "none", "nan", "NaN",
  ]
}

/// Decimal odds with the marks of favourites.
extension ColumnProfile {
  /// The column without the marks of favourites behind decimal odds, such as `2.75 Fav`, and the
  /// mapping's member that cuts them off; nil if it has none.
  ///
  /// Fractional odds are read with their marks.
  var withoutFavouriteMarks: (profile: ColumnProfile, member: String)? {
    let mark = /(\d+(?:[.,]\d+)?)\s*\(?(?i:(?:j|jt|joint|c|co)?[ -]?f(?:av)?|j|c)\)?/
    guard values.contains(where: { $0.wholeMatch(of: mark) != nil }) else { return nil }
    let bare = mapped { $0.wholeMatch(of: mark).map { String($0.1) } ?? $0 }
    return (bare, #"match: '^(.*?[0-9])\s*\(?[A-Za-z -]*\)?$'"#)
  }
}

/// Amounts and odds with a currency sign at one end.
extension ColumnProfile {
  private static let signs = "$£€¥"

  /// The column without the sign that most of its texts begin with, and the mapping's member that
  /// cuts it off; nil if most have none.
  var withoutSignInFront: (profile: ColumnProfile, member: String)? {
    let sign = Self.signs.first { sign in share { $0.first == sign } > 0.5 }
    return sign.map { sign in
      (mapped { $0.first == sign ? String($0.dropFirst()) : $0 }, "strip_prefix: \"\(sign)\"")
    }
  }

  /// The column without the sign, and blanks before it, that most of its texts end with, and the
  /// mapping's member that cuts it off; nil if most have none.
  var withoutSignBehind: (profile: ColumnProfile, member: String)? {
    let sign = Self.signs.first { sign in share { $0.last == sign } > 0.5 }
    return sign.map { sign in
      let bare = mapped { text in
        guard text.last == sign else { return text }
        var rest = text.dropLast()
        while rest.last == " " { rest.removeLast() }
        return String(rest)
      }
      return (bare, "strip_suffix: \"\(sign)\"")
    }
  }
}
