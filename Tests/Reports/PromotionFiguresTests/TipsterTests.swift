import ColumnStore
import EntityReports
import ImportHistory
import PromotionFigures
import Questions
import RunnerKeys
import Testing

struct TipsterTests {
  private static let header =
    "race_id,date,off_time,course,horse,jockey,number,position,outcome,sp\n"
  /// Sums of inverse odds: 1/2 + 1/4 + 1/5 = 0.95 in the first race.
  private static let races =
    header + """
      a,2024-05-25,2024-05-25T14:00:00Z,Ashdown,Red Rum,J,1,1,finished,2
      a,2024-05-25,2024-05-25T14:00:00Z,Ashdown,Blue Sky,K,2,2,finished,4
      a,2024-05-25,2024-05-25T14:00:00Z,Ashdown,Green Hill,L,3,,fell,5
      a,2024-05-25,2024-05-25T14:00:00Z,Ashdown,Grey Day,L,4,,non_runner,
      b,2024-05-25,2024-05-25T15:00:00Z,Ashdown,Red Rum,J,1,1,finished,3
      b,2024-05-25,2024-05-25T15:00:00Z,Ashdown,Old Oak,K,2,1,finished,3
      b,2024-05-25,2024-05-25T15:00:00Z,Ashdown,Elm,L,3,3,finished,3
      c,2024-05-25,2024-05-25T15:00:00Z,Brook,Twin,L,1,1,finished,3
      d,2024-05-25,2024-05-25T15:00:00Z,Combe,Twin,L,1,2,finished,3
      e,2024-05-26,2024-05-26T15:00:00Z,Combe,Later,L,1,,unresolved,

      """

  private func store(_ picks: String..., at time: String = "2024-05-25T08:00:00Z") throws
    -> BookStore
  {
    var store = try BookStore()
    try store.race(Self.races)
    for pick in picks { try store.tell(time, pick) }
    return store
  }

  private static let three = "2024-05-25T15:00:00Z"

  @Test func `a tipster's figures are those worked out by hand`() throws {
    let report = try store(
      // Won at 2.5: the pick's odds are paid, not the starting price.
      BookStore.pick("1", "red rum", 2.5), BookStore.pick("2", "Blue Sky", 4.2),
      BookStore.pick("3", "Green Hill", 6),
      // A dead heat for first pays half.
      BookStore.pick("4", "Old Oak", 3.4, starts: Self.three),
      BookStore.pick("5", "Grey Day", 9), BookStore.pick("6", "Red Rum", 9, tipster: "102")
    ).report()
    #expect(report.picks.map(\.state.word) == ["won", "lost", "lost", "void", "won", "won"])
    #expect(report.picks.map(\.pickID) == ["1", "2", "3", "5", "6", "4"])
    let row = try #require(report.tipsters.first)
    #expect(row.id == "101" && row.name == "T101" && row.claimedMicros == 500_000)
    #expect([row.pickCount, row.voidCount, row.ambiguousCount, row.openCount] == [5, 1, 0, 0])
    #expect(row.runs == 4 && row.wins == 2)
    // 2.5 + 1.7 returned for 4 staked.
    #expect(row.returnedMicros == 4_200_000 && row.profitMicros == 200_000)
    #expect(row.roi.rounded(toDecimals: 6) == 50_000)
    // Fair: 0.5/0.95 + 0.25/0.95 + 0.2/0.95 = 1, and 1/3 of the second race; won 1 and 1/2.
    #expect(row.expectedNanos == 1_333_333_334 || row.expectedNanos == 1_333_333_333)
    #expect(row.winSharesNanos == 1_500_000_000)
    #expect(row.actualOverExpected?.rounded(toDecimals: 6) == 1_125_000)
    // By scripts/interval-coverage.py: priced_ends(4, 4.2, Σ odds, Σ odds², 3² + 1).
    let interval = try #require(row.roiInterval)
    #expect(abs(interval.low + 0.9325892072664383) < 1e-12)
    #expect(abs(interval.high - 1.2383850653754047) < 1e-12)
    // Wilson for 2 of 4.
    #expect(abs(try #require(row.winRateInterval).low - 0.15003898915214947) < 1e-12)
    #expect(report.tipsters[1].runs == 1 && report.tipsters[1].returnedMicros == 9_000_000)
  }

