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

  /// The same for one race, where the fast path has no proof.
  static func referenceFillRace(
    _ probabilities: UnsafeMutableBufferPointer<Int64>, odds: UnsafeBufferPointer<Int64>
  ) {
    let sum = odds.reduce(into: Int128(0)) { $0 += inverse($1) }
    for row in 0..<odds.count {
      probabilities[row] = share(of: inverse(odds[row]), in: sum)
    }
  }

  private static func inverse(_ odds: Int64) -> Int128 {
    precondition(odds >= 0, "odds must not be negative")
    return odds == 0 ? 0 : Rounding.halfEven(1_000_000_000_000_000_000, dividedBy: Int128(odds))
  }

  /// Prices above 2·10¹⁸ units can leave a race whose inverses are all 0; nobody has a share.
  private static func share(of inverse: Int128, in sum: Int128) -> Int64 {
    sum == 0 ? 0 : Int64(Rounding.halfEven(1_000_000_000 * inverse, dividedBy: sum))
  }
}
