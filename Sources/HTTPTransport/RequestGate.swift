import Synchronization

/// Lets requests begin until it is shut, and knows when the last of them has ended.
final class RequestGate: Sendable {
  private struct State {
    var underWay = 0
    var isShut = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Whether a request may begin, which ``end()`` must follow then.
  func begin() -> Bool {
    state.withLock { state in
      if !state.isShut { state.underWay += 1 }
      return !state.isShut
    }
  }

  /// A request has ended.
  func end() {
    let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.underWay -= 1
      guard state.underWay == 0 else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Lets no request begin any more; returns false where it was shut before.
  func shut() -> Bool {
    state.withLock { state in
      defer { state.isShut = true }
      return !state.isShut
    }
  }

  /// Waits until no request is under way.
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
