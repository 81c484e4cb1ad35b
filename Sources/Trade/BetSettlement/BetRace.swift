import Columns
import Racing

/// A withdrawn runner, with the deductions that rule books make for it.
public struct Withdrawal: Hashable, Sendable {
  /// The horse's name.
  public var name: String
  /// The time of its withdrawal, µs since 1970 UTC.
  public var at: Int64
  /// Its odds at that moment, for scales of deductions.
  public var price: PrintedOdds?
  /// Cents per dollar that Australian bookmakers deduct from win bets.
  public var cents: Decimal6?
  /// Cents per dollar that they deduct from place bets.
  public var placeCents: Decimal6?
  /// Its reduction factor in the exchange's win market, in percent.
  public var factor: Decimal6?
  /// Its reduction factor in the exchange's place market, in percent.
  public var placeFactor: Decimal6?

  /// Names a withdrawn runner.
  ///
  /// - Parameters:
  ///   - name: The horse's name.
  ///   - at: The time of its withdrawal, µs since 1970 UTC.
  public init(_ name: String, at: Int64) {
    self.name = name
    self.at = at
  }
}

/// A race with its runners, as bets on it need it.
public struct BetRace: Sendable {
  /// The stored key; empty for a race of no store.
  public var id = ""
  /// The race day, which chooses among rules that hold on different days.
  public var day: Day
  /// The off time, µs since 1970 UTC.
  public var off: Int64?
  /// The number on the day's card.
  public var number: Int?
  /// The racecourse, as stored.
  public var course: String?
  /// The country's ISO 3166 code, whose place terms the pools use; nil if unknown.
  public var country: String?
  /// Whether it is a handicap.
  public var isHandicap: Bool
  /// Its runners, non-runners included.
  public var runners: [BetRunner]
  /// Whether any win dividend of the race is declared.
  public var hasWinDividend: Bool
  /// The number of places that the exchange's place market pays; nil if unknown.
  public var placeWinners: Int?
  /// The dividends of pools on several runners.
  public var dividends: [PoolDividend] = []
  /// The known facts of withdrawn runners.
  public var withdrawals: [Withdrawal] = []
  /// The non-runners with unknown withdrawal time or price.
  public var unknownWithdrawals: [String] = []

  /// Describes a race.
  ///
  /// - Parameters:
  ///   - day: The race day.
  ///   - isHandicap: Whether it is a handicap.
  ///   - runners: Its runners.
  ///   - hasWinDividend: Whether any win dividend is declared.
  public init(
    _ day: Day, isHandicap: Bool = false, _ runners: [BetRunner], hasWinDividend: Bool = false
  ) {
    self.day = day
    self.isHandicap = isHandicap
    self.runners = runners
    self.hasWinDividend = hasWinDividend
  }

  /// The number of starters, with `assumedStarterCount` of the runners without a result.
  public var starterCount: Int { runners.count { $0.hasStarted ?? false } + assumedStarterCount }

  /// The number of runners without any result that are assumed to have started.
  var assumedStarterCount = 0

  /// The number of runners that may have started or not.
  var unknownStarterCount: Int { runners.count { $0.hasStarted == nil } }

  /// Whether one runner started and all others were withdrawn, or declared void.
  ///
  /// - Edge cases: a race with one known runner is no walkover if a starting price or a dividend
  ///   shows that there was a market: its other runners are missing. Nor is a race in which a
  ///   runner without a result has a price.
  var isWalkover: Bool {
    guard starterCount == 1,
      !runners.contains(where: { $0.hasStarted == nil && $0.hasMarketPrice })
    else { return false }
    return runners.count > 1 || !(hasWinDividend || runners[0].hasMarketPrice)
  }

  /// The number of betting interests that started: coupled starters are one.
  var interestCount: Int {
    let interests = runners.filter { $0.hasStarted ?? false }.compactMap(\.bettingInterest)
    return starterCount - interests.count + Set(interests).count
  }

  /// The runners that a bet on one of them covers, if bets treat coupled horses as one.
  ///
  /// - Parameter runner: The runner's index.
  /// - Returns: The indices of its entry without withdrawn and void runners; only its own if none
  ///   would be left.
  func entry(of runner: Int) -> [Int] {
    guard let interest = runners[runner].bettingInterest else { return [runner] }
    let all = runners.indices.filter { runners[$0].bettingInterest == interest }
    let left = all.filter { ![.nonRunner, .void].contains(runners[$0].outcome) }
    return left.isEmpty ? [runner] : left
  }
}
