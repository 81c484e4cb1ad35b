import Foundation
import Testing

/// A month of Betfair's daily files of starting prices, made up, beside results of another source.
struct BetfairDailyTests {
  private struct Runner {
    let horse: String
    let position: Int
    let bsp: Double
  }

  private struct Race {
    let day: Int
    let hour: Int
    let course: (short: String, long: String)
    let runners: [Runner]
    /// Whether the exchange has no market of it.
    let isMissing: Bool
  }

  private static let courses = [("Kemp", "Kempton"), ("Chelt", "Cheltenham"), ("Ayr", "Ayr")]
  private static let header =
    "EVENT_ID,MENU_HINT,EVENT_NAME,EVENT_DT,SELECTION_ID,SELECTION_NAME,WIN_LOSE,BSP,PPWAP,"
    + "MORNINGWAP,PPMAX,PPMIN,IPMAX,IPMIN,MORNINGTRADEDVOL,PPTRADEDVOL,IPTRADEDVOL\n"

  /// Thirty days of May and June 2024 with six races each, of which each tenth is missing.
  private static let races: [Race] = (0..<180).map { index in
    let runners = (1...6).map { place in
      // Each fifth horse has a letter that only Windows-1252 writes in one byte.
      let name = "Horse \(index) \(["Un", "Deux", "Trois", "Quatre", "Été", "Six"][place - 1])"
      return Runner(horse: name, position: place, bsp: 1.5 + Double(place * (index % 7 + 1)) / 4)
    }
    return Race(
      day: index / 6, hour: 13 + index % 6, course: courses[index % 3], runners: runners,
      isMissing: index % 10 == 9)
  }

  private static func day(_ number: Int) -> (day: Int, month: Int) {
    number < 31 ? (number + 1, 5) : (number - 30, 6)
  }

  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }

  private static func line(_ race: Race, _ runner: Runner, isPlace: Bool) -> String {
    let (day, month) = day(race.day)
    let won = isPlace ? runner.position <= 2 : runner.position == 1
    let bsp = isPlace ? 1 + runner.bsp / 5 : runner.bsp
    let name = isPlace ? "To Be Placed" : "2m Hcap Hrd"
    let market = "\(race.day * 100 + race.hour + (isPlace ? 50 : 0))"
    return [
      market, "GB / \(race.course.short) \(day)th May", name,
      "\(two(day))-\(two(month))-2024 \(race.hour):30", "\(runner.position)", runner.horse,
      won ? "1" : "0", "\(bsp)", "\(bsp + 0.25)", "\(bsp + 0.5)", "\(bsp + 1)", "1.25", "1000",
      "1.01",
    ].joined(separator: ",") + (isPlace ? ",1.25,250.5,30\n" : ",12.5,2500.75,300\n")
  }

  /// Writes the files of a day, named by the morning after, in Windows-1252 or UTF-8.
  private static func files(_ day: Int, in store: TestStore) throws -> [String] {
    let (number, month) = Self.day(day + 1)
    return try [false, true].map { isPlace in
      let lines = races.filter { $0.day == day && !$0.isMissing }.flatMap { race in
        race.runners.map { line(race, $0, isPlace: isPlace) }
      }
      let text = header + lines.joined()
      let bytes = day % 2 == 0 ? Data(text.utf8) : Data(text.unicodeScalars.map { UInt8($0.value) })
      let kind = isPlace ? "place" : "win"
      let path = "\(store.folder)/dwbfpricesuk\(kind)\(two(number))\(two(month))2024.csv"
      try bytes.write(to: URL(filePath: path))
      return path
    }
  }

  private static var results: String {
    "date,course,off,ran,pos,horse,race_name,type\n"
      + races.flatMap { race in
        let (day, month) = day(race.day)
        return race.runners.map { runner in
          "2024-\(two(month))-\(two(day)),\(race.course.long),\(race.hour - 12):30,6,"
            + "\(runner.position),\(runner.horse) (GB),Handicap,Hurdle\n"
        }
      }.joined()
  }

  @Test func `a month of daily files joins the races of another source`() throws {
    let store = TestStore()
    let path = store.folder + "/results.csv"
    try Self.results.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try store.add([path], format: "rpscrape")[0].counts == [1080, 1080, 0, 0])
    let files = try (0..<30).flatMap { try Self.files($0, in: store) }
    let imported = try store.add(files, format: "betfair")
    #expect(imported.allSatisfy { $0.rejected == 0 && $0.ambiguousRaces == 0 })
    #expect(Set(imported.map(\.table)) == ["daily_win", "daily_place"])
    let missing = Self.races.count(where: \.isMissing)
    #expect(missing == 18)
    let matched = imported.filter { $0.table == "daily_win" }.reduce(0) { $0 + $1.matchedRaces }
    #expect(matched == 180 - missing)
    let rows = try store.rows()
    // No runner is there twice, and each has the generator's prices.
    #expect(rows.count == 1080)
    let byHorse = Dictionary(uniqueKeysWithValues: rows.map { ($0["horse"]!, $0) })
    for race in Self.races {
      for runner in race.runners {
        let row = try #require(byHorse[runner.horse + " (GB)"])
        #expect(Double(row["bsp"]!) == (race.isMissing ? nil : runner.bsp), "\(runner.horse)")
        #expect(
          Double(row["place_bsp"]!).map { Int(($0 * 1000).rounded()) }
            == (race.isMissing ? nil : Int(((1 + runner.bsp / 5) * 1000).rounded())))
        #expect(row["place_won"] == (race.isMissing ? "" : runner.position <= 2 ? "true" : "false"))
        #expect(row["in_play_volume"] == (race.isMissing ? "" : "300"))
        #expect(row["place_in_play_volume"] == (race.isMissing ? "" : "30"))
        #expect(row["position"] == "\(runner.position)")
        #expect(row["race_type"] == "hurdle")
      }
    }
  }

  @Test func `all columns of a day's files are stored`() throws {
    let store = TestStore()
    let imported = try store.add(Self.files(1, in: store), format: "betfair")
    #expect(imported.map(\.counts) == [[30, 30, 0, 0], [30, 30, 0, 0]])
    // Columns that the mapping leaves on purpose are not reported as unused.
    #expect(imported.allSatisfy { $0.unusedColumns == nil })
    let row = try #require(try store.rows().first { $0["horse"]!.hasSuffix(" Un") })
    #expect(row["date"] == "2024-05-02" && row["course"] == "Kempton" && row["country"] == "GB")
    // Half past one on a summer's day in London.
    #expect(row["off_time"] == "2024-05-02 12:30:00.000000Z")
    let bsp = try #require(Double(row["bsp"]!))
    let expected = [
      "pre_play_wap": bsp + 0.25, "morning_wap": bsp + 0.5, "pre_play_max": bsp + 1,
      "pre_play_min": 1.25, "in_play_max": 1000, "in_play_min": 1.01, "morning_volume": 12.5,
      "pre_play_volume": 2500.75, "in_play_volume": 300, "distance_m": 3219,
      "place_bsp": 1 + bsp / 5, "price_place_pre_play_wap": 1 + bsp / 5 + 0.25,
      "price_place_morning_wap": 1 + bsp / 5 + 0.5, "price_place_pre_play_max": 2 + bsp / 5,
      "price_place_pre_play_min": 1.25, "price_place_in_play_max": 1000,
      "price_place_in_play_min": 1.01, "place_morning_volume": 1.25,
      "place_pre_play_volume": 250.5, "place_in_play_volume": 30,
    ]
    for (name, value) in expected { #expect(Double(row[name]!) == value, "\(name)") }
    #expect(row["handicap"] == "true" && row["outcome"] == "finished")
    // Each price has the money of its own market and phase.
    let prices = try store.rows("prices").filter { $0["horse"] == row["horse"] }
    let told = Dictionary(uniqueKeysWithValues: prices.map { ($0["name"]!, $0["volume"]!) })
    let volumes = [
      "morning_wap": "12.5", "pre_play_wap": "2500.75", "pre_play_min": "2500.75",
      "pre_play_max": "2500.75", "in_play_min": "300", "in_play_max": "300",
      "place_morning_wap": "1.25", "place_pre_play_wap": "250.5", "place_pre_play_min": "250.5",
      "place_pre_play_max": "250.5", "place_in_play_min": "30", "place_in_play_max": "30",
    ]
    #expect(told == volumes)
  }

  @Test func `the place file alone leaves results open`() throws {
    let store = TestStore()
    let place = try Self.files(0, in: store)[1]
    #expect(try store.add([place], format: "betfair")[0].unresolved == 36)
    #expect(try Set(store.values("outcome")) == ["unresolved"])
  }

  @Test func `an exported store with all fields is imported again`() throws {
    let store = TestStore()
    _ = try store.add(Self.files(2, in: store), format: "betfair")
    let copy = TestStore()
    let text = try store.exported()
    try copy.add(text, format: "railbird")
    #expect(try copy.exported() == text)
    #expect(try copy.exported("prices") == store.exported("prices"))
  }
}

