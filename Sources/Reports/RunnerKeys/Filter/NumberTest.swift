/// A test of a number, in whole units of the column: every comparison is a range or a list.
package enum NumberTest: Equatable, Sendable {
  /// Within bounds; nil where no number can be.
  case range(ClosedRange<Int64>?)
  /// One of these, in rising order.
  case among([Int64])
  /// Not the number; nil where none is meant, so every number passes.
  case unequal(Int64?)

  /// - Parameters:
  ///   - test: The question, with literals other than texts and flags.
  ///   - unit: The column's unit in millionths.
  package init?(_ test: FilterTest, unit: Int128) {
    func bound(_ literal: FilterLiteral) -> FilterBound? {
      switch literal {
      case .number(let number): FilterBound(number, unit: unit)
      case .day(let day): FilterBound(Int64(day.number))
      case .instant(let micros): FilterBound(micros)
      case .text, .boolean: nil
      }
    }
    switch test {
    case .compare(let comparison, let literal):
      guard let bound = bound(literal) else { return nil }
      self.init(comparison, bound)
    case .among(let literals):
      let bounds = literals.compactMap(bound)
      guard bounds.count == literals.count else { return nil }
      self = .among(Set(bounds.compactMap(\.whole)).sorted())
    case .between(let low, let high):
      guard let low = bound(low), let high = bound(high) else { return nil }
      self = .range(Self.range(from: low.ceiling, to: high.floor))
    case .like, .null: return nil
    }
  }

  private init(_ comparison: FilterComparison, _ bound: FilterBound) {
    switch comparison {
    case .equal: self = .range(bound.whole.map { $0...$0 })
    case .unequal: self = .unequal(bound.whole)
    case .less: self = .range(Self.range(from: .min, to: bound.ceiling - 1))
    case .atMost: self = .range(Self.range(from: .min, to: bound.floor))
    case .greater: self = .range(Self.range(from: bound.floor + 1, to: .max))
    case .atLeast: self = .range(Self.range(from: bound.ceiling, to: .max))
    }
  }

  private static func range(from low: Int128, to high: Int128) -> ClosedRange<Int64>? {
    let (first, last) = (max(low, Int128(Int64.min)), min(high, Int128(Int64.max)))
    return first <= last ? Int64(first)...Int64(last) : nil
  }
}

extension FilterBound {
  /// The value, where it is a whole number that a column can hold.
  fileprivate var whole: Int64? { isWhole ? Int64(exactly: floor) : nil }
}
