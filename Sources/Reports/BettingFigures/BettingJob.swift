import ColumnStore
import Columns
import StoreTables

/// Computes the returns of bets from one state of a store.
public struct BettingJob {
  let question: BettingQuestion
  let snapshot: Snapshot

  /// The tables that it reads.
  public static let tables: Set<String> = [BettingTables.bets]

  /// Makes the job.
  ///
  /// - Parameters:
  ///   - question: The groupings, windows and the as-of day.
  ///   - snapshot: The store.
  public init(_ question: BettingQuestion, from snapshot: Snapshot) {
    self.question = question
    self.snapshot = snapshot
  }

  /// The number of stored bets, for progress.
  public var betCount: Int { snapshot.rowCount(of: BettingTables.bets) }

  /// Computes the report.
  ///
  /// - Parameter progress: Takes the number of bets read since it was called before.
  /// - Returns: The rows of each grouping, and the bets with an unknown outcome.
  /// - Throws: ``BettingError`` `.noBets` if the store has none before the as-of day, `.store` for
  ///   a damaged table.
  public func run(
    progress: (Int) -> Void = { _ in }
  ) throws(BettingError) -> BettingReport {
    let all: [StoredBet]
    do { all = try StoredBet.all(in: snapshot, progress: progress) } catch { throw .store(error) }
    let asOf = question.asOf ?? all.last.map { $0.day + 1 } ?? Day(0)
    let bets = Array(all.prefix { $0.day < asOf })
    guard let first = bets.first else {
      throw .noBets(store: snapshot.store, asOf: question.asOf?.iso)
    }
    let windows = question.windows.map { DayWindow($0, before: asOf, first: first.day) }
    return BettingReport(
      asOf: asOf, betCount: bets.count,
      groups: question.groupings.map { grouping in
        let groups = Self.groups(bets, by: grouping).filter { group in
          // Only money keys may be missing: unbacked bets have neither economy nor currency.
          zip(group.keys, grouping.keys).allSatisfy {
            $0 != nil || BetKey.ofMoney.contains($1)
          }
        }
        return Self.rows(groups, grouping, windows, minBets: question.minBets)
      },
      games: Self.rows(
        Self.groups(bets, by: BetGrouping(.game)), BetGrouping(.game),
        [DayWindow(nil, before: asOf, first: first.day)], minBets: 0),
      unsettled: bets.filter { !$0.standing.isSettled }.map { bet in
        UnknownBet(
          key: bet.key, game: bet.game, kind: bet.kind, economy: bet.economy,
          currency: bet.currency, wagerMicros: bet.wager, since: bet.time)
      })
  }

  // MARK: - Implementation

  /// Bets with the same keys, in order of time.
  private typealias Group = (keys: [String?], bets: [StoredBet])

  private static func groups(_ bets: [StoredBet], by grouping: BetGrouping) -> [Group] {
    let keys = grouping.keys
    let groups = Dictionary(grouping: bets) { bet in keys.map { $0.value(of: bet) } }
    return groups.map { (keys: $0.key, bets: $0.value) }
  }

  private static func rows(
    _ groups: [Group], _ grouping: BetGrouping, _ windows: [DayWindow], minBets: Int
  ) -> BettingGroup {
    var rows: [BettingRow] = []
    for window in windows {
      let ofWindow = groups.compactMap { row($0, window) }.filter { $0.bets >= minBets }
      rows += ofWindow.sorted(by: precedes)
    }
    return BettingGroup(grouping: grouping, rows: rows)
  }

  /// Returns the row of a window; nil if it contains no bet.
  private static func row(_ group: Group, _ window: DayWindow) -> BettingRow? {
    // All these bets are before the as-of day, in order of time.
    let bets = group.bets.drop { $0.day < window.from }
    guard let first = bets.first else { return nil }
    var sums = BetSums()
    for bet in bets { sums.add(bet) }
    return BettingRow(
      keys: group.keys, window: window, sums: sums, isPaidInKind: first.isPaidInKind)
  }

  /// Orders by most bets first, then by the keys' bytes, a missing key first.
  private static func precedes(_ left: BettingRow, _ right: BettingRow) -> Bool {
    if left.bets != right.bets { return left.bets > right.bets }
    return KeyList.precedes(left.keys, right.keys)
  }
}
