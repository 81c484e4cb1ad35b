import Kernels
import StoreTables

/// Sums over bets of one kind, economy and currency, added in order of time.
struct BetSums {
  /// Accepted bets with known stake and payout.
  private(set) var bets: Int64 = 0
  /// Bets with a payout.
  private(set) var wins: Int64 = 0
  private(set) var stakedMicros: Int64 = 0
  private(set) var returnedMicros: Int64 = 0
  /// Profits and stakes, if both are in the same money.
  private(set) var stakes = StakeSums()
  private(set) var sequence = RunSequence()
  /// Bets left out of the sums, by state.
  private(set) var uncounted: [BetStanding: Int] = [:]

  /// Adds a bet that is later than all added before.
  mutating func add(_ bet: StoredBet) {
    guard bet.standing == .ok, let wager = bet.wager, let payout = bet.payout else {
      uncounted[bet.standing, default: 0] += 1
      return
    }
    let isWon = payout > 0
    bets += 1
    wins += isWon ? 1 : 0
    stakedMicros += wager
    returnedMicros += payout
    let profit = bet.isPaidInKind ? payout - wager : nil
    if let profit { stakes.add(profit: profit, stake: wager) }
    // Bets have no form, so its character is never shown.
    sequence.append(
      RunSequence.Run(day: bet.day.number, won: isWon, profit: profit, form: 0))
  }
}