/// Fields of the trade that rpscrape and The Racing API have.
struct TradeFieldTests {
  @Test func `rpscrape's columns fill the fields of the trade`() throws {
    let store = TestStore()
    let header =
      "date,region,course,race_id,off,race_name,type,class,pattern,rating_band,age_band,dist_m,going,"
      + "ran,num,pos,draw,ovr_btn,btn,horse,age,sex,lbs,hg,time,secs,dec,jockey,trainer,or,rpr,ts,"
      + "sire,dam,damsire,owner,comment\n"
    let row =
      "2024-05-02,GB,Ascot,1,2:05,Stakes,NH Flat,Class 1,Group 2,0-95,4yo+,3219,Good,8,1,1,3,0,0,"
      + "Ann (GB),5,M,126,tp,3:41.25,221.25,2.5,A B,C D,101,120,–,S (IRE),D (GB),DS (USA),O,"
      + "\"Led, ridden out\"\n"
    let file = try store.add(header + row, format: "rpscrape")
    #expect(file.counts == [1, 1, 0, 0] && file.unusedColumns == nil)
    let stored = try store.rows()[0]
    let expected = [
      "race_type": "bumper", "pattern": "Group 2", "rating_band": "0-95", "age_band": "4yo+",
      "headgear": "tp", "rating_rpr": "120", "rating_ts": "", "dam": "D (GB)",
      "damsire": "DS (USA)", "finish_time_s": "221.25", "comment": "Led, ridden out",
    ]
    for (name, value) in expected { #expect(stored[name, default: ""] == value, "\(name)") }
  }

  @Test(arguments: [
    ("1:12.34", "72.34"), ("1.11.56", "71.56"), ("1.75.00", ""),
    ("1m12.34s", "72.34"), ("1m 12.5s", "72.5"), ("59.9", "59.9"),
    ("0:58.00s", "58"), ("1:60", ""), ("x", ""), ("1:2:3", ""), (":5", ""), ("-", ""),
  ])
  func `a race's time is read in minutes and seconds`(text: String, seconds: String) throws {
    let store = TestStore()
    let yaml = mapping(
      "horse: {column: horse}", "finish_time_s: {column: t, format: clock, bad: \"null\"}")
    try store.add("race_id,date,horse,t\nr,2024-01-01,Ann,\(text)\n", yaml: yaml)
    #expect(try store.rows()[0]["finish_time_s", default: ""] == seconds)
  }
}
