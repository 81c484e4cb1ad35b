import Foundation
import Synchronization

/// A task on its own thread, for work beside other parallel work.
package final class BackgroundTask<Outcome: Sendable>: Sendable {
  private let outcome = Mutex<Outcome?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  /// Starts a task.
  ///
  /// - Parameter body: The task.
  package init(_ body: @escaping @Sendable () -> Outcome) {
    let thread = Thread { [self] in
      let value = body()
      outcome.withLock { $0 = value }
      isDone.signal()
    }
    // Deeply nested texts are parsed by recursion.
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// Waits for the task to end.
  ///
  /// - Returns: The task's result.
  package func value() -> Outcome {
    isDone.wait()
    defer { isDone.signal() }
    return outcome.withLock { $0! }
  }
}
