import Betting
import Kernels

/// Sums over bets of one kind, economy and currency, added in the order of time.
struct BetSums {
  /// Taken bets whose stake and payout are known.
  private(set) var bets: Int64 = 0
  /// Those that paid something.
  private(set) var wins: Int64 = 0
  private(set) var stakedMicros: Int64 = 0
  private(set) var returnedMicros: Int64 = 0
  /// Profits and stakes, where both are of the same money.
  private(set) var stakes = StakeSums()
  private(set) var sequence = RunSequence()
  /// Bets that count in no sum, by what is known of them.
  private(set) var uncounted: [BetStanding: Int] = [:]

  /// Adds the bet that follows all those added before.
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
    // Bets have no form: no character of it is ever shown.
    sequence.append(
      RunSequence.Run(day: bet.day.number, won: isWon, profit: profit, form: 0))
  }
}
