import Racing
import Testing

/// Nine starters, of which the first won and the others' positions are not known.
struct PlaceMarketTests {
  private static func market(
    places: Int?, paid: Int, open: Int = 0, first: Int = 1, starters: Int = 9
  ) -> PlaceMarket {
    PlaceMarket(
      places: places, starters: 0..<starters, position: { $0 < first ? 1 : nil },
      won: { $0 < paid ? true : $0 < starters - open ? false : nil })
  }

  /// The runners that a market paid are its first ones, whatever they finished in.
  @Test(
    arguments: [
      (places: 3, paid: 3, positions: 3, isPlaced: true, isUnpaidPlaced: false),
      (3, 3, 4, true, nil), (3, 3, 2, nil, false), (nil, 3, 3, true, false),
      (nil, 3, 4, true, nil), (nil, 3, 2, nil, false), (3, 4, 3, true, false),
      (3, 4, 4, true, false), (3, 4, 5, true, nil), (nil, 4, 3, nil, false),
      (3, 3, 1, false, false), (3, 3, 0, false, false),
    ] as [(Int?, Int, Int, Bool?, Bool?)])
  func `a loser is placed where the market's places say so`(
    places: Int?, paid: Int, positions: Int, isPlaced: Bool?, isUnpaidPlaced: Bool?
  ) {
    let market = Self.market(places: places, paid: paid)
    #expect(market.isPlaced(won: true, paid: positions) == isPlaced)
    #expect(market.isPlaced(won: false, paid: positions) == isUnpaidPlaced)
  }

  @Test func `a loser that the market has no result of is known by the others alone`() {
    let open = Self.market(places: 3, paid: 3, open: 2)
    #expect(open.isPlaced(won: nil, paid: 3) == false)
    #expect(open.isPlaced(won: nil, paid: 4) == nil)
    let short = Self.market(places: nil, paid: 3, open: 2)
    #expect(short.isPlaced(won: nil, paid: 3) == nil && short.isPlaced(won: nil, paid: 1) == false)
    #expect(short.isPlaced(won: true, paid: 4) == nil && short.isPlaced(won: true, paid: 5) == true)
    let none = Self.market(places: nil, paid: 0, open: 9)
    #expect(none.winners == 1 && none.openCount == 8 && none.leaders == 1)
    #expect(none.isPlaced(won: nil, paid: 2) == nil && none.isPlaced(won: nil, paid: 1) == false)
  }

  /// BETDAQ's example, four tied behind one clear runner for two places: 2/4 of each stake.
  @Test(
    arguments: [
      // Places, runners paid, of them first in the race, and the share of each loser among them.
      (3, 5, 1, 2, 4, false), (3, 4, 1, 2, 3, false), (3, 4, 2, 1, 2, true), (2, 4, 1, 1, 3, true),
      (3, 3, 1, 2, 2, true),
    ])
  func `runners that tied for the last place share what is left of the places`(
    places: Int, paid: Int, first: Int, numerator: Int64, denominator: Int64, isOwn: Bool
  ) throws {
    let market = Self.market(places: places, paid: paid, first: first)
    let found = try #require(market.share(won: true, paid: places))
    #expect(found.share.numerator * denominator == numerator * found.share.denominator)
    #expect(found.isOwn == isOwn)
    // All of them and the leaders together are paid as many stakes as the market has places.
    let stakes = Int64(first) * denominator + Int64(paid - first) * numerator
    #expect(stakes == Int64(places) * denominator)
  }

  @Test func `a tie is divided for the market's own places alone`() {
    let tied = Self.market(places: 3, paid: 4)
    #expect(tied.share(won: true, paid: 2) == nil)
    #expect(tied.share(won: true, paid: 4)?.share == DeadHeatShare(ahead: 0, tied: 1, paid: 1))
    #expect(tied.share(won: false, paid: 4)?.share == DeadHeatShare.none)
    #expect(Self.market(places: nil, paid: 4).share(won: true, paid: 3) == nil)
  }

