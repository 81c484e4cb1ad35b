import Columns

extension RaceProbabilities {
  /// Fills in the probability of every runner of the races given, by a method of choice.
  ///
  /// ``Baseline/multiplicative`` is ``fill(_:odds:raceStarts:)``, to the last unit.
  ///
  /// - Units: decimal odds in 10⁻⁶, 0 for no price; probabilities in 10⁻⁹, each rounded once, half
  ///   to even.
  /// - Edge cases: a runner without a price gets 0 and takes no part in its race's sum. A race with
  ///   one price gives it 1, and a race with a price of 1 or less is shared out multiplicatively,
  ///   because no parameter solves it; so is, by Shin's method, a race whose prices add up to 1 or
  ///   less, because a share of insiders cannot be negative. ``Baseline/raw`` inverts each price
  ///   alone.
  /// - Accuracy: the parameter is found by `+ − × ÷ √` in a fixed order, so all machines agree; a
  ///   race's sum is 1 within half a unit per runner and 10⁻¹².
  ///
  /// - Parameters:
  ///   - probabilities: Receives one probability per row, in 10⁻⁹.
  ///   - odds: One price per row in 10⁻⁶, not negative; 0 means no price.
  ///   - raceStarts: The first row of every race, and the end of the last one.
  ///   - baseline: The method.
  public static func fill(
    _ probabilities: inout MutableSpan<Int64>, odds: Span<Int64>, raceStarts: Span<Int32>,
    baseline: Baseline
  ) {
    switch baseline {
    case .multiplicative: fill(&probabilities, odds: odds, raceStarts: raceStarts)
    case .raw: fillRaw(&probabilities, odds, raceStarts)
    case .power, .shin, .oddsRatio:
      // These values stay for a race without a parameter.
      fill(&probabilities, odds: odds, raceStarts: raceStarts)
      fillSolved(&probabilities, odds, raceStarts, RaceBook(baseline))
    }
  }

  /// Finds the parameter by which a method shares out 1 in one race.
  ///
  /// - Parameters:
  ///   - odds: The race's prices in 10⁻⁶, 0 for none.
  ///   - baseline: The method.
  /// - Returns: The exponent of ``Baseline/power``, z of ``Baseline/shin`` or c of
  ///   ``Baseline/oddsRatio``; nil for other methods, and for races without one.
  public static func parameter(odds: Span<Int64>, baseline: Baseline) -> Double? {
    var book = RaceBook(baseline)
    return book.solve(odds, 0..<odds.count)
  }

  /// Inverts a price alone, margin included.
  ///
  /// - Parameter odds: Decimal odds in 10⁻⁶, not negative; 0 for no price.
  /// - Returns: The implied probability in 10⁻⁹, rounded half to even; 0 for no price.
  static func rawShare(_ odds: Int64) -> Int64 {
    precondition(odds >= 0, "odds must not be negative")
    return odds == 0 ? 0 : Rounding.halfEven(1_000_000_000_000_000, dividedBy: odds)
  }

  // MARK: - Implementation

  private static func fillRaw(
    _ probabilities: inout MutableSpan<Int64>, _ odds: Span<Int64>, _ raceStarts: Span<Int32>
  ) {
    precondition(probabilities.count == odds.count, "one probability per price")
    checkRaceStarts(raceStarts, rowCount: odds.count)
    guard raceStarts.count > 1 else { return }
    for row in Int(raceStarts[0])..<Int(raceStarts[raceStarts.count - 1]) {
      probabilities[row] = rawShare(odds[row])
    }
  }

  private static func fillSolved(
    _ probabilities: inout MutableSpan<Int64>, _ odds: Span<Int64>, _ raceStarts: Span<Int32>,
    _ book: consuming RaceBook
  ) {
    for race in 0..<max(0, raceStarts.count - 1) {
      let rows = Int(raceStarts[race])..<Int(raceStarts[race + 1])
      guard book.solve(odds, rows) != nil else { continue }
      var index = 0
      for row in rows where odds[row] > 0 {
        probabilities[row] = Rounding.halfEven(book.share(index), scaledBy: 1_000_000_000)
        index += 1
      }
    }
  }
}
