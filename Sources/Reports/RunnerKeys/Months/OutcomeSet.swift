import Racing

/// A set of outcomes, by their stored codes.
@usableFromInline package struct OutcomeSet: Sendable {
  @usableFromInline let bits: UInt32

  init(_ outcomes: [Outcome]) {
    bits = outcomes.reduce(0) { $0 | 1 << UInt32($1.rawValue) }
  }

  /// The outcomes of starters.
  package static let starters = OutcomeSet(Outcome.allCases.filter(\.isStarter))
  /// The outcomes of starters, and of runners of a race without a result.
  package static let startersAndUnresolved = OutcomeSet(
    Outcome.allCases.filter { $0.isStarter || $0 == .unresolved })

  @inlinable @inline(__always)
  package func contains(_ code: Int32) -> Bool { bits >> UInt32(truncatingIfNeeded: code) & 1 == 1 }

  /// Counts the rows with an outcome of the set.
  @inlinable @inline(__always)
  package func count(_ outcomes: UnsafeBufferPointer<Int32>, _ rows: Range<Int>) -> Int {
    // Safety: the rows lie within the month of these outcomes.
    var count = 0
    for row in rows { count &+= contains(outcomes[row]) ? 1 : 0 }
    return count
  }
}
