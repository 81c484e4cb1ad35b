import Synchronization

/// A state that many may watch, each from the present on.
final class StateBroadcast: Sendable {
  private struct Content {
    var state: RacingState
    var watchers: [Int: AsyncStream<RacingState>.Continuation] = [:]
    var nextNumber = 0
  }

  private let content: Mutex<Content>

  init(_ state: RacingState) { content = Mutex(Content(state: state)) }

  var state: RacingState { content.withLock { $0.state } }

  /// Changes the state and tells all watchers; under the lock, so that they see one order.
  func change(_ body: (inout RacingState) -> Void) {
    content.withLock { content in
      let before = content.state
      body(&content.state)
      guard content.state != before else { return }
      for watcher in content.watchers.values { watcher.yield(content.state) }
    }
  }

  /// The state now and each one after it; whoever is slow misses the oldest of many.
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
