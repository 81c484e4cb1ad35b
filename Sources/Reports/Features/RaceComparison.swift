import Columns
import Foundation

/// A comparison of a runner's number with those of the race's rows, as a window function of SQL
/// over the race: a row without the number has none, and counts for nothing.
package enum RaceComparison: String, CaseIterable, Sendable {
  /// One more than the rows with a higher number; equal ones share it.
  case rank
  /// The number less the race's highest.
  case gap
  /// The number over the race's sum; none if that is 0.
  case share
  /// The number less the race's mean, over the population standard deviation; none if all are
  /// equal.
  case z

  /// Splits a text such as `rank(weight_lb)`; nil for any other.
  ///
  /// - Parameter text: A column of features.
  /// - Returns: The comparison, and the text of the number.
  static func parts(of text: String) -> (comparison: RaceComparison, value: String)? {
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "("),
      let comparison = RaceComparison(
        rawValue: text[..<open].trimmingCharacters(in: .whitespaces).lowercased())
    else { return nil }
    let inner = text[text.index(after: open)...].dropLast()
    return (comparison, inner.trimmingCharacters(in: .whitespaces))
  }

  /// Compares the numbers of each race.
  ///
  /// - Parameters:
  ///   - values: Whole numbers or doubles.
  ///   - raceStarts: The first row of each race, and the end.
  /// - Returns: Ranks as `int32`, all others as doubles.
  func column(_ values: Column, raceStarts: [Int]) -> Column {
    var found: [Double?] = []
    found.reserveCapacity(values.count)
    for (first, end) in zip(raceStarts, raceStarts.dropFirst()) {
      found += compared((first..<end).map { Self.number(values, $0) })
    }
    if self == .rank { return Column(int32s: found.map { $0.map { Int32($0) } }) }
    return Column(
      .double, .double(Buffer(found.map { $0 ?? 0 })), Validity(found.map { $0 != nil }))
  }

  /// Returns the meaning of a comparison of a number.
  func meaning(of number: ColumnMeaning) -> ColumnMeaning {
    let (text, source) = (number.text, "race")
    return switch self {
    case .rank: ColumnMeaning("rank in the race, 1 for the highest, by: \(text)", source: source)
    case .gap:
      ColumnMeaning("less the race's highest: \(text)", unit: number.unit, source: source)
    case .share: ColumnMeaning("as a share of the race's sum: \(text)", source: source)
    case .z: ColumnMeaning("in standard deviations from the race's mean: \(text)", source: source)
    }
  }

  // MARK: - Implementation

  private func compared(_ race: [Double?]) -> [Double?] {
    let known = race.compactMap { $0 }
    guard let highest = known.max(), let lowest = known.min() else { return race }
    let sum = known.reduce(0, +)
    switch self {
    case .rank:
      var ranks: [Double: Double] = [:]
      for (index, number) in known.sorted(by: >).enumerated() where ranks[number] == nil {
        ranks[number] = Double(index + 1)
      }
      return race.map { $0.flatMap { ranks[$0] } }
    case .gap: return race.map { $0.map { $0 - highest } }
    case .share: return race.map { $0.flatMap { sum == 0 ? nil : $0 / sum } }
    case .z:
      // Equal numbers need not be equal to their rounded mean.
      guard lowest < highest else { return race.map { _ in nil } }
      let mean = sum / Double(known.count)
      let squares = known.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      let deviation = (squares / Double(known.count)).squareRoot()
      return race.map { $0.map { ($0 - mean) / deviation } }
    }
  }

  private static func number(_ column: Column, _ row: Int) -> Double? {
    guard !column.isNull(row) else { return nil }
    if case .double(let values) = column.values { return values[row] }
    return Double(column.number(row))
  }
}
