import Columns
import Foundation
import StoreSupport
import Testing

@testable import Cards
@testable import ReportWriters
@testable import RunnerKeys

struct CardWriterTests {
  private static let csv = """
    race_id,date,off_time,race_no,course,country,race_name,class,handicap,going,surface,distance_m,prize,number,draw,horse,age,sex,weight_lb,jockey,trainer,position,outcome,sp
    1,2026-06-01,,1,York,GB,,,,,,,,1,,Red,,,,Ann,Tom,1,,3
    1,2026-06-01,,1,York,GB,,,,,,,,2,,勁豐裕,,,,Bob,"Tom, Jr",2,,4
    2,2026-06-05,2026-06-05T13:05:00Z,1,York,GB,"=1+1, or so",Class 4,true,Good,Turf,1609,8000.5,1,7,Red,4,gelding,131.5,Ann,Tom,2,,2.5
    2,2026-06-05,2026-06-05T13:05:00Z,1,York,GB,"=1+1, or so",Class 4,true,Good,Turf,1609,8000.5,2,,勁豐裕,,,,潘頓,"Tom, Jr",1,,9
    2,2026-06-05,2026-06-05T13:05:00Z,1,York,GB,"=1+1, or so",Class 4,true,Good,Turf,1609,8000.5,3,1,New,2,,126,,Una,,non_runner,
    3,2026-06-05,2026-06-05T13:30:00.25Z,,Parx,US,,,,,,,,1,,Far,,,,Ann,,,,
    """

  private func card(_ dimensions: [String], _ windows: [String]) throws -> DayCard {
    var request = try CardRequest(day: Day(iso: "2026-06-05")!, dimensions: dimensions)
    request.scope.windows = try Window.list(windows)
    return try CardJob(request, from: StoreFixture.snapshot(csv: Self.csv)).run()
  }

