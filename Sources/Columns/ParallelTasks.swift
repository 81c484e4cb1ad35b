import Dispatch
import Synchronization

/// Tasks of unequal size, shared out among threads one at a time.
package enum ParallelTasks {
  /// Calls `body` once for each number below `count`; returns when all calls have.
  ///
  /// - Parameters:
  ///   - count: The number of tasks.
  ///   - threads: How many may run at the same time; with one they run on the caller's thread.
  ///   - body: Does one task.
  /// - Returns: What each task came to, in order.
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
}
