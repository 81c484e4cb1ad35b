import Columns

/// The share of its rivals that a starter beat in one race: PRB.
///
/// With `n` starters it is `(n − rank) / (n − 1)`; the rank counts the finishers ahead, and tied
/// runners take the middle of the ranks they cover, so a race's mean is one half:
/// ```
/// rank = ahead + (tied + 1) / 2
/// ```
/// Non-finishers and disqualified runners share the mean of the last ranks: for them `ahead` is
/// the count of finishers, `tied` that of all who did not finish.
///
/// - Edge cases: a race with one starter has no rivals and is left out.
public enum RivalsBeaten {
  /// The share of one run.
  ///
  /// - Parameters:
  ///   - starters: The starters of the race.
  ///   - ahead: Starters ranked clear ahead.
  ///   - tied: Starters of the same rank, the runner included, at least 1.
  /// - Returns: From 0 to 1, undefined in a race with one starter.
  public static func ratio(starters: Int, ahead: Int, tied: Int) -> Ratio {
    Ratio(
      Int128(doubledBeaten(starters: starters, ahead: ahead, tied: tied)),
      over: Int128(2 * (starters - 1)))
  }

  /// The share of one run in millionths, rounded half to even.
  ///
  /// - Parameters:
  ///   - starters: The starters of the race.
  ///   - ahead: Starters ranked clear ahead.
  ///   - tied: Starters of the same rank, the runner included, at least 1.
  /// - Returns: From 0 to 10⁶, nil in a race with one starter.
  @inlinable
  public static func micros(starters: Int, ahead: Int, tied: Int) -> Int64? {
    let doubled = doubledBeaten(starters: starters, ahead: ahead, tied: tied)
    guard starters > 1 else { return nil }
    return Rounding.halfEven(
      doubled &* Decimal6.one, dividedBy: Int64(2 &* (starters &- 1)))
  }

  /// Twice the rivals beaten, which is a whole number even at a middle rank.
  @inlinable
  static func doubledBeaten(starters: Int, ahead: Int, tied: Int) -> Int64 {
    precondition(
      ahead >= 0 && tied >= 1 && starters >= ahead + tied, "the ranks exceed the starters")
    return Int64(2 * (starters - ahead) - tied - 1)
  }
}
