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
    let fields =
      RacingTables.raceFields + RacingTables.runnerFields
      + RacingTables.dividendFields.filter {
        ["pool", "combination", "dividend"].contains($0.name)
      }
    let headers = profiles.map { HeaderName($0.column) }
    hasCommas = profiles.contains { $0.piece == nil && DecimalCommas.areIn($0) }
    let isNested = headers.contains { $0.depth > 0 }
    for (index, profile) in profiles.enumerated() where profile.piece == nil {
      let scores = FieldWords.scores(headers[index])
      for field in fields {
        var hint = scores[field.name] ?? 0
        if hint == 0, field.name == "date" { hint = Self.dateHint(profile) }
        if unnamed?.fields[field.name] == index { hint = Self.leastHint }
        if isNested { hint -= Self.misplacement(headers[index], field.name) }
        add(field, index, hint, profile)
      }
    }
    // Pieces follow the columns that they are cut from.
    for (offset, piece) in pieces.enumerated() {
      let field = fields.first { $0.name == piece.field }!
      add(field, profiles.count - pieces.count + offset, 0.5, piece.profile)
    }
    all.sort { ($0.score, $1.index) > ($1.score, $0.index) }
  }

  /// Returns a field's candidates, the best first.
  func of(_ field: String) -> [Candidate] { all.filter { $0.field == field } }

  /// Removes candidates.
  mutating func remove(where isWrong: (Candidate) -> Bool) { all.removeAll(where: isWrong) }

  // MARK: - Implementation

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
