import Dispatch
import Synchronization

/// Tasks of unequal size, assigned to threads one at a time.
@usableFromInline
package enum ParallelTasks {
  /// Calls `body` once for each number below `count`; returns when all calls have returned.
  ///
  /// - Parameters:
  ///   - count: The number of tasks.
  ///   - threads: The maximum number of threads; with one, tasks run on the caller's thread.
  ///   - body: Runs one task.
  /// - Returns: The results of the tasks, in order.
  @usableFromInline
  package static func map<Outcome: Sendable>(
    count: Int, threads: Int, _ body: @Sendable (Int) -> Outcome
  ) -> [Outcome] {
    guard threads > 1, count > 1 else { return (0..<count).map(body) }
    let outcomes = Mutex([Outcome?](repeating: nil, count: count))
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: min(threads, count)) { _ in
      while true {
        let task = next.add(1, ordering: .relaxed).oldValue
        guard task < count else { return }
        let outcome = body(task)
        outcomes.withLock { $0[task] = outcome }
      }
    }
    return outcomes.withLock { $0.map { $0! } }
  }

  /// Sorts values by a strict total order: parts side by side, which are then merged.
  ///
  /// - Parameters:
  ///   - values: The values.
  ///   - threads: Number of worker threads.
  ///   - precedes: Whether the first value comes before the second; no two values are equal.
  /// - Returns: The values in order, whatever the number of threads.
  @inlinable
  package static func sorted<Value: Sendable>(
    _ values: [Value], threads: Int, by precedes: @Sendable (Value, Value) -> Bool
  ) -> [Value] {
    let length = max(1, (values.count + threads - 1) / threads)
    var parts = map(count: (values.count + length - 1) / length, threads: threads) { part in
      values[part * length..<min((part + 1) * length, values.count)].sorted(by: precedes)
    }
    while parts.count > 1 {
      parts = map(count: (parts.count + 1) / 2, threads: threads) { [parts] pair in
        guard 2 * pair + 1 < parts.count else { return parts[2 * pair] }
        let (left, right) = (parts[2 * pair], parts[2 * pair + 1])
        var (l, r) = (0, 0)
        return (0..<left.count + right.count).map { _ in
          if r == right.count || l < left.count && !precedes(right[r], left[l]) {
            l += 1
            return left[l - 1]
          }
          r += 1
          return right[r - 1]
        }
      }
    }
    return parts.first ?? []
  }
}
