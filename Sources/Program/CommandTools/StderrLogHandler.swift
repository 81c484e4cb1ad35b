import APICore
import Columns
import Foundation
import Logging

/// The form of log lines on standard error.
package enum LogFormat: String, CaseIterable, Sendable {
  /// Text, such as `12:30:00 warning racing: GET /racecards: 429 attempt=1`.
  case text
  /// One JSON object per line.
  case json
}

/// Writes the log's lines to standard error, as text or JSON.
struct StderrLogHandler: LogHandler {
  let label: String
  let format: LogFormat
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let facts = metadata.merging(event.metadata ?? [:]) { $1 }
      .mapValues { "\($0)" }.sorted { $0.key < $1.key }
    let time = APIDate(micros: SystemClock().now).iso
    let line =
      switch format {
      case .text:
        "\(time) \(event.level) \(label): \(event.message)"
          + facts.map { " \($0.key)=\($0.value)" }.joined()
      case .json: Self.json(time, label, event, facts)
      }
    // A failing standard error cannot be reported anywhere.
    try? FileHandle.standardError.write(contentsOf: Data((DisplayWidth.escaped(line) + "\n").utf8))
  }

  // MARK: - Implementation

  private static func json(
    _ time: String, _ label: String, _ event: LogEvent, _ facts: [(key: String, value: String)]
  ) -> String {
    var fields = ["time": time, "level": "\(event.level)", "logger": label]
    fields["message"] = "\(event.message)"
    for fact in facts where fields[fact.key] == nil { fields[fact.key] = fact.value }
    return JSONText.text(fields)
  }
}