  @Test func `known positions in front push losers back`() {
    // First, two seconds and a fourth are known of six.
    let positions = [1, 2, 2, 4, nil, nil]
    let market = PlaceMarket(
      places: 0, starters: 0..<6, position: { positions[$0] }, won: { _ in nil })
    #expect(market.leaders == 4 && market.places == nil)
    #expect(
      market.isPlaced(won: nil, paid: 4) == false && market.isPlaced(won: nil, paid: 5) == nil)
  }

  /// A source that prints 1, 1, 2 has three in front, as one that prints 1, 1, 3 does.
  @Test(arguments: [[1, 1, 2, nil], [1, 1, 3, nil]] as [[Int?]])
  func `leaders are counted, however a source numbers them`(positions: [Int?]) {
    let market = PlaceMarket(
      places: 2, starters: 0..<4, position: { positions[$0] }, won: { _ in nil })
    #expect(market.leaders == 3 && market.frontPosition == positions[2])
    // Two tied for first have both places; the third's missing result is no payout.
    #expect(market.winners == 2 && market.openCount == 1)
  }

  /// Positions 1, 2 and 3, and a loser that the market paid too.
  @Test func `for its own places the market decides, and for others positions may contradict it`() {
    let positions = [1, 2, 3, nil, nil]
    func market(_ places: Int?, _ won: [Bool]) -> PlaceMarket {
      PlaceMarket(
        places: places, starters: 0..<5, position: { positions[$0] }, won: { won[$0] })
    }
    // Four paid for three places: it tied for third, though a source prints one third alone.
    let four = market(3, [true, true, true, true, false])
    #expect(four.isPlaced(won: true, paid: 3) == true)
    #expect(four.share(won: true, paid: 3) == nil)
    #expect(four.isPlaced(won: true, paid: 2) == nil)
    // It is fourth of four places, and no third.
    let fourth = market(4, [true, true, true, true, false])
    #expect(fourth.isPlaced(won: true, paid: 3) == false)
    #expect(fourth.share(won: true, paid: 4)?.share == .full)
    // Three paid, and not the third: each has a place, and of other places nothing is known.
    let swapped = market(3, [true, true, false, true, false])
    #expect(swapped.isPlaced(won: true, paid: 3) == true)
    #expect(swapped.share(won: true, paid: 3)?.share == .full)
    #expect(market(nil, [true, true, false, true, false]).isPlaced(won: true, paid: 3) == nil)
  }

  /// The places of bets on five runners, whose positions the source has, but not the market's
  /// number of places.
  @Test(
    arguments: [
      // No results: the terms for the starters decide.
      ([1, 2, 3, 4, 5], [nil, nil, nil, nil, nil], 2...2, 2),
      ([1, 2, 3, 4, 5], [nil, nil, nil, nil, nil], 2...3, 2),
      // Results of a market that was opened with three places for more runners.
      ([1, 2, 3, 4, 5], [true, true, true, false, false], 2...3, 3),
      ([1, 2, 3, 4, 5], [true, true, false, false, false], 2...3, 2),
      ([1, 2, 3, 4, 5], [true, true, true, true, false], 2...2, 4),
      // Two thirds share one place of three, or have one each of four.
      ([1, 2, 3, 3, 5], [true, true, true, true, false], 3...3, 3),
      ([1, 2, 3, 3, 5], [true, true, true, true, false], 3...4, nil),
      ([1, 2, 3, 3, 5], [true, true, true, true, false], 2...2, nil),
      // Three losers are paid: three places, or two and a tie for the second.
      ([1, nil, nil, nil, nil], [true, true, true, false, false], 3...3, 3),
      ([1, nil, nil, nil, nil], [true, true, true, false, false], 2...3, nil),
      ([1, nil, nil, nil, nil], [true, true, true, false, false], 2...2, nil),
      // A runner without a result may be a third.
      ([1, nil, nil, nil, nil], [true, true, nil, false, false], 2...2, nil),
      ([1, nil, nil, nil, nil], [true, true, nil, false, false], 3...3, 3),
      // The fifth was paid and the third was not, or one that did not finish.
      ([1, 2, 3, 4, 5], [true, true, false, false, true], 3...3, nil),
      ([1, 2, 0, 0, 0], [true, true, true, false, false], 3...3, nil),
    ] as [([Int?], [Bool?], ClosedRange<Int>, Int?)])
  func `a market without its number of places has one that results and terms leave`(
    positions: [Int?], won: [Bool?], terms: ClosedRange<Int>, places: Int?
  ) {
    let market = PlaceMarket(
      places: nil, starters: 0..<5, position: { positions[$0] }, won: { won[$0] })
    #expect(market.places(by: terms) == places)
    let stored = PlaceMarket(
      places: 4, starters: 0..<5, position: { positions[$0] }, won: { won[$0] })
    #expect(stored.places(by: terms) == 4)
  }

  @Test func `a payout is a leader's own, and the mean of those behind`() {
    // 1, 2, 3, 3 for three places: the thirds share one.
    let positions = [1, 2, 3, 3, 5]
    let tied = PlaceMarket(
      places: 3, starters: 0..<5, position: { positions[$0] }, won: { $0 < 4 })
    let half = DeadHeatShare(ahead: 2, tied: 2, paid: 3)
    #expect(tied.payout(won: true, places: 3, leader: half)?.share == half)
    #expect(tied.payout(won: false, places: 3, leader: half)?.share == DeadHeatShare.none)
    // Four paid for three places behind one winner: the others share two.
    let losers = Self.market(places: 3, paid: 4)
    #expect(losers.payout(won: true, places: 3, leader: .full)?.share == .full)
    let mean = losers.payout(won: true, places: 3, leader: nil)
    #expect(mean?.share == DeadHeatShare(ahead: 1, tied: 3, paid: 3) && mean?.isOwn == false)
  }
}
