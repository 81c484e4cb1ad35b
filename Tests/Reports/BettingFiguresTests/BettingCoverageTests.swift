import ColumnStore
import ReportWriters
import SandboxCore
import TestSupport
import Testing

@testable import BettingFigures
@testable import BookmakerSandboxes

/// The intervals against games whose return-to-player is known exactly.
struct BettingCoverageTests {
  /// Returns the payout of each of a game's equally likely outcomes, for a stake of 1 on one line.
  private static func multiples(_ game: BetableGame) throws -> [Int64] {
    let multiples: [Int64]
    switch game.machine {
    case .wheel(let wheel):
      let winners = try #require(wheel.winners("red"))
      multiples = (0..<Wheel.numbers).map { winners.contains($0) ? wheel.multiple(winners) : 0 }
    case .slots(let slots):
      let counts = slots.reels.map(\.count)
      multiples = (0..<counts.reduce(1, *)).map { outcome in
        var (rest, line) = (outcome, [String]())
        for reel in slots.reels {
          line.append(reel[rest % reel.count])
          rest /= reel.count
        }
        return slots.pay(line)?.multiple ?? 0
      }
    }
    // The payout table's own value, to the last digit.
    let exact = game.returnToPlayer
    let mean = multiples.reduce(0, +)
    #expect(Int128(mean) * exact.denominator == exact.numerator * Int128(multiples.count))
    return multiples
  }

  private static func game(_ id: String) throws -> BetableGame {
    try #require(BetableGame.all.first { $0.id == id })
  }

  /// A game played with many seeds.
  struct Series: Sendable {
    var game: String
    var bets: Int
    /// The stakes in hundredths, drawn uniformly.
    var stakes: ClosedRange<Int>
  }

  /// Lucky Sevens pays 80 in one of a thousand plays, so its mean is roughly normal only after some
  /// thousand bets.
  ///
  /// Five Stars pays 2,000 in one of 250,000, and needs some ten thousand.
  @Test(
    arguments: LongForm.cases(
      [
        Series(game: "wheel", bets: 1_000, stakes: 10...10),
        Series(game: "wheel", bets: 1_000, stakes: 1...200),
        Series(game: "bonus-spins", bets: 4_000, stakes: 10...10),
        Series(game: "lucky-sevens", bets: 8_000, stakes: 10...10),
        Series(game: "five-stars", bets: 32_000, stakes: 10...10),
      ], short: 2))
  func `over 200 seeds the interval covers a game's own value 93 to 97 times of a hundred`(
    series: Series
  ) throws {
    let game = try Self.game(series.game)
    let multiples = try Self.multiples(game)
    let exact = try #require(game.returnToPlayer.value)
    let seeds = 200
    var covered = 0
    for seed in 0..<seeds {
      let draw = SeededDraw(UInt64(seed), 2_024)
      let stakes = SeededDraw(UInt64(seed), 2_025)
      var bet = StoredBet(key: "", time: 0, standing: .ok)
      bet.kind = "backed"
      var figures = BetFigures(isPaidInKind: true)
      for play in 0..<series.bets {
        let wager =
          Int64(series.stakes.lowerBound + stakes.below(series.stakes.count, play)) * 10_000
        bet.wager = wager
        bet.payout = wager * multiples[draw.below(multiples.count, play)]
        figures.add(bet)
      }
      let interval = try #require(figures.roiInterval)
      // Return-to-player is ROI plus one.
      covered += interval.low <= exact - 1 && exact - 1 <= interval.high ? 1 : 0
    }
    print(
      "\(series.game), \(series.bets) bets of \(series.stakes): the 95 % interval covers "
        + "\(covered) of \(seeds) times")
    #expect((seeds * 93 / 100...seeds * 97 / 100).contains(covered), "\(series.game): \(covered)")
  }

  @Test func `printed intervals hold each game's own value once there are many bets`() throws {
    let few = try printed(500)
    let many = try printed(8_000)
    #expect(many.count == BetableGame.all.count)
    for (id, row) in many {
      let exact = try #require(try Self.game(id).returnToPlayer.value)
      print(
        "\(id), 8000 bets: RTP \(row.rtp[1]) from \(row.rtp[0]) to \(row.rtp[2]), exactly \(exact)")
      #expect(row.rtp[0] <= exact && exact <= row.rtp[2], "\(id)")
      #expect(row.roi[0] <= exact - 1 && exact - 1 <= row.roi[2], "\(id)")
      let before = try #require(few[id])
      #expect(row.rtp[2] - row.rtp[0] < before.rtp[2] - before.rtp[0], "\(id)")
    }
  }

  /// Returns lower bound, value and upper bound of each game's figures after `count` bets.
  private func printed(_ count: Int) throws -> [String: (rtp: [Double], roi: [Double])] {
    let bets = try BetableGame.all.flatMap { game in
      let multiples = try Self.multiples(game)
      let draw = SeededDraw(7, 2_024, game.id.utf8.count)
      return (0..<count).map { play in
        TestBet("\(game.id):\(play)", "2024-05-01T10:00:00Z", wager: 10, payout: 0).with {
          $0.game = game.id
          $0.time += Int64(play) * 1_000_000
          $0.payout = $0.wager! * multiples[draw.below(multiples.count, play)]
        }
      }
    }
    var games: [String: (rtp: [Double], roi: [Double])] = [:]
    for row in try BetStore(bets).report(by: "game").cells() {
      func ends(_ name: String) throws -> [Double] {
        try ["_low", "", "_high"].map { try #require(row[name + $0].flatMap(Double.init)) }
      }
      games[try #require(row["game"])] = (try ends("rtp"), try ends("roi"))
    }
    return games
  }
}
