import Foundation
import Synchronization

/// Turns SIGINT and SIGTERM into one call, however often they come.
struct StopSignals {
  private let sources: [any DispatchSourceSignal]

  /// Begins to listen; the signals no longer end the process by themselves.
  init(_ stop: @escaping @Sendable () -> Void) {
    let first = FirstSignal()
    sources = [SIGINT, SIGTERM].map { number in
      // The source is told of the signal only where it does not end the process.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { if first.isThis { stop() } }
      source.resume()
      return source
    }
  }

  /// Listens no more.
  func cancel() { for source in sources { source.cancel() } }
}

/// Tells the first signal from those after it.
private final class FirstSignal: Sendable {
  private let hasCome = Mutex(false)

  var isThis: Bool {
    hasCome.withLock { hasCome in
      defer { hasCome = true }
      return !hasCome
    }
  }
}
