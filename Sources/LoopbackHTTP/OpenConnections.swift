import Synchronization

/// A server's connections: those that wait for a whole request, and those that are answered.
final class OpenConnections: Sendable {
  private struct Connection {
    var task: Task<Void, Never>
    /// The number of its last change of state; of those that wait, the lowest waits longest.
    var stage: Int
  }

  private struct State {
    var stageCount = 0
    /// By number, the connections whose requests are not whole.
    var waiting: [Int: Connection] = [:]
    var working: [Int: Connection] = [:]
    var isEnded = false

    mutating func nextStage() -> Int {
      stageCount += 1
      return stageCount
    }

    /// Takes out the connection that waits longest where there are too many.
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

  /// Begins a connection; the oldest that still waits ends where there are too many.
  ///
  /// - Parameter body: The connection's work, which ends when its task is cancelled.
  func open(_ body: @escaping @Sendable (Int) async -> Void) {
    let (id, oldest) = state.withLock { state in
      let id = state.nextStage()
      let task = Task {
        await body(id)
        self.close(id)
      }
      if state.isEnded { task.cancel() }
      state.waiting[id] = Connection(task: task, stage: id)
      return (id, state.removeOldest(beyond: limits.waitingCount))
    }
    oldest?.cancel()
    expire(id, stage: id, after: limits.requestTime)
  }

  /// Takes note that a connection's request is whole.
  ///
  /// - Parameter id: The connection's number.
  /// - Returns: Whether there is room for its work.
  func works(_ id: Int) -> Bool {
    state.withLock { state in
      // One that was ended meanwhile waits no more.
      guard state.working.count < limits.workingCount,
        var connection = state.waiting.removeValue(forKey: id)
      else { return false }
      connection.stage = state.nextStage()
      state.working[id] = connection
      return true
    }
  }

  /// Takes note that a connection's answer is being sent, for which there is a time.
  func writes(_ id: Int) {
    let stage = state.withLock { state in
      let stage = state.nextStage()
      state.waiting[id]?.stage = stage
      state.working[id]?.stage = stage
      return stage
    }
    expire(id, stage: stage, after: limits.writeTime)
  }

  /// Takes note that a connection was answered and may bring another request.
  ///
  /// - Parameter id: The connection's number.
  /// - Returns: Whether it may.
  func waits(_ id: Int) -> Bool {
    let (stage, oldest) = state.withLock { state -> (Int?, Task<Void, Never>?) in
      guard !state.isEnded, var connection = state.working.removeValue(forKey: id) else {
        return (nil, nil)
      }
      connection.stage = state.nextStage()
      state.waiting[id] = connection
      return (connection.stage, state.removeOldest(beyond: limits.waitingCount))
    }
    oldest?.cancel()
    guard let stage else { return false }
    expire(id, stage: stage, after: limits.requestTime)
    return true
  }

  /// Ends all connections, those to come included.
  func endAll() {
    let connections = state.withLock { state in
      state.isEnded = true
      return Array(state.waiting.values) + Array(state.working.values)
    }
    for connection in connections { connection.task.cancel() }
  }

  // MARK: - Implementation

  private func close(_ id: Int) {
    state.withLock { state in
      state.waiting[id] = nil
      state.working[id] = nil
    }
  }

  /// Ends a connection that is in the same state after some time.
  private func expire(_ id: Int, stage: Int, after time: Duration) {
    Task { [weak self] in
      try? await Task.sleep(for: time)
      let connection = self?.state.withLock { $0.waiting[id] ?? $0.working[id] }
      if connection?.stage == stage { connection?.task.cancel() }
    }
  }
}
