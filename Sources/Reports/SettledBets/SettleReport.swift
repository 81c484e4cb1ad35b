/// Settled bets and their totals.
public struct SettleReport: Sendable {
  /// The file of bets.
  public let file: BetFile
  /// A line per bet, in the file's order.
  public let lines: [SettledLine]
  /// The sums over all bets.
  public let total: SettleTotals
  /// The requested totals, in order.
  public let groups: [SettleGroup]
  /// Messages about the rows of withdrawn runners that were not used.
  public let lostWithdrawals: [String]
}

/// Totals by one key or several.
public struct SettleGroup: Sendable {
  /// The key.
  public let key: SettleKey
  /// The rows: most bets first, then by the keys' bytes, unknown keys first.
  public let rows: [(keys: [String?], totals: SettleTotals)]
}
