/// The sign test: the probability that two equals are as far apart in a number of duels.
///
/// Of n duels that one side wins, each side wins one with the probability ½, whatever the others:
/// ```
/// p = min(1, 2 · Σ C(n, k) / 2ⁿ), over k from the larger number of wins to n
/// ```
/// It is exact and two-sided. Duels without a winner say nothing and do not count.
///
/// - Edge cases: without a duel there is no p; equal numbers of wins have 1.
/// - Accuracy: IEEE `+ − × ÷` in a fixed order, so the same bits everywhere; a relative n·10⁻¹⁶,
///   and 0 below 10⁻³⁰⁰.
/// - Source: Dixon and Mood (1946), "The Statistical Sign Test".
public struct SignTest: Sendable {
  private let more: Int
  private let duels: Int

  /// Creates the test of two sides.
  ///
  /// - Parameters:
  ///   - one: The duels that one side won, not negative.
  ///   - other: The duels that the other side won, not negative.
  public init(_ one: Int, _ other: Int) {
    precondition(one >= 0 && other >= 0, "a number of duels must not be negative")
    (more, duels) = (max(one, other), one + other)
  }

  /// The two-sided probability; nil without a duel.
  public var p: Double? {
    guard duels > 0 else { return nil }
    // In units of the middle coefficient, so that none overflows.
    let middle = duels / 2
    var (weight, upper, tail) = (1.0, 0.0, 0.0)
    for wins in middle...duels {
      if wins > middle { upper += weight }
      if wins >= more { tail += weight }
      weight *= Double(duels - wins) / Double(wins + 1)
    }
    // The coefficients are symmetric; an even number of duels has one in the middle.
    let all = duels % 2 == 0 ? 2 * upper + 1 : 2 * upper
    return min(1, 2 * tail / all)
  }
}
