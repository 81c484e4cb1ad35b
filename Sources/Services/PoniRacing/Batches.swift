import APICore

extension Array {
  /// Splits the array into groups of a size; the last may be smaller.
  ///
  /// - Parameter size: At least 1.
  /// - Returns: The groups, in order; none for an empty array.
  public func chunked(into size: Int) -> [[Element]] {
    precondition(size > 0, "a group holds at least one element")
    return stride(from: 0, to: count, by: size).map {
      Array(self[$0..<Swift.min($0 + size, count)])
    }
  }
}

/// Work in groups, with a pause between them.
public struct Batches: Sendable {
  /// The number of elements in a group.
  public var size: Int
  /// The pause after each group but the last.
  public var gap: Duration
  private let clock: any APIClock

  /// Makes groups of 5 with 5 s between them by default.
  public init(of size: Int = 5, gap: Duration = .seconds(5), clock: any APIClock = SystemClock()) {
    self.size = size
    self.gap = gap
    self.clock = clock
  }

  /// Runs a piece of work for each element, one after another.
  ///
  /// - Parameters:
  ///   - items: The elements.
  ///   - body: The work; an error ends the run.
  ///   - isolation: The caller's actor, on which the work runs.
  /// - Returns: The results, in order.
  /// - Throws: The work's error; `networkError` if the task is cancelled during a pause.
  public func run<Item: Sendable, Value>(
    _ items: [Item], _ body: (Item) async throws(APIError) -> Value,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(APIError) -> [Value] {
    var values: [Value] = []
    for (index, group) in items.chunked(into: size).enumerated() {
      if index > 0 { try await pause() }
      for item in group { values.append(try await body(item)) }
    }
    return values
  }

  private func pause() async throws(APIError) {
    do {
      try await clock.sleep(until: clock.uptime + gap)
    } catch {
      throw .cancelled
    }
  }
}
