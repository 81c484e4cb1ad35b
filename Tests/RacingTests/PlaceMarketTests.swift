import Racing
import Testing

/// Nine starters, of which the first won and the others' positions are not known.
struct PlaceMarketTests {
  private static func market(
    places: Int?, paid: Int, open: Int = 0, first: Int = 1, starters: Int = 9
  ) -> PlaceMarket {
    PlaceMarket(
      places: places, starters: 0..<starters, position: { $0 < first ? 1 : 0 },
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
    let positions = [1, 2, 2, 4, 0, 0]
    let market = PlaceMarket(
      places: 0, starters: 0..<6, position: { positions[$0] }, won: { _ in nil })
    #expect(market.leaders == 4 && market.places == nil)
    #expect(
      market.isPlaced(won: nil, paid: 4) == false && market.isPlaced(won: nil, paid: 5) == nil)
  }
}
