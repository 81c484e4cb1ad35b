import PromotionFigures
import Testing

struct BoostTests {
  private static let market = BookStore.market([("1", 2.1), ("X", 3.5), ("2", 2.8)])
  private static let title = "Boosted: Real Madrid to Win"

  private func boosts(_ members: String..., at time: String = "2024-05-24T06:00:00Z") throws
    -> [BoostRow]
  {
    var store = try BookStore()
    for member in members { try store.tell(time, member) }
    return try store.report().boosts
  }

  @Test func `a boost's figures are those worked out by hand`() throws {
    let row = try #require(
      try boosts(Self.market, BookStore.boost(Self.title, 2.1, 2.4)).first)
    #expect(row.outcome == "1" && row.market == "1X2" && row.gap == nil)
    #expect(row.home == "Real Madrid" && row.eventTime == 1_716_667_200_000_000)
    // 2.4 / 2.1 − 1 = 1/7; 1 / 2.1 and 1 / 2.4.
    #expect(row.upliftMicros == 142_857)
    #expect(row.impliedBeforeMicros == 476_190 && row.impliedAfterMicros == 416_667)
    // (1/2.1) / (1/2.1 + 1/3.5 + 1/2.8) = 20/47, whose inverse is 2.35; 2.4 · 20/47 − 1 = 1/47.
    #expect(row.fairNanos == 425_531_915 && row.fairPriceMicros == 2_350_000)
    #expect(row.expectedValueMicros == 21_277)
    // From midnight to 19:59:59 of the next day.
    #expect(row.hoursOpen == 439_997)
  }

  @Test(arguments: [
    // The guide's own sample: its odds are the draw's, which it does not name.
    ("Boosted: Real Madrid to Win + Both Teams to Score", 3.5, BoostGap.noOutcome),
    ("Boosted: Liverpool to Win", 2.1, .noOutcome),
    ("Boosted: Real Madrid to Win", 2.2, .noOutcome),
    ("Real Madrid v Liverpool", 2.1, .noOutcome),
  ])
  func `an outcome that the headline does not name is not guessed`(
    title: String, original: Double, gap: BoostGap
  ) throws {
    let row = try #require(
      try boosts(Self.market, BookStore.boost(title, original, 5)).first)
    #expect(row.gap == gap && row.outcome == nil && row.fairNanos == nil)
    #expect(row.expectedValueMicros == nil && row.upliftMicros != nil && row.state == nil)
  }

  @Test(arguments: [
    ("Boosted: Liverpool to Win", 2.8, "2"), ("Real Madrid and Liverpool to Draw", 3.5, "X"),
  ])
  func `the other outcomes are named, too`(title: String, original: Double, outcome: String) throws
  {
    let row = try #require(
      try boosts(Self.market, BookStore.boost(title, original, 5)).first)
    #expect(row.outcome == outcome && row.gap == nil)
  }

  @Test func `without its event's market a boost has no fair price`() throws {
    let other = BookStore.market([("1", 2.1), ("2", 1.7)], event: "7")
    let row = try #require(try boosts(other, BookStore.boost(Self.title, 2.1, 2.4)).first)
    #expect(row.gap == .noMarket && row.fairPriceMicros == nil && row.home == nil)
    let live = try #require(try boosts(BookStore.boost("", nil, nil)).first)
    #expect(live.gap == .noOdds && live.upliftMicros == nil && live.impliedAfterMicros == nil)
  }

  @Test(
    arguments: [
      // The name, not the prices, determines the outcomes.
      ("1X2", [("1", 2.1), ("X", 3.5)], false), ("12", [("1", 2.1), ("2", 2.1)], true),
      ("1X2", [("1", 2.1), ("X", 4.5), ("2", 4.5)], true), ("12", [("1", 2.1)], false),
      // Of others 1/2.1 + 1/1.9 is more than 1, and 1/2.1 + 1/2 is not.
      ("To qualify", [("Real Madrid", 2.1), ("Liverpool", 1.9)], true),
      ("To qualify", [("Real Madrid", 2.1), ("Liverpool", 2.0)], false),
      ("To qualify", [("Real Madrid", 2.1)], false),
      // 11/10 and 10/11 sum to 1, though the latter is stored as 1.909091.
      ("To qualify", [("Real Madrid", 2.1), ("Liverpool", 1.909091)], true),
      ("To qualify", [("Real Madrid", 2.1), ("Liverpool", 1.9092)], false),
    ] as [(String, [(String, Double)], Bool)])
  func `a market that lacks an outcome gives no fair price`(
    name: String, prices: [(String, Double)], isWhole: Bool
  ) throws {
    let market = BookStore.market(prices.map { (outcome: $0.0, price: $0.1) }, name: name)
    let row = try #require(try boosts(market, BookStore.boost(Self.title, 2.1, 2.4)).first)
    #expect(row.gap == (isWhole ? nil : .partOfMarket) && row.outcome == prices[0].0)
    #expect((row.fairNanos == nil) == !isWhole)
  }

  @Test func `one price in two markets is ambiguous`() throws {
    let other = BookStore.market([("1", 2.1), ("2", 1.7)], id: "202", name: "12")
    let row = try #require(
      try boosts(Self.market, other, BookStore.boost(Self.title, 2.1, 2.4)).first)
    #expect(row.gap == .ambiguousOutcome && row.outcome == nil && row.fairNanos == nil)
  }

  @Test func `each time the market of then counts, and hours go from change to change`() throws {
    var store = try BookStore()
    try store.tell("2024-05-23T20:00:00Z", Self.market, BookStore.boost(Self.title, 2.1, 2.4))
    try store.tell("2024-05-24T06:00:00Z", BookStore.boost(Self.title, 2.1, 2.5))
    let moved = BookStore.market([("1", 2.0), ("X", 3.5), ("2", 2.9)])
    try store.tell("2024-05-24T18:00:00Z", moved, BookStore.boost(Self.title, 2.0, 2.4))
    // The same again changes nothing.
    try store.tell("2024-05-24T20:00:00Z", moved, BookStore.boost(Self.title, 2.0, 2.4))
    let rows = try store.report().boosts
    #expect(rows.map(\.originalMicros) == [2_100_000, 2_100_000, 2_000_000])
    #expect(rows.map(\.boostedMicros) == [2_400_000, 2_500_000, 2_400_000])
    #expect(rows.map(\.hoursOpen) == [60_000, 120_000, 259_997])
    #expect(rows.map(\.fairNanos)[0] == rows.map(\.fairNanos)[1])
    // 0.5 / (1/2 + 1/3.5 + 1/2.9) = 0.442265795…
    #expect(rows[2].fairNanos == 442_265_795)
  }

  @Test func `what was replaced before it began, or not published, was not open`() throws {
    var store = try BookStore()
    try store.tell("2024-05-23T20:00:00Z", BookStore.boost(Self.title, 2.1, 2.4))
    try store.tell("2024-05-23T21:00:00Z", BookStore.boost(Self.title, 2.1, 2.5))
    try store.tell(
      "2024-05-23T21:00:00Z", BookStore.boost(Self.title, 2.1, 2.5, id: "2", status: "draft"))
    let rows = try store.report().boosts
    #expect(rows.map(\.bannerID) == ["1", "1", "2"])
    #expect(rows.map(\.hoursOpen) == [0, 439_997, 0])
  }
}
