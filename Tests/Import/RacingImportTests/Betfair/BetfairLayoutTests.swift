import Mappings
import StoreImport
import Testing

/// The daily files of starting prices as they come: names, hints and markets of several countries.
struct BetfairLayoutTests {
  private static let header =
    "EVENT_ID,MENU_HINT,EVENT_NAME,EVENT_DT,SELECTION_ID,SELECTION_NAME,WIN_LOSE,BSP,PPWAP,IPMAX\n"

  /// Writes a file under a name of its own and imports it.
  @discardableResult
  private static func add(_ text: String, as name: String, to store: TestStore) throws
    -> ImportedFile
  {
    let path = store.folder + "/" + name
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return try store.add([path], format: "betfair")[0]
  }

  /// A market of three runners, of which the first won.
  private static func market(
    _ hint: String, _ name: String, at moment: String, _ horses: [String] = ["Ann", "Bea", "Cat"]
  ) -> String {
    horses.enumerated().map { index, horse in
      "1,\(hint),\(name),\(moment),\(index),\(horse),\(index == 0 ? 1 : 0),\(3 + index),4.5,\n"
    }.joined()
  }

  @Test func `names of columns in small letters are those in capitals`() throws {
    let store = TestStore()
    let text =
      Self.header.lowercased() + Self.market("Ascot 1st May", "7f Hcap", at: "01-05-2024 13:05")
    let file = try Self.add(text, as: "dwbfpricesukwin02052024.csv", to: store)
    #expect(file.counts == [3, 3, 0, 0] && file.unusedColumns == nil)
    #expect(try store.values("bsp") == ["3", "4", "5"])
    #expect(try store.values("horse") == ["Ann", "Bea", "Cat"])
  }

  @Test func `a flag of winners that is written as a decimal is read`() throws {
    let store = TestStore()
    let market = Self.market("Ascot 1st May", "7f Hcap", at: "01-05-2024 13:05")
      .replacing(",1,3,", with: ",1.0,3,").replacing(",0,4,", with: ",0.0,4,")
    try Self.add(Self.header + market, as: "dwbfpricesukwin02052024.csv", to: store)
    #expect(try store.values("outcome") == ["finished", "lost", "lost"])
    #expect(try store.values("position") == ["1", "", ""])
  }

  @Test(arguments: [
    ("uk", "Nottingham 31st May", "GB", "Nottingham"), ("ire", "Curr 31st May", "IE", "Curragh"),
    ("aus", "Melton (AUS) 31st May", "AU", "Melton"),
    ("aus", "Ellerslie (NZL) 31st May", "NZ", "Ellerslie"),
    ("usa", "Aque 31st May", "US", "Aqueduct"), ("rsa", "Turf (RSA) 31st May", "ZA", "Turf"),
    ("uk", "IRE / Naas 31st May", "IE", "Naas"),
  ])
  func `the hint, or else the file's name, states the country`(
    region: String, hint: String, country: String, course: String
  ) throws {
    let store = TestStore()
    let text = Self.header + Self.market(hint, "7f Hcap", at: "31-05-2024 13:05")
    try Self.add(text, as: "DWBFPrices\(region)win01062024.csv", to: store)
    #expect(try Set(store.values("country")) == [country])
    #expect(try Set(store.values("course")) == [course])
  }

  @Test func `an Australian market's name states the race's number and metres`() throws {
    let store = TestStore()
    let text =
      Self.header + Self.market("Sandown (AUS) 1st Aug", "R6 1600m CL1", at: "01-08-2024 06:25")
    try Self.add(text, as: "dwbfpricesauswin02082024.csv", to: store)
    let row = try store.rows()[0]
    #expect(row["race_no"] == "6" && row["distance_m"] == "1600")
    let british = TestStore()
    let other = Self.header + Self.market("Ascot 1st May", "1m2f Hcap", at: "01-05-2024 13:05")
    try Self.add(other, as: "dwbfpricesukwin02052024.csv", to: british)
    let second = try british.rows()[0]
    #expect(second["race_no"] == "" && second["distance_m"] == "2012")
  }

