import Columns
import Racing
import RowReading
import TabularFiles
import Testing

@testable import Mappings

/// Each column of a source is taken by its built-in mapping, or left with a reason.
///
/// `DataSetCountTests` holds whole files of real data against the mappings.
struct SourceColumnTests {
  /// A source's kind of file, and its columns.
  struct Source: CustomTestStringConvertible {
    let mapping: String
    let table: String
    let columns: [String]

    init(_ mapping: String, _ table: String, _ columns: String) {
      self.mapping = mapping
      self.table = table
      self.columns = columns.split { $0 == "," || $0 == "\n" }.map(String.init)
    }

    var testDescription: String { "\(mapping), \(table)" }
  }

  private static let hongKong = """
    date,venue,race_no,race_meeting_no,race_name,race_class,distance_m,rating_range,going,course,\
    prize_hkd,race_finish_time,sectional_times_header,place,horse_no,horse_name,jockey,trainer,\
    actual_wt_lbs,declared_wt_lbs,draw,lbw,running_position,finish_time,win_odds
    """
  private static let australia = """
    LOCAL_MEETING_DATE,SCHEDULED_RACE_TIME,ACTUAL_OFF_TIME,TRACK,STATE_CODE,RACE_NO,WIN_MARKET_ID,\
    WIN_MARKET_NAME,PLACE_MARKET_ID,RACING_TYPE,DISTANCE,RACE_TYPE,SELECTION_ID,TAB_NUMBER,\
    SELECTION_NAME,WIN_RESULT,WIN_BSP,PLACE_RESULT,PLACE_BSP,WIN_BSP_VOLUME,\
    WIN_PREPLAY_MAX_PRICE_TAKEN,WIN_PREPLAY_MIN_PRICE_TAKEN,WIN_PREPLAY_LAST_PRICE_TAKEN,\
    WIN_PREPLAY_WEIGHTED_AVERAGE_PRICE_TAKEN,WIN_PREPLAY_VOLUME,WIN_INPLAY_MAX_PRICE_TAKEN,\
    WIN_INPLAY_MIN_PRICE_TAKEN,WIN_LAST_PRICE_TAKEN,WIN_INPLAY_WEIGHTED_AVERAGE_PRICE_TAKEN,\
    WIN_INPLAY_VOLUME,PLACE_BSP_VOLUME,PLACE_MAX_PRICE_TAKEN,PLACE_MIN_PRICE_TAKEN,\
    PLACE_LAST_PRICE_TAKEN,PLACE_WEIGHTED_AVERAGE_PRICE_TAKEN,PLACE_PREPLAY_VOLUME,\
    BEST_AVAIL_BACK_AT_SCHEDULED_OFF,BEST_AVAIL_LAY_AT_SCHEDULED_OFF,\
    BACK_MARKET_PERCENTAGE_AT_SCHEDULED_OFF,LAY_MARKET_PERCENTAGE_AT_SCHEDULED_OFF
    """
  private static let daily = """
    EVENT_ID,MENU_HINT,EVENT_NAME,EVENT_DT,SELECTION_ID,SELECTION_NAME,WIN_LOSE,BSP,PPWAP,MORNINGWAP,\
    PPMAX,PPMIN,IPMAX,IPMIN,MORNINGTRADEDVOL,PPTRADEDVOL,IPTRADEDVOL
    """

