import TestSupport
import Testing

/// Dutches and prices by name in files of bets.
struct DutchBetTests {
  private let work: BetStore

  init() throws { work = try BetStore(BetStore.ascot) }

  private static let header = "day,race_id,selection,kind,stake,price,rule_book,dutch\n"

  private func rows(_ bets: [String]) throws -> [[String: String]] {
    try work.settled(Self.header + bets.map { "2024-06-01,\($0)\n" }.joined())
  }

  @Test func `runners of a dutch share a total so that each returns the same`() throws {
    let rows = try rows([
      "r1,Blue Wind,win,83,sp,gb,A", "r1,Éclair,win,83,sp,gb,A", "r1,Crow,win,83,sp,gb,A",
      "r1,Crow,win,83,sp,gb,",
    ])
    // 20 at 7, 35 at 4 and 28 at 5 return 140 each; Blue Wind won.
    #expect(rows.map { $0["staked"] } == ["20.000000", "35.000000", "28.000000", "83.000000"])
    #expect(rows.map { $0["returned"] } == ["140.000000", "0.000000", "0.000000", "0.000000"])
    #expect(rows.map { $0["dutch"] } == ["A", "A", "A", ""])
  }

  @Test func `a dead heat divides each part, and a withdrawn runner has one only with a price`()
    throws
  {
    let rows = try rows([
      "r2,Fox,win,7,sp,gb,A", "r2,Goat,win,7,sp,gb,A", "r2,Hare,win,7,sp,gb,A",
      "r2,Fox,win,25,4,gb,B", "r2,Hare,win,25,1.5,gb,B", "r2,Fox,win,3,sp,gb,C",
    ])
    // 4 at 3 and 3 at 4, half of each paid. 25 at 4 and at 3/2: 75/11 and 200/11.
    #expect(
      rows.map { $0["staked"] } == [
        "4.000000", "3.000000", "", "", "18.181818", "3.000000",
      ])
    #expect(
      rows.map { $0["state"] } == [
        "settled", "settled", "unsettled", "unsettled", "void", "settled",
      ])
    #expect(rows[0]["returned"] == "6.000000" && rows[1]["returned"] == "6.000000")
    #expect(rows[2]["reason"] == "price_unknown" && rows[3]["reason"] == "withdrawal_unknown")
    #expect(rows[4]["refunded"] == "18.181818" && rows[5]["returned"] == "4.500000")
  }

  @Test func `a total is one, and only backers have one`() throws {
    let two = try work.settle(
      Self.header + """
        2024-06-01,r1,Blue Wind,win,83,sp,gb,A
        2024-06-01,r1,Crow,win,84,sp,gb,A

        """)
    #expect(two.exitCode == 1)
    #expect(
      two.stderr.hasSuffix(
        "bets.csv:3, column stake: found \"84\"; expected 83, the total of A as in its first bet on "
          + "the race\n"), "\(two.stderr)")
    let lay = try work.settle(Self.header + "2024-06-01,r1,Crow,lay,84,bsp,exchange,A\n")
    #expect(
      lay.stderr.hasSuffix(
        "column dutch: found \"A\"; expected nothing but for bets to win or on a place, at odds\n"),
      "\(lay.stderr)")
  }

  @Test func `a bet is settled at any price by name that the store has`() throws {
    let work = try BetStore(
      """
      race_id,date,number,horse,position,price_early,morning_wap
      r1,2024-05-02,1,A,1,4.5,4
      r1,2024-05-02,2,B,2,2.25,

      """)
    let header = "day,race_id,selection,kind,stake,price,rule_book\n"
    let rows = try work.settled(
      header + """
        2024-05-02,r1,A,win,10,price_early,gb
        2024-05-02,r1,A,lay,10,morning_wap,exchange
        2024-05-02,r1,B,win,10,price_early,gb
        2024-05-02,r1,B,win,10,morning_wap,exchange

        """, ["--by", "price"])
    #expect(rows.map { $0["profit"] } == ["35.000000", "-30.000000", "-10.000000", ""])
    #expect(rows.map { $0["price"] }.prefix(2) == ["price_early", "morning_wap"])
    #expect(rows[3]["reason"] == "price_unknown")
    #expect(
      try work.rows("totals-price.csv").map { $0["price"] } == ["morning_wap", "price_early"])
    let wrong = try work.settle(header + "2024-05-02,r1,A,win,10,price_erly,gb\n")
    #expect(wrong.exitCode == 1)
    #expect(
      wrong.stderr.hasSuffix(
        "column price: found \"price_erly\"; expected a price that the store has, such as price_early\n"
      ),
      "\(wrong.stderr)")
  }
}
