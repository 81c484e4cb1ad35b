import Foundation

/// Turns SIGINT and SIGTERM into a call.
struct StopSignals {
  private let sources: [any DispatchSourceSignal]

  /// Begins to listen; the signals no longer end the process by themselves.
  init(_ stop: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM].map { number in
      // The source is told of the signal only where it does not end the process.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: stop)
      source.resume()
      return source
    }
  }

  /// Listens no more.
  func cancel() { for source in sources { source.cancel() } }
}