  /// London's time, and the day at the course by its own clock.
  @Test(arguments: [
    ("usa", "Santa Anita (US) 2nd May", "02-05-2024 01:40", "2024-05-01"),
    ("usa", "USA / Aqueduct 1st May", "01-05-2024 18:20", "2024-05-01"),
    ("aus", "Ellerslie (NZL) 30th Apr", "30-04-2024 23:40", "2024-05-01"),
    ("aus", "Randwick 1st May", "01-05-2024 03:10", "2024-05-01"),
    ("aus", "Ascot 30th Apr", "30-04-2024 23:59", "2024-05-01"),
    ("rsa", "Turffontein 1st May", "01-05-2024 12:30", "2024-05-01"),
    ("uk", "Kemp 1st May", "01-05-2024 20:30", "2024-05-01"),
  ])
  func `the day is that of the course`(region: String, hint: String, moment: String, day: String)
    throws
  {
    let store = TestStore()
    let text = Self.header + Self.market(hint, "7f Hcap", at: moment)
    try Self.add(text, as: "dwbfprices\(region)win02052024.csv", to: store)
    #expect(try Set(store.values("date")) == [day])
  }

  @Test func `who has no price, not even in running, did not run`() throws {
    let store = TestStore()
    let text =
      Self.header + """
        1,Curr 1st May,7f Hcap,01-05-2024 16:00,1,Ann,1,3.5,3.4,4
        1,Curr 1st May,7f Hcap,01-05-2024 16:00,2,Bea,0,4.5,4.4,1000
        1,Curr 1st May,7f Hcap,01-05-2024 16:00,3,Cat,0,,,
        1,Curr 1st May,7f Hcap,01-05-2024 16:00,4,Dot,0,NaN,6,0
        1,Curr 1st May,7f Hcap,01-05-2024 16:00,5,Eve,0,,8,1000
        1,Curr 1st May,7f Hcap,01-05-2024 16:00,6,Fay,,9,8,

        """
    try Self.add(text, as: "dwbfpricesirewin02052024.csv", to: store)
    #expect(
      try store.values("outcome") == [
        "finished", "lost", "non_runner", "non_runner", "lost", "unresolved",
      ])
  }

  @Test func `a file of another name is told the names that it could have`() throws {
    let store = TestStore()
    let text = Self.header + Self.market("Ascot 1st May", "7f Hcap", at: "01-05-2024 13:05")
    let error = #expect(throws: ImportError.self) {
      try Self.add(text, as: "prices.csv", to: store)
    }
    let told = "\(try #require(error))"
    #expect(
      told.replacing(store.folder + "/", with: "")
        == "prices.csv: found a name that belongs to no table of the mapping betfair; expected one such "
        + "as *place* or *win*, or the table in front, as TABLE=FILE")
  }

  @Test func `the place market's prices have names of their own`() throws {
    let store = TestStore()
    let win = Self.header + Self.market("Ascot 1st May", "7f Hcap", at: "01-05-2024 13:05")
    let place = """
      EVENT_ID,MENU_HINT,EVENT_NAME,EVENT_DT,SELECTION_ID,SELECTION_NAME,WIN_LOSE,BSP,PPWAP,MORNINGWAP,PPMAX,PPMIN,IPMAX,IPMIN,PPTRADEDVOL
      2,Ascot 1st May,To Be Placed,01-05-2024 13:05,1,Ann,1,1.5,1.4,1.6,2.5,1.3,2.2,1.01,20
      2,Ascot 1st May,To Be Placed,01-05-2024 13:05,2,Bea,0,2.5,2.4,,,,NaN,0,0.75
      3,Ascot 1st May,4 TBP,01-05-2024 13:05,1,Ann,1,1.1,1.1,1.1,1.1,1.1,1.1,1.1,20
      3,Ascot 1st May,4 TBP,01-05-2024 13:05,2,Bea,1,1.2,1.1,1.1,1.1,1.1,1.1,1.1,20

      """
    try Self.add(win, as: "dwbfpricesukwin02052024.csv", to: store)
    let file = try Self.add(place, as: "dwbfpricesukplace02052024.csv", to: store)
    // The market of four places is reported as refused, and the race keeps its own.
    #expect(file.counts == [4, 2, 0, 2] && file.reasons == ["race_id": 2])
    #expect(file.unresolved == 0 && file.unusedColumns == nil)
    #expect(try store.rejects().allSatisfy { $0.raw.contains("4 TBP") })
    let prices = try store.rows("prices").filter { $0["name"]!.hasPrefix("place_") }
    let columns = ["horse", "name", "price", "volume"]
    #expect(
      prices.map { row in columns.map { row[$0]! }.joined(separator: " ") }.sorted() == [
        "Ann place_in_play_max 2.2 ", "Ann place_in_play_min 1.01 ", "Ann place_morning_wap 1.6 ",
        "Ann place_pre_play_max 2.5 20", "Ann place_pre_play_min 1.3 20",
        "Ann place_pre_play_wap 1.4 20", "Bea place_pre_play_wap 2.4 0.75",
      ])
    let rows = try store.rows()
    #expect(rows.map { $0["place_bsp"] } == ["1.5", "2.5", ""])
    #expect(rows.map { $0["place_won"] } == ["true", "false", ""])
    #expect(rows.map { $0["pre_play_wap"] } == ["4.5", "4.5", "4.5"])
  }

  /// Abbreviations as public lists have them, and the courses as the exchange's other files do.
  @Test(arguments: [
    ("GB / Bang", "Bangor-On-Dee"), ("GB / ChelmC", "Chelmsford City"), ("GB / Epsm", "Epsom"),
    ("GB / Extr", "Exeter"), ("GB / FfosL", "Ffos Las"), ("GB / MrktR", "Market Rasen"),
    ("GB / Newt", "Newton Abbot"), ("GB / Sthl", "Southwell"), ("IRE / DownP", "Downpatrick"),
    ("IRE / DownR", "Down Royal"), ("IRE / Gal", "Galway"), ("IRE / GowP", "Gowran Park"),
    ("IRE / Kilb", "Kilbeggan"), ("IRE / Killar", "Killarney"), ("US / CharlT", "Charles Town"),
    ("US / TPara", "Turf Paradise"), ("RSA / Kenil", "Kenilworth"), ("Down Royal", "Down Royal"),
  ])
  func `an abbreviated hint names the course in full`(hint: String, course: String) throws {
    let store = TestStore()
    let text = Self.header + Self.market(hint + " 3rd Jun", "7f Hcap", at: "03-06-2019 13:05")
    try Self.add(text, as: "dwbfpricesukwin04062019.csv", to: store)
    #expect(try Set(store.values("course")) == [course])
  }

  /// Abbreviations of the mapping's list, and some that no list has.
  @Test func `abbreviated courses join the races of another source`() throws {
    let courses = [
      ("Aint", "Aintree"), ("Towc", "Towcester"), ("Ham", "Hamilton Park"), ("Extr", "Exeter"),
      ("Brig", "Brighton"), ("Nwbry", "Newbury"), ("Epsm", "Epsom Downs"), ("Kemp", "Kempton (AW)"),
      ("Newm", "Newmarket (July)"), ("BrgtnX", "Brightonx"), ("Ayrs", "Ayr Seaside"),
    ]
    let store = TestStore()
    var results = "source,race_id,date,off_time,course,country,horse,position\n"
    var prices = Self.header
    for (index, (short, long)) in courses.enumerated() {
      let horses = ["Ann", "Bea", "Cat"].map { "\($0) \(index)" }
      for (place, horse) in horses.enumerated() {
        results +=
          "results,r\(index),2024-05-01,2024-05-01T\(10 + index):05:00Z,\(long),GB,\(horse),\(place + 1)\n"
      }
      prices += Self.market(
        "GB / \(short) 1st May", "7f Hcap", at: "01-05-2024 \(11 + index):05", horses)
    }
    try store.add(results)
    let file = try Self.add(prices, as: "dwbfpricesukwin02052024.csv", to: store)
    #expect(file.matchedRaces == courses.count && file.ambiguousRaces == 0)
    #expect(try store.rows().count == courses.count * 3)
    #expect(try Set(store.values("course")) == Set(courses.map(\.1)))
  }
}
