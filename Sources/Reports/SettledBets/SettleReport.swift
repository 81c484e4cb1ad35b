import Columns

/// Settled bets and their totals.
public struct SettleReport: Sendable {
  /// The file of bets.
  public let file: BetFile
  /// A line per bet, in the file's order.
  public let lines: [SettledLine]
  /// The lines in the order of time: race day, off time, race number, race key and line.
  public let linesInTime: [SettledLine]
  /// The sums over all bets.
  public let total: SettleTotals
  /// The requested totals, in order.
  public let groups: [SettleGroup]
  /// Messages about the rows of withdrawn runners that were not used.
  public let lostWithdrawals: [String]
}

extension SettleReport {
  /// Returns the bets of an account, in the order of time.
  ///
  /// - Parameter account: The account.
  /// - Returns: The lines.
  public func lines(of account: String) -> [SettledLine] {
    linesInTime.filter { $0.bet.account == account }
  }
}

/// Totals by one key or several: most bets first, then by the keys' bytes, unknown keys first.
public typealias SettleGroup = GroupedTable<SettleKey, SettleTotals>
