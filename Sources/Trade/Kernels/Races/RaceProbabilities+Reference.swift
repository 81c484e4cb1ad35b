import Columns

extension RaceProbabilities {
  /// The specification of ``fill(_:odds:raceStarts:)``: the two formulas, in `Int128`.
  package static func referenceFill(
    _ probabilities: inout MutableSpan<Int64>, odds: Span<Int64>, raceStarts: Span<Int32>
  ) {
    for race in 0..<max(0, raceStarts.count - 1) {
      let rows = Int(raceStarts[race])..<Int(raceStarts[race + 1])
      var sum: Int128 = 0
      for row in rows { sum += inverse(odds[row]) }
      for row in rows {
        probabilities[row] = share(of: inverse(odds[row]), in: sum)
      }
    }
  }

  /// Fills one race for which the fast path has no proof.
  static func referenceFillRace(
    _ probabilities: UnsafeMutableBufferPointer<Int64>, odds: UnsafeBufferPointer<Int64>
  ) {
    // Safety: both buffers have the race's rows.
    let sum = odds.reduce(into: Int128(0)) { $0 += inverse($1) }
    for row in 0..<odds.count {
      probabilities[row] = share(of: inverse(odds[row]), in: sum)
    }
  }
}
