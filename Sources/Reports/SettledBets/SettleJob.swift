import BetSettlement
import ColumnStore
import Columns
import Racing

/// Settles the bets of a file by the races in one state of a store.
public struct SettleJob {
  let file: BetFile
  private let withdrawals: WithdrawalFile?
  private let snapshot: Snapshot
  private let names: BetNames
  /// The commission for books that charge one, in place of their own.
  let commission: Commission?

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
  ///   - groupings: The keys of totals.
  ///   - progress: Takes the number of bets settled so far, every thousand bets.
  /// - Returns: The lines and totals.
  /// - Throws: ``SettleError`` `.store` when a table is damaged, `.mistakes` for a price that the
  ///   store lacks or a dutch of several totals, `.tooLarge` when sums do not fit.
  public func run(
    by groupings: [Grouping<SettleKey>] = [], progress: (Int) -> Void = { _ in }
  ) throws(SettleError) -> SettleReport {
    let prices = try prices()
    var races: BetRaces
    do throws(StoreError) {
      races = try BetRaces(
        of: Set(file.bets.map(\.row.day) + (withdrawals?.runners ?? []).map(\.row.day)),
        snapshot, names, prices)
    } catch {
      throw .store(error)
    }
    let lost = withdrawals.map { races.note($0) } ?? []
    var books: [BookDay: RuleBook] = [:]
    var lines: [SettledLine] = []
    for bet in try parts(&books, races) {
      lines.append(line(bet, &books, races))
      if lines.count.isMultiple(of: 1000) { progress(lines.count) }
    }
    try checkSums(lines)
    takeCommission(from: &lines, books)
    let order = lines.indices.sorted { Self.precedes($0, $1, of: lines) }
    addUp(&lines, in: order)
    let ordered = order.map { lines[$0] }
    return SettleReport(
      file: file, lines: lines, linesInTime: ordered, total: SettleTotals(ordered),
      groups: groupings.map { Self.group(ordered, by: $0) }, lostWithdrawals: lost)
  }

  // MARK: - Implementation

  /// Returns the named prices of the bets.
  ///
  /// - Throws: ``SettleError`` `.mistakes` for the bets at prices that the store lacks.
  private func prices() throws(SettleError) -> Set<NamedPrice> {
    let known = NamedPrice.columns(of: snapshot.segments(of: RacingTables.runners).map(\.rows))
    var (wanted, mistakes): (Set<NamedPrice>, [String]) = ([], [])
    for bet in file.bets {
      guard case .named(let price) = bet.price else { continue }
      wanted.insert(price)
      guard !known.contains(price.column) else { continue }
      let expected = NearestName.choice(price.column, in: known) ?? known.joined(separator: ", ")
      mistakes.append(
        bet.row.mistake(
          "price", found: price.column,
          known.isEmpty
            ? "no price by name, as the store has none"
            : "a price that the store has, such as \(expected)"))
    }
    guard mistakes.isEmpty else { throw .mistakes(mistakes) }
    return wanted
  }

  /// Keeps the running total of each account.
  private func addUp(_ lines: inout [SettledLine], in order: [Int]) {
    var totals: [String?: Int64] = [:]
    for index in order {
      totals[lines[index].bet.account, default: 0] += lines[index].netMicros ?? 0
      lines[index].runningMicros = totals[lines[index].bet.account]!
    }
  }

  private func line(
    _ bet: PlacedBet, _ books: inout [BookDay: RuleBook], _ races: BetRaces
  ) -> SettledLine {
    func unsettled(_ gap: SettlementGap, _ race: BetRace? = nil) -> SettledLine {
      SettledLine(bet: bet, race: race, runner: nil, outcome: .failure(gap))
    }
    if case .unread(let gap) = bet.ticket { return unsettled(gap) }
    var race: BetRace
    let place: Int
    switch races.find(bet.row) {
    case .failure(let gap): return unsettled(gap)
    case .success(let found): (race, place) = (races.races[found], found)
    }
    if case .pool(let pool) = bet.ticket {
      let outcome = Result { () throws(SettlementGap) in try pool.settle(in: race) }
      return SettledLine(bet: bet, race: race, runner: nil, outcome: outcome)
    }
    switch races.runner(bet.row, of: place) {
    case .failure(let gap): return unsettled(gap, race)
    case .success(let runner):
      guard let own = bet.bet, let name = bet.book else {
        preconditionFailure("a bet on a runner has a rule book")
      }
      if let gap = bet.gap {
        return SettledLine(bet: bet, race: race, runner: runner, outcome: .failure(gap))
      }
      let book = Self.book(name, on: bet.row.day, &books)
      if bet.hasReportedPlaces, own.kind.isOnPlace, race.placeWinners == nil {
        race.placeWinners = race.reportedPlaces
      }
      let outcome = Result { () throws(SettlementGap) in
        try book.settle(own, on: runner, in: race)
      }
      return SettledLine(bet: bet, race: race, runner: runner, outcome: outcome)
    }
  }

  /// Returns a rule book of a day, each made once.
  static func book(
    _ name: RuleBook.Name, on day: Day, _ books: inout [BookDay: RuleBook]
  ) -> RuleBook {
    let place = BookDay(book: name, day: day)
    let book = books[place] ?? RuleBook(name, on: day)
    books[place] = book
    return book
  }

  /// Checks that all amounts together fit: no sum can be larger.
  private func checkSums(_ lines: [SettledLine]) throws(SettleError) {
    let total = lines.reduce(Int128(0)) { sum, line in
      sum + (line.settled.map { Int128($0.stakedMicros) + Int128($0.returnedMicros) } ?? 0)
    }
    guard total <= Int128(Int64.max) else { throw .tooLarge(file: file.path) }
  }

  /// Compares by time: race day, off time, race number, race key, then the file's order.
  private static func precedes(_ left: Int, _ right: Int, of lines: [SettledLine]) -> Bool {
    let days = (lines[left].day, lines[right].day)
    if days.0 != days.1 { return days.0 < days.1 }
    let times = (lines[left].race?.off ?? .min, lines[right].race?.off ?? .min)
    if times.0 != times.1 { return times.0 < times.1 }
    let numbers = (lines[left].race?.number ?? .min, lines[right].race?.number ?? .min)
    if numbers.0 != numbers.1 { return numbers.0 < numbers.1 }
    let keys = (lines[left].race?.id ?? "", lines[right].race?.id ?? "")
    if keys.0 != keys.1 { return keys.0.utf8.lexicographicallyPrecedes(keys.1.utf8) }
    return left < right
  }

  /// Groups bets, in order of time.
  private static func group(
    _ lines: [SettledLine], by grouping: Grouping<SettleKey>
  ) -> SettleGroup {
    let windows =
      lines.isEmpty ? [] : [DayWindow(nil, before: lines.last!.day + 1, first: lines[0].day)]
    return SettleGroup(lines, by: grouping, in: windows) { key, line in
      key.value(of: line)
    } figures: { lines in
      SettleTotals(lines)
    }
  }
}

/// A rule book with the day on which it applies.
struct BookDay: Hashable {
  let book: RuleBook.Name
  let day: Day
}
