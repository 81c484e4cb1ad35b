import BetSettlement
import Columns
import Racing

extension SettleJob {
  private struct Market: Hashable {
    let race: String
    let account: String?
    let kind: String
    let book: RuleBook.Name
    let rateMicros: Int64
  }

  /// Takes an exchange's commission from the bets of each market together.
  ///
  /// A market is an account's bets to win, to be placed or each way on a race at one rate. Its
  /// commission is divided among the bets with a profit, in proportion to the profit and exact to
  /// the millionth.
  ///
  /// - Parameters:
  ///   - lines: The settled bets, whose parts of the commission it sets.
  ///   - books: The rule books in use.
  func takeCommission(from lines: inout [SettledLine], _ books: [BookDay: RuleBook]) {
    var markets: [Market: [Int]] = [:]
    for index in lines.indices {
      if let market = market(lines[index], books) { markets[market, default: []].append(index) }
    }
    for (market, indices) in markets {
      let profits = indices.map { lines[$0].settled!.profitMicros }
      let net = profits.reduce(0, +)
      let commission = Commission(rateMicros: market.rateMicros)!
      share(commission.commissionMicros(onMarketNet: net), indices, profits, &lines)
    }
  }

  // MARK: - Implementation

  private func market(_ line: SettledLine, _ books: [BookDay: RuleBook]) -> Market? {
    guard let race = line.race, line.settled != nil, let bet = line.bet.bet,
      let book = line.bet.book, let own = books[BookDay(book: book, day: line.day)]?.commission
    else { return nil }
    let kind: String =
      switch bet.kind {
      case .win, .lay: "win"
      case .place, .placeLay: "place"
      case .eachWay: "each_way"
      }
    return Market(
      race: race.id, account: line.bet.account, kind: kind, book: book,
      rateMicros: (line.bet.commission ?? commission ?? own).rateMicros)
  }

  /// Divides a commission; shares are differences of rounded running sums, so they sum to the
  /// whole.
  private func share(
    _ commission: Int64, _ indices: [Int], _ profits: [Int64], _ lines: inout [SettledLine]
  ) {
    let won = profits.reduce(0) { $0 + max($1, 0) }
    guard commission > 0, won > 0 else { return }
    var (sum, taken): (Int64, Int64) = (0, 0)
    for (index, profit) in zip(indices, profits) where profit > 0 {
      sum += profit
      let upTo = Rounding.halfEven(commission, times: sum, dividedBy: won)
      lines[index].commissionMicros = upTo - taken
      taken = upTo
    }
  }
}
