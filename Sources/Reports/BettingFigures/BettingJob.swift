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
    let allDays = DayWindow(nil, before: asOf, first: first.day)
    return BettingReport(
      asOf: asOf, betCount: bets.count,
      groups: question.groupings.map { grouping in
        Self.group(bets, by: grouping, in: windows).filter { row in
          // Only money keys may be missing: unbacked bets have neither economy nor currency.
          row.bets >= question.minCount
            && zip(row.keys, grouping.keys).allSatisfy {
              $0 != nil || BetKey.ofMoney.contains($1)
            }
        }
      },
      games: Self.group(bets, by: BetGrouping(.game), in: [allDays]),
      unsettled: bets.filter { !$0.standing.isSettled }.map { bet in
        UnknownBet(
          key: bet.key, game: bet.game, kind: bet.kind, economy: bet.economy,
          currency: bet.currency, wagerMicros: bet.wager, since: bet.time)
      })
  }

  // MARK: - Implementation

  private static func group(
    _ bets: [StoredBet], by grouping: BetGrouping, in windows: [DayWindow]
  ) -> BettingGroup {
    BettingGroup(bets, by: grouping, in: windows) { key, bet in
      key.value(of: bet)
    } figures: { bets in
      BetFigures(bets)
    }
  }
}
