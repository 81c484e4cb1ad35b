import Columns
import Racing

/// A runner of a race, as bets on it need it.
public struct RaceRunner: Sendable {
  /// The horse's name, for explanations.
  public var name: String
  /// The end of its race.
  public var outcome: Outcome
  /// The printed position; nil unless it finished.
  public var position: Int?
  /// Whether the exchange's place market paid it; nil where that is not known.
  public var placeWon: Bool?
  /// The number that bets are taken on, the same for coupled horses; nil where none is told.
  public var bettingInterest: Int?
  /// The bookmakers' starting price, in millionths.
  public var spMicros: Int64?
  /// The exchange's starting price to win, in millionths.
  public var bspMicros: Int64?
  /// The exchange's starting price to be placed, in millionths.
  public var placeBSPMicros: Int64?
  /// The declared win dividend per unit, in millionths.
  public var winDividendMicros: Int64?
  /// The declared place dividend per unit, in millionths.
  public var placeDividendMicros: Int64?

  /// Describes a runner without prices.
  ///
  /// - Parameters:
  ///   - name: The horse's name.
  ///   - outcome: How its race ended.
  ///   - position: The printed position; nil unless it finished.
  public init(_ name: String, _ outcome: Outcome, position: Int? = nil) {
    self.name = name
    self.outcome = outcome
    self.position = outcome == .finished ? position : nil
  }

  /// Whether it came under starter's orders; nil where that is not known.
  var hasStarted: Bool? {
    outcome == .unresolved ? placeWon.map { _ in true } : outcome.isStarter
  }

  /// Whether it ran, or may have, in a position that is not known.
  var hasUnknownPosition: Bool { outcome == .lost || outcome == .unresolved }

  /// Whether a market or a pool returned a price for it.
  var hasMarketPrice: Bool {
    [spMicros, bspMicros, placeBSPMicros, winDividendMicros, placeDividendMicros]
      .contains { $0 != nil }
  }
}

/// A runner that was withdrawn, and what rule books deduct for it.
public struct Withdrawal: Hashable, Sendable {
  /// The horse's name.
  public var name: String
  /// When it was withdrawn, µs since 1970 UTC.
  public var at: Int64
  /// Its odds at that moment, for scales of deductions.
  public var price: PrintedOdds?
  /// Cents per dollar that Australian bookmakers deduct from win bets.
  public var cents: Decimal6?
  /// Those that they deduct from place bets.
  public var placeCents: Decimal6?
  /// Its reduction factor in the exchange's win market, in percent.
  public var factor: Decimal6?
  /// That in the place market.
  public var placeFactor: Decimal6?

  /// Names a withdrawn runner.
  ///
  /// - Parameters:
  ///   - name: The horse's name.
  ///   - at: When it was withdrawn, µs since 1970 UTC.
  public init(_ name: String, at: Int64) {
    self.name = name
    self.at = at
  }
}

/// A race, as bets on it need it.
public struct RaceFacts: Sendable {
  /// The race day, which chooses among rules of different days.
  public var day: Day
  /// The country's ISO 3166 code, whose pools pay by its place terms; nil where it is not known.
  public var country: String?
  /// Whether it is a handicap.
  public var isHandicap: Bool
  /// Its runners, non-runners included.
  public var runners: [RaceRunner]
  /// Whether any win dividend of the race is declared.
  public var hasWinDividend: Bool
  /// The places that the exchange's place market pays; nil where they are not known.
  public var placeWinners: Int?
  /// The known facts of withdrawn runners.
  public var withdrawals: [Withdrawal] = []
  /// The non-runners of which nobody told when and at which price they were withdrawn.
  public var unknownWithdrawals: [String] = []

  /// Describes a race.
  ///
  /// - Parameters:
  ///   - day: The race day.
  ///   - isHandicap: Whether it is a handicap.
  ///   - runners: Its runners.
  ///   - hasWinDividend: Whether any win dividend is declared.
  public init(
    _ day: Day, isHandicap: Bool = false, _ runners: [RaceRunner], hasWinDividend: Bool = false
  ) {
    self.day = day
    self.isHandicap = isHandicap
    self.runners = runners
    self.hasWinDividend = hasWinDividend
  }

  /// The number of starters; runners without a result count as far as `assumedStarterCount` says.
  public var starterCount: Int { runners.count { $0.hasStarted ?? false } + assumedStarterCount }

  /// The number of runners without any result that are taken to have started.
  var assumedStarterCount = 0

  /// The number of runners that may have started or not.
  var unknownStarterCount: Int { runners.count { $0.hasStarted == nil } }

  /// Whether one runner started and all others were withdrawn, or declared void.
  ///
  /// - Edge cases: a race of one known runner is none if a starting price or a dividend shows
  ///   that there was a market: then its other runners are missing. Nor is one in which a runner
  ///   without a result has a price.
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

  /// The runners that a bet on one of them is on, where coupled horses are bet on as one.
  ///
  /// - Parameter runner: The runner's index.
  /// - Returns: The indices of its entry, its own among them; of withdrawn and void ones only those
  ///   of an entry without any other.
  func entry(of runner: Int) -> [Int] {
    guard let interest = runners[runner].bettingInterest else { return [runner] }
    let all = runners.indices.filter { runners[$0].bettingInterest == interest }
    let left = all.filter { ![.nonRunner, .void].contains(runners[$0].outcome) }
    return left.isEmpty ? [runner] : left
  }
}
