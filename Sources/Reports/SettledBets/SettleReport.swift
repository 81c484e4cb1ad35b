/// Bets settled, and what they come to.
public struct SettleReport: Sendable {
  /// The file of bets.
  public let file: BetFile
  /// A line per bet, in the file's order.
  public let lines: [SettledLine]
  /// The sums over all bets.
  public let total: SettleTotals
  /// The totals that were asked for, in their order.
  public let groups: [SettleGroup]
  /// Rows of withdrawn runners whose race is not stored, in words.
  public let lostWithdrawals: [String]
}

/// Totals by one key or several.
public struct SettleGroup: Sendable {
  /// The key.
  public let key: SettleKey
  /// The rows: most bets first, then by the keys' bytes, one that is not known first.
  public let rows: [(keys: [String?], totals: SettleTotals)]
}