  private static let sources = [
    Source("hkjc", "results", hongKong),
    Source("hkjc", "dividends", "date,venue,race_no,pool,combination,dividend_hkd"),
    Source("betfair", "australia_new_zealand", australia),
    Source(
      "betfair", "uk_ireland",
      """
      LOCAL_RACE_DATE,RACETIME,COUNTRY_ID,TRACK,EVENT_ID,WIN_MARKET_ID,PLACE_MARKET_ID,RACE_NAME,\
      WIN_MARKET_NAME,RACE_NUMBER,SELECTION_ID,RUNNER_NAME,RATED_PRICE,WIN_BSP,WIN_RESULT,PLACE_BSP,\
      PLACE_RESULT
      """),
    Source("betfair", "daily_win", daily), Source("betfair", "daily_place", daily),
    Source("harness", "results", "row_id,entry_id,morning_line,post_pos,finish_pos"),
    Source(
      "rpscrape", "results_2020",
      """
      Date,Course,Off,Name,Type,Class,Pattern,Rating_Band,Age_Band,Sex_Rest,Dist,Dist_Y,Dist_M,Dist_F,\
      Going,Num,Pos,Ran,Draw,Btn,Ovr_Btn,Horse,SP,Dec,Age,Sex,Wgt,Lbs,HG,Time,Jockey,Trainer,OR,RPR,TS,\
      Prize,Sire,Dam,Damsire,Owner,Comment
      """),
    Source(
      "netkeiba", "results",
      """
      race_id,date,レース名,距離,馬場,着順,枠番,馬番,馬名,性齢,斤量,騎手,タイム,着差,単勝,人気,馬体重,通過,上り,\
      調教師,馬主,horse_id
      """),
    Source(
      "racing-api", "results",
      SourceColumns.racingAPIResult + "," + SourceColumns.racingAPIPage),
    Source("racing-api", "result", SourceColumns.racingAPIResult),
    Source(
      "racing-api", "racecards", SourceColumns.racingAPICard + "," + SourceColumns.racingAPIPage),
    Source("racing-api", "racecard", SourceColumns.racingAPICard),
    Source("racing-api", "racecards_free", SourceColumns.racingAPIFreeCard),
    Source("racing-api", "australia", SourceColumns.racingAPIAustralia),
    Source("racing-api", "australian_race", SourceColumns.racingAPIAustralia),
    Source("racing-api", "entries", SourceColumns.racingAPIEntries),
    Source("equibase", "charts", SourceColumns.equibaseChart),
    Source("equibase", "lines", SourceColumns.equibaseLines),
    Source("kra", "answers", SourceColumns.koreanResult),
    Source("kra", "rows", SourceColumns.koreanResult),
    Source("railbird", "runners", RacingTables.questionNames.joined(separator: ",")),
  ]

