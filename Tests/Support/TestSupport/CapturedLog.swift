import Logging
import Synchronization

/// Keeps log lines, so that a test can search them.
public final class CapturedLog: Sendable {
  private let written = Mutex<[String]>([])

  /// Makes an empty log.
  public init() {}

  /// All lines, each with its level and metadata.
  public var lines: [String] { written.withLock { $0 } }

  /// A logger of all levels that writes here.
  public var logger: Logger {
    Logger(label: "test") { _ in Handler(log: self) }
  }

  private struct Handler: LogHandler {
    let log: CapturedLog
    var logLevel = Logger.Level.trace
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let all = metadata.merging(event.metadata ?? [:]) { $1 }
      let line = "\(event.level) \(event.message) \(all.isEmpty ? "" : "\(all)")"
      log.written.withLock { $0.append(line) }
    }
  }
}
