/// Sums over races from which the interval of a return on investment follows.
///
/// Bets on the same race win or lose together, so a race, not a bet, is the unit of chance. With P
/// the profit and b the bets of one race, the sums ΣP², ΣP·b, Σb², ΣP and Σb suffice:
/// ```
/// ΣS² = Σ (P − roi·b)² = ΣP² − 2·roi·ΣP·b + roi²·Σb²
/// ```
///
/// - Units: profits in 10⁻⁶ of the stake of one bet.
public struct RaceClusters: Equatable, Sendable {
  /// ΣP², the squared profits.
  public var profitSquares: Int128
  /// ΣP·b, the profits times the bets.
  public var profitTimesBets: Int128
  /// Σb², the squared numbers of bets.
  public var betSquares: Int64
  /// ΣP, the total profit.
  public var profit: Int64
  /// Σb, the total number of bets.
  public var bets: Int64

  /// Creates the sums of no race at all.
  public init() {
    profitSquares = 0
    profitTimesBets = 0
    betSquares = 0
    profit = 0
    bets = 0
  }

  /// Adds one race.
  ///
  /// - Parameters:
  ///   - profit: Profit of all bets on it, in 10⁻⁶.
  ///   - bets: Number of bets on it, not negative.
  @inlinable
  public mutating func add(profit: Int64, bets: Int64) {
    precondition(bets >= 0, "a number of bets must not be negative")
    profitSquares += Int128(profit) * Int128(profit)
    profitTimesBets += Int128(profit) * Int128(bets)
    betSquares += bets * bets
    self.profit += profit
    self.bets += bets
  }
}
