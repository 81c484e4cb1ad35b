/// Sums over bets of different stakes from which the interval of a return on investment follows.
///
/// The unit of chance is the bet. With P the profit and s the stake of one, the sums ΣP², ΣP·s,
/// Σs², ΣP and Σs suffice, as in ``RaceClusters``:
/// ```
/// ΣS² = Σ (P − roi·s)² = ΣP² − 2·roi·ΣP·s + roi²·Σs²
/// ```
///
/// - Units: profits and stakes in one unit, such as 10⁻⁶ of a currency's unit; stakes differ, so
///   counting bets is not enough.
/// - Edge cases: exact while Σ|P| and Σs fit 64 bits, for their squares then fit 128; more traps.
public struct StakeSums: Equatable, Sendable {
  /// ΣP², the squared profits.
  public private(set) var profitSquares: Int128 = 0
  /// ΣP·s, the profits times the stakes.
  public private(set) var profitTimesStakes: Int128 = 0
  /// Σs², the squared stakes.
  public private(set) var stakeSquares: Int128 = 0
  /// ΣP, the total profit.
  public private(set) var profit: Int64 = 0
  /// Σs, the total stake.
  public private(set) var stake: Int64 = 0

  /// Creates the sums of no bet at all.
  public init() {}

  /// Adds one bet.
  ///
  /// - Parameters:
  ///   - profit: The payout less the stake.
  ///   - stake: The stake, not negative.
  public mutating func add(profit: Int64, stake: Int64) {
    precondition(stake >= 0, "a stake must not be negative")
    profitSquares += Int128(profit) * Int128(profit)
    profitTimesStakes += Int128(profit) * Int128(stake)
    stakeSquares += Int128(stake) * Int128(stake)
    self.profit += profit
    self.stake += stake
  }
}
