import Racing

/// All bits that some runners' outcomes, positions and prices have.
///
/// A damaged value may be anything; sums and tables rely on what an import lets pass. To gather
/// bits costs a scan nothing beside the rows that it reads.
@usableFromInline package struct RunnerBounds: Sendable {
  @usableFromInline var outcomes: Int32 = 0
  @usableFromInline var positions: Int16 = 0
  @usableFromInline var prices: Int64 = 0

  @inlinable package init() {}

  /// Notes a runner.
  @inlinable @inline(__always)
  package mutating func see(outcome: Int32, position: Int16, prices: Int64) {
    outcomes |= outcome
    positions |= position
    self.prices |= prices
  }

  /// Notes prices that not every report reads.
  mutating func see(prices: Int64) { self.prices |= prices }

  /// Whether outcomes are below 16, and neither positions nor prices are negative or beyond all
  /// odds.
  package var areKept: Bool {
    outcomes & ~15 == 0 && positions >= 0 && prices & ~Self.priceBits == 0
  }

  /// The bits of prices up to the highest that an import takes.
  private static let priceBits =
    Int64(1) << (64 - Int64(Odds.maximumMicros.leadingZeroBitCount)) - 1
}
