import Foundation
import Synchronization
import SystemFiles

/// Turns SIGINT and SIGTERM into a single call, however often they arrive.
///
/// Without a listener they end the process, as SIGHUP always does, after its drafts are removed.
/// After a listener has received one, the process ends by itself, so a second one, which may arrive
/// after the listener has stopped, does nothing.
package struct StopSignals {
  private let number: Int

  /// Starts listening; the signals no longer end the process by themselves.
  package init(_ stop: @escaping @Sendable () -> Void) {
    let first = FirstSignal()
    number = Self.listeners.withLock { listeners in
      listeners.last += 1
      listeners.stops[listeners.last] = { if first.isThis { stop() } }
      return listeners.last
    }
    _ = Self.interrupts
  }

  /// Stops listening.
  package func cancel() { _ = Self.listeners.withLock { $0.stops.removeValue(forKey: number) } }

  /// Makes an interrupted process remove the drafts that it is writing.
  ///
  /// The signal still ends the process. A process that ignores a signal, as under nohup, continues
  /// to ignore it.
  static func removeDrafts() { _ = interrupts }

  /// Whether the process ignores a signal.
  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  // MARK: - Implementation

  private struct Listeners {
    var stops: [Int: @Sendable () -> Void] = [:]
    var last = 0
    /// Whether a listener has received a signal.
    var isHandled = false
  }

  private static let listeners = Mutex(Listeners())

  // Safety: made once and never used again; it keeps the sources alive.
  nonisolated(unsafe) private static let interrupts = [SIGINT, SIGTERM, SIGHUP].map { number in
    let isIgnored = isIgnored(number)
    return source(of: number) {
      // One place decides, because a listener may stop listening because of this very signal.
      let (stops, isHandled) = listeners.withLock { listeners in
        guard number != SIGHUP else { return ([@Sendable () -> Void](), false) }
        listeners.isHandled = listeners.isHandled || !listeners.stops.isEmpty
        return (Array(listeners.stops.values), listeners.isHandled)
      }
      for stop in stops { stop() }
      guard !isHandled, !isIgnored else { return }
      Console.clearLine()
      Drafts.abandon { end(by: number) }
    }
  }

  /// Ends the process by a signal, which the thread may have blocked.
  private static func end(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
    exit(128 + number)
  }

  private static func source(
    of number: Int32, _ act: @escaping @Sendable () -> Void
  ) -> any DispatchSourceSignal {
    #if canImport(Darwin)
      // On Darwin the source receives the signal only if it does not end the process.
      signal(number, SIG_IGN)
    #endif
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler(handler: act)
    // Until the source is registered, the signal has its previous effect.
    let registered = DispatchSemaphore(value: 0)
    source.setRegistrationHandler { registered.signal() }
    source.resume()
    registered.wait()
    return source
  }
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
