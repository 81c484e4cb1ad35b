import Foundation

/// The rate of a stage of work since its first progress, and the time left at that rate.
package struct Pace {
  private let stage: String
  private let begun: TimeInterval
  private let first: Int

  /// Begins a stage.
  ///
  /// - Parameters:
  ///   - stage: The stage's name, which distinguishes stages.
  ///   - done: The work that is already done.
  ///   - now: The time in seconds.
  init(of stage: String, done: Int, at now: TimeInterval) {
    self.stage = stage
    begun = now
    first = done
  }

  /// Whether progress of a stage continues this one.
  func isOf(_ stage: String, done: Int) -> Bool { stage == self.stage && done >= first }

  /// Describes rate and time left.
  ///
  /// - Parameters:
  ///   - done: The work that is done.
  ///   - total: All work of the stage; nil if unknown: then no time is given.
  ///   - now: The time in seconds.
  ///   - unit: The unit in the rate; empty if it is the unit before the rate.
  /// - Returns: A text such as `, 1,200/s, 40 s left`; empty before there is a rate.
  package func text(done: Int, of total: Int?, at now: TimeInterval, unit: String = "") -> String {
    guard now > begun, done > first else { return "" }
    let rate = Double(done - first) / (now - begun)
    let number = rate < 10 ? String(format: "%.1f", rate) : grouped(Int(min(rate, 1e15)))
    let shown = unit.isEmpty ? number : number + " " + unit
    guard let total else { return ", \(shown)/s" }
    return ", \(shown)/s, \(Self.time(Int(min(Double(total - done) / rate, 1e9)))) left"
  }

  /// Describes a time, such as `40 s` or `3 h 20 min`.
  package static func time(_ seconds: Int) -> String {
    if seconds < 100 { return "\(seconds) s" }
    let minutes = (seconds + 30) / 60
    return minutes < 100 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }
}
