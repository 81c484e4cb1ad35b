import Foundation
import ImportHistory
import PromotionFigures
import ReportWriters
import Testing

/// The files, to the last byte.
struct PromotionFileTests {
  private func report(_ change: (inout BookStore) throws -> Void = { _ in }) throws
    -> (store: BookStore, report: PromotionReport)
  {
    var store = try BookStore()
    try store.race(
      """
      race_id,date,off_time,course,horse,number,position,outcome,sp
      a,2024-05-25,2024-05-25T14:00:00Z,Ashdown,Red Rum,1,1,finished,2
      a,2024-05-25,2024-05-25T14:00:00Z,Ashdown,"=Blue, Sky",2,2,finished,4
      a,2024-05-25,2024-05-25T14:00:00Z,Ashdown,Green Hill,3,,fell,5

      """)
    try store.tell(
      "2024-05-24T06:00:00Z", BookStore.market([("1", 2.1), ("X", 3.5), ("2", 2.8)]),
      BookStore.boost("Boosted: Real Madrid to Win", 2.1, 2.4), BookStore.pick("1", "Red Rum", 2.5),
      BookStore.pick("2", "=Blue, Sky", 4.25), BookStore.pick("3", "Nobody", 3, tipster: "9"))
    try store.tell("2024-05-24T07:00:00Z", BookStore.boost("", nil, nil, id: "2"))
    try change(&store)
    return (store, try store.report())
  }

  private static let boosts = """
    banner_id,title,event_id,home,away,event_time,market,outcome,open_from,open_to,hours_open,\
    original_odd,boosted_odd,uplift,implied_before,implied_after,fair_probability,fair_price,\
    expected_value,gap,race_id,result
    1,Boosted: Real Madrid to Win,12345,Real Madrid,Liverpool,2024-05-25T20:00:00Z,1X2,1,\
    2024-05-24T00:00:00Z,2024-05-25T19:59:59Z,43.9997,2.1,2.4,0.142857,0.476190,0.416667,0.425532,\
    2.350000,0.021277,,,no_race
    2,,12345,Real Madrid,Liverpool,2024-05-25T20:00:00Z,,,2024-05-24T00:00:00Z,\
    2024-05-25T19:59:59Z,43.9997,,,,,,,,,no_odds,,

    """
  private static let tipsters = """
    tipster_id,tipster,claimed_win_rate,picks,runs,wins,win_rate,win_rate_low,win_rate_high,returned,\
    profit,roi,roi_low,roi_high,expected_wins,ae,void,ambiguous,open
    9,T9,0.500000,1,0,0,,,,,,,,,,,0,0,1
    101,T101,0.500000,2,2,1,0.500000,0.094531,0.905469,2.5000,0.5000,0.250000,-0.941344,1.309557,\
    0.7895,1.266667,0,0,0

    """
  private static let picks = """
    pick_id,tipster_id,tipster,event_id,home,away,event_time,market,outcome,odds,told_at,result,\
    race_id,returned,probability
    1,101,T101,900,Ashdown,Race 1,2024-05-25T14:00:30Z,Win,Red Rum,2.5,2024-05-24T06:00:00Z,won,a,\
    2.5000,0.526316
    2,101,T101,900,Ashdown,Race 1,2024-05-25T14:00:30Z,Win,"'=Blue, Sky",4.25,2024-05-24T06:00:00Z,\
    lost,a,0.0000,0.263158
    3,9,T9,900,Ashdown,Race 1,2024-05-25T14:00:30Z,Win,Nobody,3,2024-05-24T06:00:00Z,no_runner,,,

    """

  @Test func `each file has these bytes as CSV`() throws {
    let report = try report().report
    #expect(PromotionFile.boosts.table(report).csv == Self.boosts)
    #expect(PromotionFile.tipsters.table(report).csv == Self.tipsters)
    #expect(PromotionFile.picks.table(report).csv == Self.picks)
  }

  @Test func `JSON has the same members and digits, and null where a cell is empty`() throws {
    let report = try report().report
    for table in PromotionFile.allCases.map({ $0.table(report) }) {
      let rows = try #require(
        try JSONSerialization.jsonObject(with: Data(table.json.utf8)) as? [[String: Any]])
      let lines = table.csv.split(separator: "\n")
      let names = lines[0].split(separator: ",").map(String.init)
      #expect(rows.count == lines.count - 1)
      #expect(rows.allSatisfy { Set($0.keys) == Set(names) })
    }
    let lines = PromotionFile.tipsters.table(report).json.split(separator: "\n")
    #expect(
      lines[1] == """
        {"tipster_id":"9","tipster":"T9","claimed_win_rate":0.500000,"picks":1,"runs":0,"wins":0,\
        "win_rate":null,"win_rate_low":null,"win_rate_high":null,"returned":null,"profit":null,\
        "roi":null,"roi_low":null,"roi_high":null,"expected_wins":null,"ae":null,"void":0,\
        "ambiguous":0,"open":1},
        """)
  }

  @Test func `a replay, and what is reported twice, change no byte`() throws {
    let (store, report) = try report()
    func texts(_ report: PromotionReport) -> [String] {
      PromotionFile.allCases.map { $0.table(report) }.map { $0.csv + $0.json }
    }
    let before = texts(report)
    _ = try ReplayJob(store: store.path).run()
    #expect(texts(try store.report()) == before)
    let again = try self.report {
      try $0.tell(
        "2024-05-24T08:00:00Z", BookStore.market([("1", 2.1), ("X", 3.5), ("2", 2.8)]),
        BookStore.boost("Boosted: Real Madrid to Win", 2.1, 2.4),
        BookStore.pick("1", "Red Rum", 2.5))
    }.report
    #expect(texts(again) == before)
  }

  @Test func `the summary states boosts, tipsters, and what is not settled`() throws {
    let text = PromotionText.text(try report().report)
    #expect(text.hasPrefix("2 boosts, 1 with a fair price (without: 1 no_odds)\n"))
    #expect(text.contains("Boosted: Real Madrid to Win   2.1      2.4  2.35   2.1   44.0\n"))
    #expect(text.contains("1 pick not settled: no runner of that name\n"))
  }
}
