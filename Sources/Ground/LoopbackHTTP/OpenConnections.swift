import Synchronization

/// A server's connections: those that wait for a whole request, and those being answered.
final class OpenConnections: Sendable {
  private struct Connection {
    var task: Task<Void, Never>
    /// The number of its last change of state; the waiting one with the lowest waits longest.
    var stage: Int
    /// The time at which it ends; nil while its answer is made.
    var deadline: ContinuousClock.Instant?
  }

  private struct State {
    var stageCount = 0
    /// The connections with incomplete requests, by number.
    var waiting: [Int: Connection] = [:]
    var working: [Int: Connection] = [:]
    var isEnded = false
    var isSwept = false

    mutating func nextStage() -> Int {
      stageCount += 1
      return stageCount
    }

    /// Records that a task watches the connections; false if one did already.
    mutating func beginSweep() -> Bool {
      defer { isSwept = true }
      return !isSwept
    }

    /// Removes the connection that waits longest if there are too many.
    mutating func removeOldest(beyond limit: Int) -> Task<Void, Never>? {
      guard waiting.count > limit,
        let oldest = waiting.min(by: { $0.value.stage < $1.value.stage })
      else { return nil }
      return waiting.removeValue(forKey: oldest.key)?.task
    }
  }

  private let limits: LoopbackLimits
  private let state = Mutex(State())

  init(_ limits: LoopbackLimits) { self.limits = limits }

  /// Starts a connection; ends the oldest waiting one if there are too many.
  ///
  /// - Parameter body: The connection's work, which ends when its task is cancelled.
  func open(_ body: @escaping @Sendable (Int) async -> Void) {
    let (isUnswept, oldest) = state.withLock { state in
      let id = state.nextStage()
      let task = Task {
        await body(id)
        self.close(id)
      }
      if state.isEnded { task.cancel() }
      state.waiting[id] = Connection(task: task, stage: id, deadline: requestDeadline)
      return (state.beginSweep(), state.removeOldest(beyond: limits.waitingCount))
    }
    oldest?.cancel()
    if isUnswept { sweep() }
  }

  /// Records that a connection's request is complete.
  ///
  /// - Parameter id: The connection's number.
  /// - Returns: Whether there is room for its work.
  func works(_ id: Int) -> Bool {
    state.withLock { state in
      // A connection that has ended meanwhile is not waiting any more.
      guard state.working.count < limits.workingCount,
        var connection = state.waiting.removeValue(forKey: id)
      else { return false }
      connection.stage = state.nextStage()
      connection.deadline = nil
      state.working[id] = connection
      return true
    }
  }

  /// Records that a connection's answer is being sent, which has a time limit.
  func writes(_ id: Int) {
    state.withLock { state in
      let stage = state.nextStage()
      let deadline = ContinuousClock.now + limits.writeTime
      state.waiting[id]?.stage = stage
      state.waiting[id]?.deadline = deadline
      state.working[id]?.stage = stage
      state.working[id]?.deadline = deadline
    }
  }

  /// Records that a connection was answered and may bring another request.
  ///
  /// - Parameter id: The connection's number.
  /// - Returns: Whether it may.
  func waits(_ id: Int) -> Bool {
    let (mayWait, oldest) = state.withLock { state -> (Bool, Task<Void, Never>?) in
      guard !state.isEnded, var connection = state.working.removeValue(forKey: id) else {
        return (false, nil)
      }
      connection.stage = state.nextStage()
      connection.deadline = requestDeadline
      state.waiting[id] = connection
      return (true, state.removeOldest(beyond: limits.waitingCount))
    }
    oldest?.cancel()
    return mayWait
  }

  /// Ends all connections, also those that start later.
  func endAll() {
    let connections = state.withLock { state in
      state.isEnded = true
      return Array(state.waiting.values) + Array(state.working.values)
    }
    for connection in connections { connection.task.cancel() }
  }

  // MARK: - Implementation

  private var requestDeadline: ContinuousClock.Instant { ContinuousClock.now + limits.requestTime }

  private func close(_ id: Int) {
    state.withLock { state in
      state.waiting[id] = nil
      state.working[id] = nil
    }
  }

  /// Ends the connections whose time is up, as long as there are any.
  ///
  /// One task watches all connections, a few times within the shorter limit: a sleeping task for
  /// each change of state would stay in memory until its time, whether cancelled or not.
  private func sweep() {
    let pause = min(limits.requestTime, limits.writeTime) / 8
    Task { [weak self] in
      repeat { try? await Task.sleep(for: pause) } while self?.endExpired() == true
    }
  }

  /// Ends the connections whose time is up.
  ///
  /// - Returns: Whether there are connections left to watch.
  private func endExpired() -> Bool {
    let (expired, isSwept) = state.withLock { state in
      let all = Array(state.waiting.values) + Array(state.working.values)
      state.isSwept = !all.isEmpty
      let now = ContinuousClock.now
      return (all.filter { $0.deadline.map { $0 <= now } ?? false }, state.isSwept)
    }
    for connection in expired { connection.task.cancel() }
    return isSwept
  }
}
