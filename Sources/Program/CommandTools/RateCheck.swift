import ArgumentParser

/// Refuses a number of requests a second whose pauses are too long for a clock to measure.
package func checkRate(_ name: String, _ rate: Double) throws {
  guard (0...1_000_000).contains(rate), rate == 0 || rate >= 0.001 else {
    throw ValidationError("\(name): found \(rate); expected 0, or 0.001 to 1000000")
  }
}