  @Test func `figures are the engine's own where picks are a jockey's runs at the starting price`()
    throws
  {
    let store = try store(
      BookStore.pick("1", "Red Rum", 2), BookStore.pick("2", "Red Rum", 3, starts: Self.three))
    let row = try #require(try store.report().tipsters.first)
    let request = try ReportRequest(dimensions: [Dimension("jockey")])
    let result = try ReportJob(request, from: Snapshot(store: store.path)).run()
    let engine = try #require(
      result.reports[0].rows.first { $0.keys == ["J"] && $0.window.name == "all" })
    #expect(engine["runs"]?.number == Double(row.runs))
    #expect(engine["sp_roi"]?.number == Double(row.roi.rounded(toDecimals: 6)!) / 1e6)
    #expect(
      engine["sp_roi_low"]
        == .decimal(
          scaled: Int64((row.roiInterval!.low * 1e6).rounded(.toNearestOrEven)), places: 6))
    #expect(engine["win_rate_low"]?.number == 0.342380)
    #expect(
      engine["ae"]
        == .decimal(scaled: row.actualOverExpected!.rounded(toDecimals: 6)!, places: 6))
  }

  @Test(arguments: [
    (BookStore.pick("1", "Twin", 3, starts: three), BetGap.ambiguousRace),
    (BookStore.pick("1", "Nobody", 3), .noRunner),
    (BookStore.pick("1", "Red Rum", 3, starts: "2024-05-25T14:01:00Z"), .noRace),
    (BookStore.pick("1", "Red Rum", 3, market: "Place"), .otherMarket),
    (BookStore.pick("1", "Later", 3, starts: "2024-05-26T15:00:00Z"), .noResult),
    (BookStore.pick("1", "Red Rum", 3, starts: "2024-05-25T08:00:00Z"), .late),
  ])
  func `a pick that cannot be settled says why, and counts for nothing`(pick: String, gap: BetGap)
    throws
  {
    let report = try store(pick).report()
    #expect(report.picks.map(\.state) == [.unsettled(gap)])
    let row = try #require(report.tipsters.first)
    #expect(row.runs == 0 && row.roi.value == nil && row.roiInterval == nil)
    #expect(row.winRateInterval == nil && row.actualOverExpected == nil)
    #expect(row.ambiguousCount == (gap == .ambiguousRace ? 1 : 0))
    #expect(row.openCount == (gap == .ambiguousRace ? 0 : 1))
  }

  @Test func `an event's id that is a race's key decides`() throws {
    let report = try store(BookStore.pick("1", "Twin", 3, event: "d", starts: Self.three)).report()
    #expect(report.picks.map(\.state.raceID) == ["d"] && report.picks.map(\.state.word) == ["lost"])
    let none = try store(BookStore.pick("1", "Red Rum", 3, event: "d", starts: Self.three)).report()
    #expect(none.picks.map(\.state) == [.unsettled(.noRunner)])
  }

  /// One runner started; the other did not, or it is not known whether it did.
  @Test(arguments: [
    ("non_runner,", BetState.void(raceID: "w")), ("void,", .void(raceID: "w")),
    ("unresolved,", .unsettled(.noResult)),
  ])
  func `a pick on a walkover is void`(end: String, state: BetState) throws {
    let store = try store(
      BookStore.pick("1", "Lone", 3, event: "w", starts: "2024-05-27T15:00:00Z"))
    try store.race(
      Self.header + """
        w,2024-05-27,2024-05-27T15:00:00Z,Combe,Lone,L,1,1,finished,3
        w,2024-05-27,2024-05-27T15:00:00Z,Combe,Gone,M,2,,\(end)

        """)
    let report = try store.report()
    #expect(report.picks.map(\.state) == [state])
    #expect(try #require(report.tipsters.first).runs == 0)
  }

  @Test func `two runners of one name are ambiguous`() throws {
    let store = try store(
      BookStore.pick("1", "Twin", 3, event: "x", starts: "2024-05-27T15:00:00Z"))
    try store.race(
      "horse_id," + Self.header + """
        h1,x,2024-05-27,2024-05-27T15:00:00Z,Combe,Twin,L,1,1,finished,3
        h2,x,2024-05-27,2024-05-27T15:00:00Z,Combe,Twin,M,2,2,finished,3

        """)
    #expect(try store.report().picks.map(\.state) == [.unsettled(.ambiguousRunner)])
  }

  @Test func `a pick counts once, at its first odds, and the last claim stands`() throws {
    var store = try store(BookStore.pick("1", "Red Rum", 2.5, rate: 0.68))
    try store.tell("2024-05-25T09:00:00Z", BookStore.pick("1", "Red Rum", 9, rate: 0.71))
    let row = try #require(try store.report().tipsters.first)
    #expect(row.pickCount == 1 && row.returnedMicros == 2_500_000)
    #expect(row.claimedMicros == 710_000)
  }

  @Test func `a store without promotions says so`() throws {
    let store = try BookStore()
    try store.race(Self.races)
    #expect(throws: PromotionError.noPromotions(store: store.path)) { try store.report() }
    #expect(
      PromotionError.noPromotions(store: "S").description
        == "S: found neither boosts nor tipsters' picks; expected some, as `railbird fetch "
        + "promotions` brings them")
  }

  @Test func `a replay gives the same report`() throws {
    let store = try store(
      BookStore.pick("1", "Red Rum", 2.5), BookStore.pick("2", "Twin", 3, starts: Self.three))
    let before = try store.report()
    _ = try ReplayJob(store: store.path).run()
    #expect(try store.report() == before)
  }
}
