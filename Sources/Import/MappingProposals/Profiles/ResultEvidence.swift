import Foundation
import Racing

/// The signs in a file that a numbering of runners is the order of their finish.
struct ResultEvidence {
  private let races: [[Int]]
  private let odds: [Double?]
  /// Columns of figures, by row, whose order a finish may explain.
  private let figures: [[Double?]]

  /// The largest share of rows in which a finish and another numbering agree.
  private static let agreement = 0.5
  /// The smallest share of races in which times or margins are in the order of the finish.
  private static let leastOrdered = 0.9
  /// The mean rank correlation of finish and odds: a finish follows them, but not exactly.
  private static let correlations = 0.2...0.98
  /// The number of standard errors by which it must exceed chance.
  private static let leastErrors = 3.0

  /// Takes the races of a sample's rows.
  ///
  /// - Parameters:
  ///   - races: The rows of each race.
  ///   - odds: The column of odds; nil for none.
  ///   - others: Columns that may be times or margins.
  init(_ races: RowRelations, odds: ColumnProfile?, others: [ColumnProfile]) {
    var rows = [[Int]](repeating: [], count: races.raceCount)
    for (row, race) in races.races.enumerated() where race >= 0 { rows[Int(race)].append(row) }
    self.races = rows.filter { $0.count > 2 }
    self.odds =
      odds.map { profile in
        let values = Self.odds(profile)
        return profile.codes.map { $0 < 0 ? nil : values[Int($0)] }
      } ?? []
    figures = others.compactMap { Self.figures($0) }
  }

  /// Returns a column's different texts as decimal odds or odds to one; 0 for other texts.
  static func odds(_ profile: ColumnProfile) -> [Double] {
    profile.values.map { text in
      let decimal = Decimal6(text.replacing(",", with: "."))?.micros
      let micros = decimal ?? (try? Odds.parse(text, .fractional))??.micros ?? 0
      return Double(micros) / Double(Decimal6.one)
    }
  }

  /// Whether a numbering of plain numbers is the finish.
  ///
  /// - Parameters:
  ///   - numbering: The column.
  ///   - others: The file's other numberings, such as saddlecloths.
  /// - Returns: Whether it differs from each other one in half of the rows or more, and times,
  ///   margins or odds follow it.
  func isFinish(_ numbering: ColumnProfile, besides others: [ColumnProfile]) -> Bool {
    let places = Self.numbers(numbering)
    let isOther = others.contains { other in
      let numbers = Self.numbers(other)
      let both = places.indices.filter { places[$0] != nil && numbers[$0] != nil }
      let agreeing = both.count { places[$0] == numbers[$0] }
      return Double(agreeing) > Self.agreement * Double(both.count)
    }
    return !isOther && (figures.contains { areInOrder($0, places) } || followsOdds(places))
  }

  /// Whether a numbering ignores the odds, which no finish does over some races.
  func ignoresOdds(_ numbering: ColumnProfile) -> Bool {
    guard let found = correlation(Self.numbers(numbering)) else { return false }
    return found.raceCount >= Self.leastRaces && found.mean < Self.leastMean && found.errors < 2
  }

  // MARK: - Implementation

  /// The number of races from which a finish shows that it follows the odds, by this mean at least.
  private static let (leastRaces, leastMean) = (10, 0.12)

  private static func numbers(_ profile: ColumnProfile) -> [Double?] {
    // A zero is that of a runner without a place.
    let values = profile.values.map { Int($0).flatMap { $0 == 0 ? nil : Double($0) } }
    return profile.codes.map { $0 < 0 ? nil : values[Int($0)] }
  }

  /// Returns a column's rows as numbers or times; nil if most of its texts are neither.
  private static func figures(_ profile: ColumnProfile) -> [Double?]? {
    let values = profile.values.map { text -> Double? in
      let pieces = text.replacing(",", with: ".").split(separator: ":").map { Double($0) }
      guard !pieces.isEmpty, pieces.count <= 3, !pieces.contains(nil) else {
        if case .micros(let micros) = BeatenLengths.parse(text) { return Double(micros) }
        return nil
      }
      return pieces.reduce(0) { $0 * 60 + $1! }
    }
    let count = zip(values, profile.counts).reduce(0) { $0 + ($1.0 == nil ? 0 : $1.1) }
    guard count > 0, Double(count) > 0.6 * Double(profile.valueCount) else { return nil }
    let figures = profile.codes.map { $0 < 0 ? nil : values[Int($0)] }
    // Numbers of rows rise within races as well.
    let given = figures.compactMap(\.self)
    return zip(given, given.dropFirst()).allSatisfy { $0 <= $1 } ? nil : figures
  }

  /// Whether figures never fall in the order of the places, in most races, and rise in them.
  private func areInOrder(_ figures: [Double?], _ places: [Double?]) -> Bool {
    var (count, ordered) = (0, 0)
    for race in races {
      let rows = race.filter { places[$0] != nil && figures[$0] != nil }
        .sorted { places[$0]! < places[$1]! }
      guard rows.count > 2 else { continue }
      count += 1
      let pairs = zip(rows, rows.dropFirst())
      let rises = figures[rows[0]]! < figures[rows[rows.count - 1]]!
      if rises, pairs.allSatisfy({ figures[$0]! <= figures[$1]! }) { ordered += 1 }
    }
    return count > 1 && Double(ordered) >= Self.leastOrdered * Double(count)
  }

  /// Whether the places follow the odds by more than chance, but not exactly, as an order of the
  /// market would.
  private func followsOdds(_ places: [Double?]) -> Bool {
    correlation(places).map { Self.correlations.contains($0.mean) && $0.errors > Self.leastErrors }
      ?? false
  }

  /// Returns the mean rank correlation of places and odds over the races, the standard errors by
  /// which it exceeds 0, and the number of races; nil without any.
  private func correlation(
    _ places: [Double?]
  ) -> (mean: Double, errors: Double, raceCount: Int)? {
    guard !odds.isEmpty else { return nil }
    var (sum, errors, count) = (0.0, 0.0, 0)
    for race in races {
      let rows = race.filter { places[$0] != nil && odds[$0] != nil }
      guard rows.count > 2 else { continue }
      let size = Double(rows.count)
      let squares = zip(Self.ranks(rows.map { places[$0]! }), Self.ranks(rows.map { odds[$0]! }))
        .reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
      let correlation = 1 - 6 * squares / (size * (size * size - 1))
      sum += correlation
      errors += correlation * (size - 1).squareRoot()
      count += 1
    }
    guard count > 0 else { return nil }
    return (sum / Double(count), errors / Double(count).squareRoot(), count)
  }

  /// Returns each value's rank from 1; equal ones share the mean of theirs.
  private static func ranks(_ values: [Double]) -> [Double] {
    values.map { value in
      Double(values.count { $0 < value }) + Double(values.count { $0 == value } + 1) / 2
    }
  }
}
