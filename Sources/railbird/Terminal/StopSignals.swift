import Foundation
import SystemFiles
import Synchronization

/// Turns SIGINT and SIGTERM into a single call, however often they arrive.
struct StopSignals {
  private let sources: [any DispatchSourceSignal]
  /// The number of those that listen.
  private static let listening = Atomic(0)

  /// Starts listening; the signals no longer end the process by themselves.
  init(_ stop: @escaping @Sendable () -> Void) {
    let first = FirstSignal()
    Self.listening.add(1, ordering: .relaxed)
    sources = [SIGINT, SIGTERM].map { number in
      // The source receives the signal only if it does not end the process.
      signal(number, SIG_IGN)
      return Self.source(of: number) { if first.isThis { stop() } }
    }
  }

  /// Stops listening.
  func cancel() {
    for source in sources { source.cancel() }
    Self.listening.subtract(1, ordering: .relaxed)
  }

  /// Makes an interrupted process remove the drafts that it is writing, as long as nobody listens.
  ///
  /// The signal ends it all the same. A process that ignores a signal, as under nohup, still does.
  static func removeDrafts() { _ = removing }

  // MARK: - Implementation

  // Safety: made once, and not used any more: it keeps the sources alive.
  nonisolated(unsafe) private static let removing = [SIGINT, SIGTERM]
    .filter { !isIgnored($0) }
    .map { number in
      source(of: number) {
        guard !isTaken else { return }
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

  private static var isTaken: Bool { listening.load(ordering: .relaxed) > 0 }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func source(
    of number: Int32, _ act: @escaping @Sendable () -> Void
  ) -> any DispatchSourceSignal {
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler(handler: act)
    // Until it is registered, the signal does what it did before.
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
