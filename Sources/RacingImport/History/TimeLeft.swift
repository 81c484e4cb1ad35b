import Foundation

/// How long work of a known size will still take, at the speed so far.
struct TimeLeft {
  private let total: Int
  private var done = 0
  private let start: TimeInterval

  /// Begins to measure.
  ///
  /// - Parameters:
  ///   - total: The size of all work.
  ///   - now: The time in seconds, from any zero.
  init(total: Int, now: TimeInterval = ProcessInfo.processInfo.systemUptime) {
    self.total = total
    start = now
  }

  /// Counts work as done.
  mutating func add(_ size: Int) { done += size }

  /// Such as `, 12 s left`; empty as long as nothing is done.
  var text: String { text(now: ProcessInfo.processInfo.systemUptime) }

  func text(now: TimeInterval) -> String {
    guard done > 0, total > done else { return "" }
    let seconds = (now - start) / Double(done) * Double(total - done)
    return ", \(Int(seconds.rounded(.up))) s left"
  }
}
