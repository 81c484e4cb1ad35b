import Racing
import Columns

/// The columns that each field might come from.
struct FieldCandidates {
  struct Candidate {
    let field: String
    /// The column's index among the profiles.
    let index: Int
    /// The evidence of its name, from 0 to 1.
    let hint: Double
    /// The evidence of its name and its texts, up to 1.
    let score: Double
    let fit: FieldFit
  }

  private(set) var all: [Candidate] = []
  /// Columns whose name suggests a field that their texts do not fit.
  private(set) var refused: [Candidate] = []
  /// The index of the column of pools in a file of dividends without a header line.
  let pools: Int?
  /// The reasons why a file without a header line is taken for a card.
  let cardDoubts: [String]
  /// Whether a column has decimal commas.
  private let hasCommas: Bool

  private static let leastHint = 0.45
  /// The smallest share of a column's texts that must fit a field.
  static let leastShare = 0.6
  private static let raceFields = Set(RacingTables.raceFields.map(\.name))

  /// Rates columns as fields.
  ///
  /// - Parameters:
  ///   - profiles: The columns, followed by the pieces of some.
  ///   - pieces: These pieces, each with the field that it may be.
  ///   - isUnnamed: Whether the columns have numbers as names.
  init(
    _ profiles: [ColumnProfile], pieces: [(profile: ColumnProfile, field: String)],
    isUnnamed: Bool = false
  ) {
    let unnamed = isUnnamed ? UnnamedColumns(profiles) : nil
    pools = unnamed?.pools
    cardDoubts = unnamed?.cardDoubts ?? []
    let fields =
      RacingTables.raceFields + RacingTables.runnerFields
      + RacingTables.dividendFields.filter {
        ["pool", "combination", "dividend"].contains($0.name)
      }
    let headers = profiles.map { HeaderName($0.column) }
    hasCommas = profiles.contains { $0.piece == nil && DecimalCommas.areIn($0) }
    let isNested = headers.contains { $0.depth > 0 }
    let raceDepth = headers.filter { Self.ownNames[$0.compact] != nil }.map(\.depth)
      .filter { $0 > 0 }.min()
    for (index, profile) in profiles.enumerated() where profile.piece == nil {
      let scores = FieldWords.scores(headers[index])
      for field in fields {
        var hint = scores[field.name] ?? 0
        if hint == 0, field.name == "date" { hint = Self.dateHint(profile) }
        if unnamed?.fields[field.name] == index { hint = Self.leastHint }
        if isNested { hint -= Self.misplacement(headers[index], field.name) }
        if headers[index].depth > 0, let own = Self.ownNames[headers[index].compact] {
          hint = headers[index].depth == raceDepth && own == field.name ? Self.ownHint : 0
        }
        add(field, index, hint, profile)
      }
    }
    // Pieces follow the columns that they are cut from.
    for (offset, piece) in pieces.enumerated() {
      let field = fields.first { $0.name == piece.field }!
      add(field, profiles.count - pieces.count + offset, 0.5, piece.profile)
    }
    all.sort { ($0.score, $1.index) > ($1.score, $0.index) }
    dropRetrievals(profiles, headers)
    settleNumbers(profiles)
  }

  /// Returns a field's candidates, the best first.
  func of(_ field: String) -> [Candidate] { all.filter { $0.field == field } }

  /// Removes candidates.
  mutating func remove(where isWrong: (Candidate) -> Bool) { all.removeAll(where: isWrong) }

  // MARK: - Implementation

  /// The fields of the short names that the object of a race has.
  private static let ownNames = [
    "id": "race_id", "number": "race_no", "numero": "race_no", "no": "race_no",
    "nr": "race_no", "n": "race_no", "name": "race_name", "title": "race_name",
  ]
  private static let ownHint = 0.97

  /// Drops the moments at which rows were taken from their source: they are no day or time of a
  /// race, nor a part of its key.
  private mutating func dropRetrievals(_ profiles: [ColumnProfile], _ headers: [HeaderName]) {
    let fields: Set = ["date", "off_time", "race_id"]
    let hasOtherDay = all.contains {
      $0.field == "date" && !headers[$0.index].isOfRetrieval
        && !Self.hasSeconds(profiles[$0.index])
    }
    all.removeAll { candidate in
      fields.contains(candidate.field)
        && (headers[candidate.index].isOfRetrieval
          && (hasOtherDay || headers[candidate.index].tokens != ["timestamp"])
          || hasOtherDay && candidate.field == "date" && Self.hasSeconds(profiles[candidate.index]))
    }
  }

  /// Whether most of a column's texts are moments with seconds, as no race is set for.
  private static func hasSeconds(_ profile: ColumnProfile) -> Bool {
    let texts = profile.examples(100)
    let count = texts.count { $0.firstMatch(of: /\d:[0-5]\d:(?!00)[0-5]\d/) != nil }
    return count * 2 > texts.count
  }

  /// Decides whether a column called `numero` or `no` numbers the races or their runners: a race's
  /// number stays from row to row.
  private mutating func settleNumbers(_ profiles: [ColumnProfile]) {
    let both = Set(of("race_no").map(\.index)).intersection(of("number").map(\.index))
    all.removeAll { candidate in
      guard both.contains(candidate.index) else { return false }
      let isSteady = profiles[candidate.index].isSteady
      return candidate.field == (isSteady ? "number" : "race_no")
    }
  }

  private mutating func add(
    _ field: Field, _ index: Int, _ hint: Double, _ profile: ColumnProfile
  ) {
    guard hint >= Self.leastHint else { return }
    let fit = FieldFit(profile, as: field, besideCommas: hasCommas)
    let candidate = Candidate(
      field: field.name, index: index, hint: hint,
      // Of two columns, prefer the one without doubts.
      score: 0.6 * hint + 0.4 * fit.share - 0.04 * Double(fit.doubts.count), fit: fit)
    if fit.share >= Self.leastShare {
      all.append(candidate)
    } else {
      refused.append(candidate)
    }
  }

  /// Rates a column under any name as the date if its texts are days.
  private static func dateHint(_ profile: ColumnProfile) -> Double {
    guard let first = profile.examples(1).first, first.count >= 6, first.count <= 30,
      !HeaderName(profile.column).tokens.contains(where: {
        ["dob", "birth", "foaled"].contains($0)
      })
    else { return 0 }
    return DateFit(profile).fit.share > 0.98 ? leastHint : 0
  }

  /// Rates an unusual depth: a race's facts are in the objects around its runners, a runner's are
  /// not.
  private static func misplacement(_ header: HeaderName, _ field: String) -> Double {
    if raceFields.contains(field) { return header.depth > 0 ? 0 : 0.2 }
    return header.depth > 0 ? 0.6 : 0
  }
}
