import Dispatch

/// Splits a count of independent items over threads.
public enum Parallel {
  /// Cuts `0..<count` into contiguous ranges of nearly equal length, in order.
  ///
  /// - Edge cases: no range is empty, so there are fewer than `parts` of them if `count` is small.
  ///
  /// - Parameters:
  ///   - count: Number of items, not negative.
  ///   - parts: Number of ranges wanted, at least 1.
  /// - Returns: Ranges whose lengths differ by at most one, the longer ones first.
  public static func ranges(count: Int, parts: Int) -> [Range<Int>] {
    precondition(count >= 0, "a count of items must not be negative")
    precondition(parts > 0, "items need at least one part")
    let used = min(parts, count)
    guard used > 0 else { return [] }
    let (length, longer) = count.quotientAndRemainder(dividingBy: used)
    return (0..<used).map { part in
      let start = part * length + min(part, longer)
      return start..<(start + length + (part < longer ? 1 : 0))
    }
  }

  /// Calls `body` once for each of the ranges that `0..<count` is cut into, at the same time.
  ///
  /// Returns when all calls have returned. With one thread, or one item, the call happens on the
  /// caller's own thread; OpenBLAS products inside `body` need ``BLAS/useThreads(_:)`` set to 1.
  ///
  /// - Parameters:
  ///   - count: Number of items, not negative.
  ///   - threads: The maximum number of ranges, at least 1.
  ///   - body: Works on one range of items.
  public static func concurrentRanges(
    count: Int, threads: Int, body: @Sendable (_ items: Range<Int>) -> Void
  ) {
    let parts = ranges(count: count, parts: threads)
    guard parts.count > 1 else { return parts.forEach(body) }
    DispatchQueue.concurrentPerform(iterations: parts.count) { body(parts[$0]) }
  }
}
