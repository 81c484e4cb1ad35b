/// A method that takes the market's margin out of a race's prices: the baseline of expected wins.
///
/// With π = 1 / odds and S = Σ π over the priced runners of a race. All but ``raw`` share out 1
/// among them.
@frozen
public enum Baseline: String, CaseIterable, Sendable {
  /// π / S: the margin in proportion to probability.
  ///
  /// Source: "basic normalisation" in Štrumbelj (2014), "On Determining Probability Forecasts from
  /// Betting Odds".
  case multiplicative
  /// π itself, margin included.
  ///
  /// Source: the expected wins of most A/E tables in the trade, such as geegeez.co.uk.
  case raw
  /// πᵏ, with the k that makes the sum 1.
  ///
  /// Source: Clarke, Kovalchik and Ingram (2017), "Adjusting Bookmaker's Odds to Allow for
  /// Overround".
  case power
  /// (√(z² + 4(1 − z)π²/S) − z) / (2(1 − z)), with the share z of insiders that makes the sum 1.
  ///
  /// Source: Shin (1993), "Measuring the Incidence of Insider Trading in a Market for
  /// State-Contingent Claims", in the form of Jullien and Salanié (1994).
  case shin
  /// π / (c + π − cπ): each price's odds ratio to its probability is the c that makes the sum 1.
  ///
  /// Source: method `or` of the R package implied (Lindstrøm).
  case oddsRatio = "odds_ratio"
}
