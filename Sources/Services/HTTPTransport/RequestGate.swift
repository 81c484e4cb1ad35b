import Synchronization

/// Admits requests until it is shut, and tracks the end of the last one.
final class RequestGate: Sendable {
  private struct State {
    var underWay = 0
    var isShut = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Whether a request may begin; if so, ``end()`` must follow.
  func begin() -> Bool {
    state.withLock { state in
      if !state.isShut { state.underWay += 1 }
      return !state.isShut
    }
  }

  /// Records the end of a request.
  func end() {
    let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.underWay -= 1
      guard state.underWay == 0 else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Admits no further requests; returns false if it was already shut.
  func shut() -> Bool {
    state.withLock { state in
      defer { state.isShut = true }
      return !state.isShut
    }
  }

  /// Waits until no request is running.
  func allEnded() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.underWay > 0 { state.waiting.append(continuation) }
        return state.underWay == 0
      }
      if isIdle { continuation.resume() }
    }
  }
}
