import Synchronization

/// A server's connections: those that have not sent a whole head, and those that are answered.
final class OpenConnections: Sendable {
  private struct State {
    var next = 0
    /// By number, the connections whose heads are not whole; the lowest number is the oldest.
    var waiting: [Int: Task<Void, Never>] = [:]
    var working: [Int: Task<Void, Never>] = [:]
    var isEnded = false
  }

  private let limits: PageLimits
  private let state = Mutex(State())

  init(_ limits: PageLimits) { self.limits = limits }

  /// Begins a connection; the oldest that still waits ends where there are too many.
  ///
  /// - Parameter body: The connection's work, which ends when its task is cancelled.
  func open(_ body: @escaping @Sendable (Int) async -> Void) {
    let (id, oldest) = state.withLock { state in
      let id = state.next
      state.next += 1
      let task = Task {
        await body(id)
        self.close(id)
      }
      if state.isEnded { task.cancel() }
      state.waiting[id] = task
      let oldest = state.waiting.count > limits.waitingCount ? state.waiting.keys.min() : nil
      return (id, oldest.flatMap { state.waiting.removeValue(forKey: $0) })
    }
    oldest?.cancel()
    expire(id, after: limits.headTime) { $0.waiting[id] }
  }

  /// Takes note that a connection's head is whole.
  ///
  /// - Parameter id: The connection's number.
  /// - Returns: Whether there is room for its work.
  func works(_ id: Int) -> Bool {
    state.withLock { state in
      // One that was ended meanwhile waits no more.
      guard state.working.count < limits.workingCount,
        let task = state.waiting.removeValue(forKey: id)
      else { return false }
      state.working[id] = task
      return true
    }
  }

  /// Takes note that a connection's answer is being sent, for which there is a time.
  func writes(_ id: Int) {
    expire(id, after: limits.writeTime) { $0.waiting[id] ?? $0.working[id] }
  }

  /// Ends all connections, those to come included.
  func endAll() {
    let tasks = state.withLock { state in
      state.isEnded = true
      return Array(state.waiting.values) + Array(state.working.values)
    }
    for task in tasks { task.cancel() }
  }

  // MARK: - Implementation

  private func close(_ id: Int) {
    state.withLock { state in
      state.waiting[id] = nil
      state.working[id] = nil
    }
  }

  private func expire(
    _ id: Int, after time: Duration,
    _ task: @escaping @Sendable (State) -> Task<Void, Never>?
  ) {
    Task { [weak self] in
      try? await Task.sleep(for: time)
      self?.state.withLock { task($0) }?.cancel()
    }
  }
}
