import Foundation
import Synchronization

/// Turns SIGINT and SIGTERM into a single call, however often they arrive.
struct StopSignals {
  private let sources: [any DispatchSourceSignal]

  /// Starts listening; the signals no longer end the process by themselves.
  init(_ stop: @escaping @Sendable () -> Void) {
    let first = FirstSignal()
    sources = [SIGINT, SIGTERM].map { number in
      // The source receives the signal only if it does not end the process.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { if first.isThis { stop() } }
      source.resume()
      return source
    }
  }

  /// Stops listening.
  func cancel() { for source in sources { source.cancel() } }
}

/// Distinguishes the first signal from later ones.
private final class FirstSignal: Sendable {
  private let hasCome = Mutex(false)

  var isThis: Bool {
    hasCome.withLock { hasCome in
      defer { hasCome = true }
      return !hasCome
    }
  }
}
