import Racing

/// The union of all bits set in some runners' outcomes, positions and prices.
///
/// A damaged value may be anything, but sums and tables rely on the limits of imports. Collecting
/// bits costs nothing beside reading the rows.
@usableFromInline package struct RunnerBounds: Sendable {
  @usableFromInline var outcomes: Int32 = 0
  @usableFromInline var positions: Int16 = 0
  @usableFromInline var prices: Int64 = 0

  @inlinable package init() {}

  /// Adds a runner.
  @inlinable @inline(__always)
  package mutating func see(outcome: Int32, position: Int16, prices: Int64) {
    outcomes |= outcome
    positions |= position
    self.prices |= prices
  }

  /// Adds prices that only some reports read.
  mutating func see(prices: Int64) { self.prices |= prices }

  /// Whether outcomes are below 16, and positions and prices are neither negative nor beyond the
  /// highest odds.
  @inlinable package var areKept: Bool {
    outcomes & ~15 == 0 && positions >= 0 && prices & ~Self.priceBits == 0
  }

  /// The bits of prices up to the highest that an import accepts.
  @usableFromInline static let priceBits =
    Int64(1) << (64 - Int64(Odds.maximumMicros.leadingZeroBitCount)) - 1
}
