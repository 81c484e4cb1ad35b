import Synchronization

/// Texts gathered from many tasks.
final class Texts: Sendable {
  private let gathered = Mutex<[String]>([])

  var all: [String] { gathered.withLock { $0 } }

  func add(_ text: String) { gathered.withLock { $0.append(text) } }
}
