/// The sum of a row of numbers and the highest of its running totals, as a summary that combines.
///
/// Formula: for values v₁…vₙ, sum = Σvᵢ and peak = max over k of v₁ + … + vₖ. Cut a row anywhere
/// and the summaries of its parts give that of the whole, so parts may be computed at the same
/// time.
///
/// - Edge cases: no value has the sum 0 and no peak; sums wrap at 64 bits.
public struct RunningPeak: Equatable, Sendable {
  /// The sum of all values.
  public private(set) var sum: Int64
  /// The highest running total; nil without any value.
  public private(set) var peak: Int64?

  /// Summarises values.
  public init(_ values: UnsafeBufferPointer<Int64>) {
    // Safety: the buffer is read before this returns, within its count.
    var total: Int64 = 0
    var highest = Int64.min
    for value in values {
      total &+= value
      highest = max(highest, total)
    }
    sum = total
    peak = values.isEmpty ? nil : highest
  }

  /// Returns the summary of these values followed by others.
  ///
  /// - Parameter later: The summary of the others.
  /// - Returns: The summary of all.
  public func combined(with later: RunningPeak) -> RunningPeak {
    var both = self
    both.sum = sum &+ later.sum
    let after = later.peak.map { sum &+ $0 }
    both.peak = [peak, after].compactMap { $0 }.max()
    return both
  }

  /// Finds the first value whose running total reaches a threshold.
  ///
  /// - Parameters:
  ///   - threshold: The total wanted.
  ///   - start: The total before the first value.
  ///   - values: The values.
  /// - Returns: The value's index; nil if the threshold is not reached.
  public static func firstReaching(
    _ threshold: Int64, from start: Int64, _ values: UnsafeBufferPointer<Int64>
  ) -> Int? {
    var total = start
    for index in values.indices {
      total &+= values[index]
      if total >= threshold { return index }
    }
    return nil
  }
}
