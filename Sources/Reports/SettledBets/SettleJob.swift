import BetSettlement
import ColumnStore
import Columns
import Racing

/// Settles the bets of a file by the races in one state of a store.
public struct SettleJob {
  private let file: BetFile
  private let withdrawals: WithdrawalFile?
  private let snapshot: Snapshot
  private let names: BetNames
  /// The commission for books that charge one, in place of their own.
  private let commission: Commission?

  /// The tables that it reads.
  public static let tables: Set<String> = [
    RacingTables.races, RacingTables.runners, RacingTables.dividends,
  ]

  /// Creates the job.
  ///
  /// - Parameters:
  ///   - file: The bets.
  ///   - withdrawals: The withdrawn runners of a file.
  ///   - commission: The exchange's commission; nil to use the rule book's.
  ///   - names: The rules by which spellings are one name.
  ///   - snapshot: The store.
  public init(
    _ file: BetFile, withdrawals: WithdrawalFile? = nil, commission: Commission? = nil,
    names: BetNames, from snapshot: Snapshot
  ) {
    self.file = file
    self.withdrawals = withdrawals
    self.commission = commission
    self.names = names
    self.snapshot = snapshot
  }

  /// Settles all bets.
  ///
  /// - Parameters:
  ///   - keys: The keys of totals.
  ///   - progress: Takes the number of bets settled so far, every thousand bets.
  /// - Returns: The lines and totals.
  /// - Throws: ``SettleError`` `.store` when a table is damaged, `.tooLarge` when sums do not fit.
  public func run(
    by keys: [SettleKey] = [], progress: (Int) -> Void = { _ in }
  ) throws(SettleError) -> SettleReport {
    var races: BetRaces
    do throws(StoreError) {
      races = try BetRaces(
        of: Set(file.bets.map(\.race.day) + (withdrawals?.runners ?? []).map(\.race.day)),
        snapshot, names)
    } catch {
      throw .store(error)
    }
    let lost = withdrawals.map { races.note($0) } ?? []
    var books: [BookDay: RuleBook] = [:]
    var lines: [SettledLine] = []
    for bet in file.bets {
      let day = BookDay(book: bet.book, day: bet.race.day)
      let book = books[day] ?? RuleBook(bet.book, on: bet.race.day)
      books[day] = book
      lines.append(line(bet, book, races))
      if lines.count.isMultiple(of: 1000) { progress(lines.count) }
    }
    try checkSums(lines)
    MarketCommission(rate: commission, books).take(from: &lines)
    let ordered = lines.indices.sorted { Self.precedes((lines[$0], $0), (lines[$1], $1)) }
      .map { lines[$0] }
    return SettleReport(
      file: file, lines: lines, total: Self.totals(ordered),
      groups: keys.map { group(ordered, by: $0) }, lostWithdrawals: lost)
  }

  // MARK: - Implementation

  private func line(_ bet: PlacedBet, _ book: RuleBook, _ races: BetRaces) -> SettledLine {
    let race: BetRace
    switch races.find(bet.race) {
    case .failure(let gap):
      return SettledLine(bet: bet, race: nil, runner: nil, outcome: .failure(gap))
    case .success(let place): race = races.races[place]
    }
    switch race.runner(bet.race, names) {
    case .failure(let gap):
      return SettledLine(bet: bet, race: race, runner: nil, outcome: .failure(gap))
    case .success(let runner):
      let outcome = Result { () throws(SettlementGap) in
        try book.settle(bet.bet, on: runner, in: race.facts)
      }
      return SettledLine(bet: bet, race: race, runner: runner, outcome: outcome)
    }
  }

  /// Checks that all amounts together fit: no sum can be larger.
  private func checkSums(_ lines: [SettledLine]) throws(SettleError) {
    let total = lines.reduce(Int128(0)) { sum, line in
      sum + (line.settled.map { Int128($0.stakedMicros) + Int128($0.returnedMicros) } ?? 0)
    }
    guard total <= Int128(Int64.max) else { throw .tooLarge(file: file.path) }
  }

  /// Compares by time: race day, off time, race number, race key, then the file's order.
  private static func precedes(
    _ left: (line: SettledLine, index: Int), _ right: (line: SettledLine, index: Int)
  ) -> Bool {
    let (leftDay, rightDay) = (left.line.bet.race.day, right.line.bet.race.day)
    if leftDay != rightDay { return leftDay < rightDay }
    let (one, other) = (left.line.race, right.line.race)
    let times = (one?.off ?? .min, other?.off ?? .min)
    if times.0 != times.1 { return times.0 < times.1 }
    let numbers = (one?.number ?? .min, other?.number ?? .min)
    if numbers.0 != numbers.1 { return numbers.0 < numbers.1 }
    let keys = (one?.id ?? "", other?.id ?? "")
    if keys.0 != keys.1 { return keys.0.utf8.lexicographicallyPrecedes(keys.1.utf8) }
    return left.index < right.index
  }

  private static func totals(_ lines: [SettledLine]) -> SettleTotals {
    var totals = SettleTotals()
    for line in lines { totals.add(line) }
    return totals
  }

  private func group(_ lines: [SettledLine], by key: SettleKey) -> SettleGroup {
    let groups = Dictionary(grouping: lines) { key.values($0, file) }
    let rows = groups.map { (keys: $0.key, totals: Self.totals($0.value)) }
    return SettleGroup(
      key: key,
      rows: rows.sorted { left, right in
        if left.totals.bets != right.totals.bets { return left.totals.bets > right.totals.bets }
        for (left, right) in zip(left.keys, right.keys) where left != right {
          guard let left, let right else { return left == nil }
          return left.utf8.lexicographicallyPrecedes(right.utf8)
        }
        return false
      })
  }
}

/// A rule book with the day on which it applies.
struct BookDay: Hashable {
  let book: RuleBook.Name
  let day: Day
}
