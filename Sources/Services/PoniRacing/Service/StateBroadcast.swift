import Synchronization

/// A state with any number of watchers, each starting at the current value.
final class StateBroadcast: Sendable {
  private struct Content {
    var state: RacingState
    var watchers: [Int: AsyncStream<RacingState>.Continuation] = [:]
    var nextNumber = 0
  }

  private let content: Mutex<Content>

  init(_ state: RacingState) { content = Mutex(Content(state: state)) }

  var state: RacingState { content.withLock { $0.state } }

  /// Changes the state and notifies all watchers; under the lock, so that all see the same order.
  func change(_ body: (inout RacingState) -> Void) {
    content.withLock { content in
      let before = content.state
      body(&content.state)
      guard content.state != before else { return }
      for watcher in content.watchers.values { watcher.yield(content.state) }
    }
  }

  /// Streams the current state and each later one; a slow watcher loses the oldest of many.
  func watch() -> AsyncStream<RacingState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: RacingState.self, bufferingPolicy: .bufferingNewest(64))
    let number = content.withLock { content in
      content.nextNumber += 1
      content.watchers[content.nextNumber] = continuation
      continuation.yield(content.state)
      return content.nextNumber
    }
    continuation.onTermination = { [weak self] _ in
      self?.content.withLock { _ = $0.watchers.removeValue(forKey: number) }
    }
    return stream
  }

  deinit { content.withLock { $0.watchers.values.forEach { $0.finish() } } }
}
