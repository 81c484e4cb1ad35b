import StoreSupport
import TestSupport
import Testing

/// Fractions, scales and walkovers, asked of `railbird settle`.
struct SettleRuleTests {
  private static let header = "race_id,date,course,country,off_time,horse,number,position,outcome"

  /// A race that Star wins of three, with Gone and Late withdrawn.
  private static func race(_ id: String) -> [String] {
    ["Star,1,1,", "Rival,2,2,", "Other,3,3,", "Gone,4,,non_runner", "Late,5,,non_runner"].map {
      "\(id),2025-09-05,York,GB,2025-09-05T10:00:00Z,\($0)"
    }
  }

  @Test func `Rule 4 goes by the fractions at which the published rows begin`() throws {
    let examples: [(prices: [String], returned: String)] = [
      (["4/6"], "55.000000"), (["1.67"], "55.000000"), (["5/6"], "60.000000"),
      (["1/3"], "40.000000"), (["4/7"], "50.000000"), (["4/9"], "45.000000"),
      (["1/8"], "25.000000"), (["2/17"], "25.000000"), (["12/1"], "110.000000"),
      (["10/1", "12/1"], "100.000000"), (["4/1", "12/1"], "85.000000"),
    ]
    var runners = [Self.header]
    var bets = ["day,race_id,selection,kind,price,stake,rule_book,placed"]
    var gone = ["day,race_id,selection,at,price"]
    for (index, example) in examples.enumerated() {
      let race = Self.race("r\(index)")
      runners += race.dropLast(2 - example.prices.count)
      bets += ["gb", "ie"].map {
        "2025-09-05,r\(index),Star,win,11,10,\($0),2025-09-05T07:00:00Z"
      }
      gone += zip(["Gone", "Late"], example.prices).map {
        "2025-09-05,r\(index),\($0),2025-09-05T07:30:00Z,\($1)"
      }
    }
    func text(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }
    let rows = try BetStore(text(runners)).settled(text(bets), withdrawn: text(gone))
    #expect(rows.map { $0["returned"] } == examples.flatMap { [$0.returned, $0.returned] })
  }

  @Test func `a price that was taken, and a starting price, pay their fractions`() throws {
    let runners = """
      race_id,date,course,country,horse,number,position,outcome,sp
      r,2025-09-05,York,GB,Star,1,1,finished,4.333333
      r,2025-09-05,York,GB,Rival,2,2,finished,1.615385

      """
    let rows = try BetStore(runners).settled(
      """
      day,race_id,selection,kind,price,stake,rule_book
      2025-09-05,r,Star,win,10/3,30,gb
      2025-09-05,r,Star,win,4/11,11,gb
      2025-09-05,r,Star,win,8/13,13,gb
      2025-09-05,r,Star,win,10/3,1000000,gb
      2025-09-05,r,Star,win,4.333333,30,gb
      2025-09-05,r,Star,win,sp,30,gb

      """)
    #expect(
      rows.map { $0["returned"] } == [
        "130.000000", "15.000000", "21.000000", "4333333.333333", "129.999990", "130.000000",
      ])
    #expect(rows.map { $0["price"] }.prefix(2) == ["4.333333", "1.363636"])
    #expect(rows[0]["clv_sp"] == "0.000000")
    #expect(rows[0]["explanation"]?.contains("Win part: 30 × 13/3 = 130.") == true)
  }

  @Test func `bets on a walkover are void by the books that say so`() throws {
    let runners = """
      race_id,date,course,country,horse,number,position,outcome
      w,2025-09-05,York,GB,Star,1,1,
      w,2025-09-05,York,GB,Rival,2,,non_runner
      w,2025-09-05,York,GB,Other,3,,non_runner

      """
    let rows = try BetStore(runners).settled(
      """
      day,race_id,selection,kind,price,stake,rule_book
      2025-09-05,w,Star,win,4.0,10,gb
      2025-09-05,w,Star,each_way,4.0,10,ie
      2025-09-05,w,Star,win,4.0,10,exchange
      2025-09-05,w,Star,lay,4.0,10,exchange
      2025-09-05,w,Star,win,tote,10,tote
      2025-09-05,w,Star,win,4.0,10,au
      2025-09-05,w,Star,win,4.0,10,za

      """)
    let void = rows.filter { $0["state"] == "void" }
    #expect(
      void.map { $0["returned"] } == [
        "10.000000", "20.000000", "10.000000", "30.000000", "10.000000",
      ])
    #expect(void.allSatisfy { $0["profit"] == "0.000000" && $0["commission"] == "0.000000" })
    #expect(rows.suffix(2).map { $0["reason"] } == ["walkover_unknown", "walkover_unknown"])
  }
}