  @Test func `a card is in columns, wide characters included`() throws {
    #expect(
      CardText.text(try card(["jockey"], ["365d"])) == """
        2026-06-05 · 2 races · 3 runners · figures before 2026-06-05 · off times by the country's \
        clock

        14:05 York R1 =1+1, or so · Class 4 · handicap · Good · Turf · 1609 m · 2 runners
                                                                             jockey 365d
        no  draw  horse             age     lb  jockey  trainer  form  days  won  win %  ROI %
         1     7  Red                 4  131.5  Ann     Tom         1     4  1/1    100    200
         2     –  勁豐裕              –      –  潘頓    Tom, Jr     2     4  0/0      –      –
         3     1  New (non-runner)    2    126  –       Una         –     –    –      –      –

        13:30 UTC Parx · 1 runner
                                                               jockey 365d
        no  draw  horse  age  lb  jockey  trainer  form  days  won  win %  ROI %
         1     –  Far      –   –  Ann     –           –     –  1/1    100    200

        """)
  }

  @Test func `names are whole in files and pipes, and cut on a terminal`() throws {
    let name = "Somerset Admirals Fleet (USA)"
    let text = Self.csv.replacing(",Red,", with: ",\(name),")
    var request = try CardRequest(day: Day(iso: "2026-06-05")!, dimensions: ["jockey"])
    request.scope.windows = [.all]
    let card = try CardJob(request, from: StoreFixture.snapshot(csv: text)).run()
    #expect(CardText.text(card).contains(name))
    let cut = CardText.text(card, width: 300)
    #expect(!cut.contains(name) && cut.contains("Somerset Admirals Fle…"))
  }

  @Test func `where there is little room the least important columns go, of all races alike`()
    throws
  {
    let card = try card(["jockey", "trainer", "horse"], ["365d"])
    let whole = CardText.text(card)
    #expect(CardText.text(card, width: 200) == whole)
    func shown(_ width: Int) -> (headers: Set<String>, note: String, widest: Int) {
      let lines = CardText.text(card, width: width).split(separator: "\n").map(String.init)
      let table = lines.filter { $0.hasPrefix("no  ") || $0.hasPrefix(" 1  ") }
      let headers = lines.filter { $0.hasPrefix("no  ") }.map {
        $0.split(separator: " ").joined(separator: " ")
      }
      return (Set(headers), lines.last!, table.map(\.count).max()!)
    }
    let (headers, note, widest) = shown(80)
    #expect(headers == ["no draw horse age lb jockey trainer form won win % ROI %"])
    #expect(
      note == "left out for want of room: days, trainer 365d, horse 365d; a wider terminal, a pipe "
        + "or a file has them")
    #expect(widest <= 80)
    #expect(shown(30).headers == ["no horse jockey"])
    #expect(!whole.contains("left out"))
  }

  @Test func `a card of times in UTC says nothing of a country's clock`() throws {
    let csv = """
      race_id,date,off_time,course,country,horse,position
      1,2026-06-01,2026-06-01T13:05:00Z,Parx,US,Red,1
      """
    let request = try CardRequest(day: Day(iso: "2026-06-01")!, dimensions: ["horse"])
    let card = try CardJob(request, from: StoreFixture.snapshot(csv: csv)).run()
    let text = CardText.text(card)
    let title = "2026-06-01 · 1 race · 1 runner · figures before 2026-06-01"
    #expect(text.hasPrefix("\(title)\n\n13:05 UTC"))
  }

  @Test func `results stand beside the runners where they are asked for`() throws {
    let lines = CardText.text(try card(["horse"], ["all"]), hasResults: true).split(separator: "\n")
    #expect(lines[3].hasSuffix("  form  days      result   sp  won  win %  ROI %"))
    #expect(lines[4].hasSuffix("     1     4           2  2.5  1/1    100    200"))
    #expect(lines[6].hasSuffix("     –     –  non runner    –  0/0      –      –"))
    #expect(lines[10].hasSuffix("     –     –       –   –  0/0      –      –"))
  }

  @Test func `titles stand over their columns and are cut to them`() {
    var table = TextTable(header: ["a", "bb", "cc", "d"], sides: [.left, .right, .right, .right])
    table.rows = [["row", "1", "2", "3"]]
    table.groups = [("one title", 1), ("another", 3)]
    #expect(
      table.lines == [
        "     one t…  another", "a    bb  cc  d", "row   1   2  3",
      ])
  }

  @Test func `a row of CSV states race, runner and figures`() throws {
    let text = CSVCardWriter.text(
      try card(["jockey", "jockey+trainer"], ["30d"]),
      try CardColumns(figures: ["runs", "sp_bets", "sp_roi", "recent_form"]))
    #expect(
      text == """
        date,race_id,off_time,course,country,race_no,race_name,class,handicap,going,surface,\
        distance_m,prize,field_size,number,draw,horse,age,sex,weight_lb,official_rating,jockey,\
        trainer,owner,sire,non_runner,recent_form,last_run,days_since_last_run,jockey_30d_runs,\
        jockey_30d_sp_bets,jockey_30d_sp_roi,jockey_30d_recent_form,jockey_trainer_30d_runs,\
        jockey_trainer_30d_sp_bets,jockey_trainer_30d_sp_roi,jockey_trainer_30d_recent_form
        2026-06-05,2,2026-06-05T13:05:00Z,York,GB,1,"'=1+1, or so",Class 4,true,Good,Turf,1609,\
        8000.5,2,1,7,Red,4,gelding,131.5,,Ann,Tom,,,false,1,2026-06-01,4,1,1,2.000000,1,1,1,\
        2.000000,1
        2026-06-05,2,2026-06-05T13:05:00Z,York,GB,1,"'=1+1, or so",Class 4,true,Good,Turf,1609,\
        8000.5,2,2,,勁豐裕,,,,,潘頓,"Tom, Jr",,,false,2,2026-06-01,4,0,0,,,0,0,,
        2026-06-05,2,2026-06-05T13:05:00Z,York,GB,1,"'=1+1, or so",Class 4,true,Good,Turf,1609,\
        8000.5,2,3,1,New,2,,126,,,Una,,,true,,,,,,,,,,,
        2026-06-05,3,2026-06-05T13:30:00.250000Z,Parx,US,,,,,,,,,1,1,,Far,,,,,Ann,,,,false,,,,1,1,\
        2.000000,1,,,,

        """)
  }

  @Test func `JSON has the same cells under the same names`() throws {
    let card = try card(["jockey", "horse"], ["7d", "all"])
    let columns = try CardColumns(hasResults: true)
    let text = JSONCardWriter.text(card, columns)
    let objects = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    let header = CSVCardWriter.text(card, columns).prefix { $0 != "\n" }.split(separator: ",")
    #expect(objects.count == 4)
    #expect(objects.allSatisfy { Set($0.keys) == Set(header.map(String.init)) })
    #expect(text.contains("\"race_name\":\"=1+1, or so\""))
    #expect(text.contains("\"non_runner\":true"))
    #expect(text.contains("\"horse_all_sp_roi\":2.000000"))
    #expect(objects[2]["jockey_7d_runs"] is NSNull && objects[0]["handicap"] as? Bool == true)
    #expect(objects[1]["position"] as? Int == 1 && objects[3]["sp"] is NSNull)
  }

  @Test func `no day's results are reported unless they are asked for`() throws {
    let card = try card(["jockey"], ["all"])
    let header = CSVCardWriter.text(card, try CardColumns()).prefix { $0 != "\n" }
    let names = Set(header.split(separator: ",").map(String.init))
    #expect(names.isDisjoint(with: ["position", "outcome", "sp"]))
    #expect(!CardText.text(card).contains("2.5"))
  }

  @Test(arguments: ["roi", "window", "from", "jockey"])
  func `a column that no report has is refused`(name: String) {
    #expect(throws: ReportError.self) { try CardColumns(figures: ["runs", name]) }
  }

  @Test(arguments: [
    ("GB", "2026-01-05T13:05:00Z", "13:05"), ("GB", "2026-06-05T13:05:00Z", "14:05"),
    ("HK", "2026-06-05T16:30:00Z", "00:30"), ("US", "2026-06-05T16:30:00Z", "16:30 UTC"),
    ("", "2026-06-05T09:05:00Z", "09:05 UTC"),
  ])
  func `an off time is told by the country's clock`(country: String, iso: String, clock: String)
    throws
  {
    let date = try Date(iso, strategy: .iso8601)
    let micros = Int64(date.timeIntervalSince1970) * 1_000_000
    #expect(OffTimeText.clock(micros, country: country.isEmpty ? nil : country) == clock)
    #expect(OffTimeText.iso(micros) == iso)
  }
}
