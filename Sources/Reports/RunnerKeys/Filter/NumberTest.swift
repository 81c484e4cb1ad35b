/// A test of a number in a column's unit; every comparison is a range, a list or "unequal".
package enum NumberTest: Equatable, Sendable {
  /// The number is within bounds; nil if no number passes.
  case range(ClosedRange<Int64>?)
  /// The number is in the list, which rises.
  case among([Int64])
  /// The number differs from this one; nil if every number passes.
  case unequal(Int64?)

  /// - Parameters:
  ///   - test: The test; its literals are neither texts nor flags.
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
  /// The value, if it is a whole number within a column's range.
  fileprivate var whole: Int64? { isWhole ? Int64(exactly: floor) : nil }
}
