import Columns
import Racing
import Testing

/// Results of the exchange's place market: `place_won`.
struct PlaceResultTests {
  private static let australian = """
    LOCAL_MEETING_DATE,SCHEDULED_RACE_TIME,TRACK,STATE_CODE,RACE_NO,WIN_MARKET_ID,TAB_NUMBER,\
    SELECTION_NAME,WIN_RESULT,WIN_BSP,PLACE_RESULT,PLACE_BSP
    2024-01-06,14:00:00,Ballina,NSW,1,77,1,Ann,WINNER,2.5,WINNER,1.3
    2024-01-06,14:00:00,Ballina,NSW,1,77,2,Bea,LOSER,4.4,WINNER,1.6
    2024-01-06,14:00:00,Ballina,NSW,1,77,3,Cat,LOSER,9,LOSER,2.2
    2024-01-06,14:00:00,Ballina,NSW,1,77,4,Dot,LOSER,12,,
    2024-01-06,14:00:00,Ballina,NSW,1,77,5,Eve,REMOVED,0,REMOVED,

    """

  private static let british = """
    LOCAL_RACE_DATE,RACETIME,COUNTRY_ID,TRACK,WIN_MARKET_ID,RACE_NAME,WIN_MARKET_NAME,RACE_NUMBER,\
    RUNNER_NAME,WIN_BSP,WIN_RESULT,PLACE_BSP,PLACE_RESULT
    2026-01-06,2026-01-07 00:00:00,1.0,Ayr,78,A Hurdle,2m Hrd,1,Ann,2.5,1.0,1.3,1.0
    2026-01-06,2026-01-07 00:00:00,1.0,Ayr,78,A Hurdle,2m Hrd,1,Bea,4.4,0.0,1.6,1
    2026-01-06,2026-01-07 00:00:00,1.0,Ayr,78,A Hurdle,2m Hrd,1,Cat,9,0.0,2.2,0.0
    2026-01-06,2026-01-07 00:00:00,1.0,Ayr,78,A Hurdle,2m Hrd,1,Dot,12,0.0,,
    2026-01-06,2026-01-07 00:00:00,1.0,Ayr,78,A Hurdle,2m Hrd,1,Eve,20,-1.0,4.4,-1.0

    """

  @Test(arguments: [australian, british])
  func `the exchange's files state who was paid a place`(text: String) throws {
    let store = TestStore()
    #expect(try store.add(text, format: "betfair").counts == [5, 5, 0, 0])
    #expect(try store.values("horse") == ["Ann", "Bea", "Cat", "Dot", "Eve"])
    #expect(try store.values("place_won") == ["true", "true", "false", "", ""])
    #expect(
      try store.values("outcome")
        == ["finished"] + Array(repeating: "lost", count: 3) + ["non_runner"])
  }

  @Test func `files without the place market's result store none`() throws {
    let store = TestStore()
    let lines = Self.australian.split(separator: "\n")
    let text = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).prefix(10) }
      .map { $0.joined(separator: ",") + "\n" }.joined()
    try store.add(text, format: "betfair")
    #expect(try store.values("place_won") == ["", "", "", "", ""])
    let columns = try store.snapshot.segments(of: "runners")[0].rows.fields.map(\.name)
    #expect(!columns.contains("place_won"))
  }

  @Test func `a later source fills what the first left open`() throws {
    let store = TestStore()
    try store.add(
      "source,race_id,date,off_time,course,number,horse,position,sp\n"
        + "a,r1,2024-01-06,2024-01-06T14:00:00Z,Ascot,1,Ann,1,2.5\n"
        + "a,r1,2024-01-06,2024-01-06T14:00:00Z,Ascot,2,Bea,2,4\n")
    #expect(try store.values("place_won") == ["", ""])
    let prices =
      "source,race_id,date,off_time,course,horse,place_bsp,place_won\n"
      + "b,9,2024-01-06,2024-01-06T14:00:00Z,Ascot,ANN,1.3,yes\n"
      + "b,9,2024-01-06,2024-01-06T14:00:00Z,Ascot,BEA,1.5,no\n"
    let filled = try store.add(prices)
    #expect(filled.matchedRaces == 1 && filled.disagreements == 0 && filled.replaced == 2)
    #expect(try store.values("place_won") == ["true", "false"])
    #expect(try store.values("place_bsp") == ["1.3", "1.5"])
    let fields = try store.rows("race_links").map { $0["fields"]! }
    #expect(fields == ["place_bsp,place_won"])
    // Neither silence nor the same words change it.
    try store.add("race_id,date,number,horse,position\nr1,2024-01-06,1,Ann,1\n")
    #expect(try store.add(prices + "\n").duplicates == 2)
    #expect(try store.values("place_won") == ["true", "false"])
  }

  @Test func `rows of one runner that disagree about its place are refused`() throws {
    let store = TestStore()
    let repeated = try store.add(
      "race_id,date,horse,position,place_won\n"
        + "r1,2024-01-06,Ann,1,\nr1,2024-01-06,Ann,1,true\n"
        + "r2,2024-01-06,Bea,1,false\nr2,2024-01-06,Bea,1,true\n")
    #expect(repeated.counts == [4, 1, 1, 2] && repeated.reasons == ["conflict": 2])
    #expect(try store.values("place_won") == ["true"])
    #expect(
      try store.add("race_id,date,horse,place_won\nr3,2024-01-06,Cat,perhaps\n").reasons
        == ["place_won": 1])
  }
}
