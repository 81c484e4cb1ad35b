import Dispatch
import Synchronization

/// Tasks of unequal size, assigned to threads one at a time.
package enum ParallelTasks {
  /// Calls `body` once for each number below `count`; returns when all calls have returned.
  ///
  /// - Parameters:
  ///   - count: The number of tasks.
  ///   - threads: The maximum number of threads; with one, tasks run on the caller's thread.
  ///   - body: Runs one task.
  /// - Returns: The results of the tasks, in order.
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
