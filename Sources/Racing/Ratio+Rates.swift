extension Ratio {
  /// Wins (or places) divided by runs.
  ///
  /// - Parameters:
  ///   - wins: Runs that count as a success; a dead heat is one whole win.
  ///   - runs: Starters.
  /// - Returns: `wins / runs`.
  public static func strikeRate(wins: Int64, runs: Int64) -> Ratio {
    Ratio(Int128(wins), over: Int128(runs))
  }

  /// Profit divided by turnover, also "yield" and "profit on turnover".
  ///
  /// - Parameters:
  ///   - profitMicros: Returns less stakes, in millionths.
  ///   - turnoverMicros: The sum of stakes, in millionths: 10⁶ for each level-stakes bet.
  /// - Returns: `profit / turnover`.
  public static func roi(profitMicros: Int64, turnoverMicros: Int64) -> Ratio {
    Ratio(Int128(profitMicros), over: Int128(turnoverMicros))
  }

  /// Win shares divided by expected wins: A/E.
  ///
  /// Above 1 the runners won more often than the baseline expected; which baseline that is must
  /// be said beside the number.
  ///
  /// - Parameters:
  ///   - winSharesNanos: The sum of win shares, in 10⁻⁹: 10⁹ for a winner, a part in a dead heat.
  ///   - expectedNanos: The sum of probabilities, in 10⁻⁹.
  /// - Returns: `actual / expected`.
  public static func actualOverExpected(winSharesNanos: Int64, expectedNanos: Int64) -> Ratio {
    Ratio(Int128(winSharesNanos), over: Int128(expectedNanos))
  }

  /// A strike rate divided by that of the population: IV.
  ///
  /// It ignores prices; show it beside A/E.
  ///
  /// - Parameters:
  ///   - wins: Wins of the group.
  ///   - runs: Runs of the group.
  ///   - allWins: Wins of the population.
  ///   - allRuns: Runs of the population.
  /// - Returns: `(wins / runs) / (allWins / allRuns)`.
  public static func impactValue(
    wins: Int64, runs: Int64, allWins: Int64, allRuns: Int64
  ) -> Ratio {
    Ratio(Int128(wins) * Int128(allRuns), over: Int128(runs) * Int128(allWins))
  }
}
