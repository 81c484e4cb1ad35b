import Synchronization

/// The printed text, line by line.
final class PrintedLines: Sendable {
  private let written = Mutex<[String]>([])

  var lines: [String] { written.withLock { $0 } }

  func add(_ line: String) { written.withLock { $0.append(line) } }
}
