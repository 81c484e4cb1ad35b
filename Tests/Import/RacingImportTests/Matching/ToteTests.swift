import Testing

struct ToteTests {
  private static let results = """
    date,venue,race_no,race_name,race_class,distance_m,going,course,prize_hkd,place,horse_no,\
    horse_name,jockey,trainer,actual_wt_lbs,draw,lbw,win_odds
    2024-01-01,沙田,1,春季讓賽,第五班,1400,好地,草地,600000,1 平頭馬,4,Ann (S1),潘頓,甲,123,3,-,6.4
    2024-01-01,沙田,1,春季讓賽,第五班,1400,好地,草地,600000,1 平頭馬,2,Bea (S2),潘頓,甲,123,4,平頭馬,1
    2024-01-01,沙田,1,春季讓賽,第五班,1400,好地,草地,600000,3,3,Cat (S3),郭能,乙,---,---,頭位,10
    2024-01-01,沙田,2,打吡,,,好地,全天候跑道,600000,WV-A,1,Dot (S4),---,乙,---,---,---,---

    """.replacing(",平頭馬,", with: ",-,")

  private static func dividends(_ rows: String...) -> String {
    "date,venue,race_no,pool,combination,dividend_hkd\n" + rows.map { $0 + "\n" }.joined()
  }

  private static let win = dividends(
    "2024-01-01,沙田,1,獨贏,4,31.55", "2024-01-01,沙田,1,位置,3,12.00",
    "2024-01-01,沙田,1,三重彩,\"4,2,3\",\"1,234.50\"", "2024-01-01,沙田,2,獨贏,1,退款")

  @Test func `win dividends reach their runners per unit staked`() throws {
    let store = TestStore()
    try store.add(Self.results, format: "hkjc")
    #expect(try store.add(Self.win, format: "hkjc").counts == [4, 4, 0, 0])
    #expect(try store.values("number") == ["2", "3", "4", "1"])
    // A dead heat of which only one winner has a dividend: the other was paid nothing.
    #expect(try store.values("tote") == ["", "", "3.155", ""])
    #expect(try store.values("tote_paid") == ["true", "true", "true", ""])
    let dividends = try store.rows("dividends")
    #expect(
      dividends.map { $0["declared"]! }.sorted() == ["1,234.50", "12.00", "31.55", "退款"].sorted())
    #expect(dividends.map { $0["dividend"]! }.sorted() == ["", "1.2", "123.45", "3.155"])
  }

  @Test func `the order of results and dividends does not matter`() throws {
    let (resultsFirst, dividendsFirst, together) = (TestStore(), TestStore(), TestStore())
    try resultsFirst.add(Self.results, format: "hkjc")
    try resultsFirst.add(Self.win, format: "hkjc")
    try dividendsFirst.add(Self.win, format: "hkjc")
    try dividendsFirst.add(Self.results, format: "hkjc")
    _ = try together.add(
      [together.file(Self.win), together.file(Self.results)], format: "hkjc")
    #expect(try resultsFirst.exported() == dividendsFirst.exported())
    #expect(try resultsFirst.exported() == together.exported())
  }

  @Test func `results imported anew keep their dividends`() throws {
    let store = TestStore()
    try store.add(Self.results, format: "hkjc")
    try store.add(Self.win, format: "hkjc")
    let amended = try store.add(
      Self.results.replacing("Ann (S1),潘頓", with: "Ann (S1),莫雷拉"), format: "hkjc")
    #expect([amended.replaced, amended.duplicates] == [1, 3])
    #expect(try store.values("tote") == ["", "", "3.155", ""])
  }

  @Test func `known dividends are duplicates`() throws {
    let store = TestStore()
    let row = "2024-01-01,沙田,1,獨贏,4,31.55"
    #expect(try store.add(Self.dividends(row, row), format: "hkjc").counts == [2, 1, 1, 0])
    let next = Self.dividends(row, "2024-01-01,沙田,1,獨贏,2,10")
    #expect(try store.add(next, format: "hkjc").counts == [2, 1, 1, 0])
    #expect(try store.rows("dividends").map { $0["combination"]! } == ["2", "4"])
  }

  /// Columns without any value are not stored, so the join must do without them.
  @Test func `dividends without a pool or a combination reach no runner`() throws {
    let store = TestStore()
    try store.add(Self.dividends("2024-01-01,沙田,1,,4,31.55"), format: "hkjc")
    try store.add(Self.results, format: "hkjc")
    #expect(try store.values("tote") == ["", "", "", ""])
  }

  @Test func `hkjc's words are read`() throws {
    let store = TestStore()
    try store.add(Self.results, format: "hkjc")
    let rows = try store.rows()
    func values(_ name: String) -> [String] { rows.map { $0[name]! } }
    #expect(
      values("race_id") == [
        "2024-01-01-ST-1", "2024-01-01-ST-1", "2024-01-01-ST-1", "2024-01-01-ST-2",
      ])
    #expect(values("position") == ["1", "3", "1", ""])
    #expect(values("outcome") == ["finished", "finished", "finished", "non_runner"])
    #expect(values("sp") == ["1", "10", "6.4", ""])
    #expect(values("horse_id") == ["S2", "S3", "S1", "S4"])
    #expect(values("jockey") == ["潘頓", "郭能", "潘頓", ""])
    #expect(values("handicap") == ["true", "true", "true", "false"])
    #expect(values("surface") == ["turf", "turf", "turf", "all_weather"])
    #expect(values("beaten_lengths") == ["", "0.2", "", ""])
    #expect(values("weight_lb") == ["123", "", "123", ""])
  }
}