  private static func mapping(_ name: String) throws -> Mapping {
    try Mapping(yaml: try #require(Mapping.builtInText(name)), file: name)
  }

  /// Returns the columns that a table neither takes nor leaves.
  private static func lost(_ columns: [String], _ table: TableMapping) -> [String] {
    let patterns = table.leaves.map(StarPattern.init)
    return columns.filter { column in
      !table.columnsTaken.contains(column) && !patterns.contains { $0.text(in: column) != nil }
        && !table.leaves.contains(column)
    }
  }

  @Test(arguments: sources)
  func `each column of a source is taken, or left with a reason`(source: Source) throws {
    let table = try #require(try Self.mapping(source.mapping).tables[source.table])
    // A price is taken by its pattern.
    let prices = table.pricePattern?.sources.flatMap(\.columns) ?? []
    #expect(Self.lost(source.columns, table).filter { !prices.contains($0) } == [])
    #expect(Set(source.columns).count == source.columns.count)
  }

  @Test(arguments: ["jrdb", "drf"])
  func `each column of a layout without a header line is taken, or left with a reason`(
    mapping: String
  ) throws {
    for (name, table) in try Self.mapping(mapping).tables {
      let columns = try #require(table.form.columns)
      #expect(Self.lost(columns, table) == [], "\(name)")
      #expect(table.columnsTaken.subtracting(columns).subtracting(["@file"]) == [], "\(name)")
    }
  }

  @Test(arguments: [
    ("results", "odds", 175), ("results", "corner_1", 309), ("results", "body_weight", 333),
    ("card", "odds", 96), ("card", "blinkers", 171), ("card", "cancelled", 403),
    ("races", "runners", 95), ("races", "prize", 126),
  ])
  func `a cell of JRDB begins at the byte of its published layout`(
    table: String, column: String, byte: Int
  ) throws {
    let form = try #require(try Self.mapping("jrdb").tables[table]).form
    let place = try #require(form.columns?.firstIndex(of: column))
    #expect(form.widths[..<place].reduce(1, +) == byte)
  }

  @Test(arguments: Mapping.builtInNames)
  func `a built-in mapping leaves no column without a reason, and takes none that it leaves`(
    name: String
  ) throws {
    for (table, own) in try Self.mapping(name).tables {
      for column in own.leaves {
        #expect(own.leavingReasons[column]?.isEmpty == false, "\(table): \(column)")
        #expect(!own.columnsTaken.contains(column), "\(table): \(column)")
      }
    }
  }

  @Test func `Hong Kong's times, running positions, body weights and bands are stored`() throws {
    let text =
      Self.hongKong + "\n" + """
        2024-05-05,沙田,3,500,青葉讓賽,第四班,1400,60-40,好地,"草地 - ""A"" 賽道",1000000,\
        (13.70) (35.90) (59.40) (1:23.30),13.70 22.20 23.50 23.90,1,4,青葉 (Z901),甲,乙,126,990,3,-,\
        4 3 3 1,1:23.30,6.4
        2024-05-05,沙田,3,500,青葉讓賽,第四班,1400,60-40,好地,"草地 - ""A"" 賽道",1000000,\
        (13.70) (35.90) (59.40) (1:23.30),13.70 22.20 23.50 23.90,WV,5,白雲 (Z902),---,乙,---,---,---,---,\
        ---,---,---

        """
    let store = TestStore()
    expect(
      try store.stored(text, named: "results.csv", format: "hkjc"),
      [
        "rating_band": "60-40", "sectional_times": "13.70 22.20 23.50 23.90",
        "body_weight_lb": "|990", "running_positions": "|4 3 3 1", "finish_time_s": "|83.3",
        "outcome": "non_runner|finished",
      ])
  }

  @Test func `the exchange's prices and volumes of both markets are stored`() throws {
    let row =
      "2024-05-05,13:05:00,13:05:20,Aldham,VIC,1,171,R1 1800m Mdn,172,Thoroughbred,1800,Mdn,9,1,Ann,"
      + "WINNER,3.1,WINNER,1.5,120.5,4,2.9,3.2,3.3,900.25,8,1.01,1.02,2.2,50.5,60,1.9,1.3,1.4,1.45,"
      + "210,3.15,3.25,1.004,0.998\n"
    let store = TestStore()
    expect(
      try store.stored(Self.australia + "\n" + row, named: "anz.csv", format: "betfair"),
      [
        "bsp": "3.1", "bsp_volume": "120.5", "pre_play_max": "4", "pre_play_min": "2.9",
        "pre_play_wap": "3.3", "pre_play_volume": "900.25", "in_play_max": "8",
        "in_play_min": "1.01", "in_play_volume": "50.5", "place_bsp": "1.5",
        "place_bsp_volume": "60", "place_pre_play_volume": "210", "price_pre_play_last": "3.2",
        "price_last_traded": "1.02", "price_in_play_wap": "2.2", "price_place_max": "1.9",
        "price_place_min": "1.3", "price_place_last": "1.4", "price_place_wap": "1.45",
        "price_back_at_off": "3.15", "price_lay_at_off": "3.25",
      ])
  }

  @Test func `Korea's own weights, equipment and places on the way are stored`() throws {
    let store = TestStore()
    let item = { (number: Int, weight: String, places: String) in
      """
      {"rcDate":20240504,"rcNo":3,"meet":"서울","chulNo":\(number),"hrName":"말\(number)","ord":\(number),\
      "ordBigo":"-","diffUnit":"-","winOdds":2.5,"wgHr":"\(weight)","hrTool":"망사눈","ageCond":"3세",\
      \(places)}
      """
    }
    let seoul = #""sjS1fOrd":2,"sjG3fOrd":3,"sjG1fOrd":1,"buS1fOrd":0"#
    let busan = #""sjS1fOrd":0,"buS1fOrd":4,"buG3fOrd":5,"buG1fOrd":2"#
    expect(
      try store.stored(
        "[\(item(1, "502(-4)", seoul)),\(item(2, "-", busan))]", named: "k.json", format: "kra"),
      [
        "body_weight_lb": "1106.720556|", "running_positions": "2 3 1|4 5 2", "headgear": "망사눈",
        "age_band": "3세",
      ])
  }

  @Test(arguments: [
    ("480(+2)", "1058.218858"), ("1100(0)", "2425.084884"), ("計不", ""), ("2000(0)", ""),
  ])
  func `a horse's own weight is read in kilograms`(text: String, pounds: String) throws {
    let store = TestStore()
    let file = try store.file(
      "race_id,馬番,馬名,性齢,斤量,騎手,タイム,着差,着順,単勝,通過,馬体重\n"
        + "202444050401,1,ナミマ,牡3,55,森田三,1:14.5,,1,1.4,3-2-1,\(text)\n")
    #expect(try store.add([file], format: "netkeiba")[0].stored == 1)
    let row = try store.rows()[0]
    #expect(row["body_weight_lb", default: ""] == pounds)
    #expect(row["running_positions"] == "3-2-1")
  }
}
