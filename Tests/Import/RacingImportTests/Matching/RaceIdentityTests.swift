import Testing

/// Races whose keys leave out their country, or are written in several ways.
struct RaceIdentityTests {
  private static let header = "date,region,course,off,ran,pos,horse\n"

  private static func race(_ region: String, _ horses: [String], off: String = "13:15") -> String {
    horses.enumerated().map {
      "2020-02-15,\(region),Ascot,\(off),\(horses.count),\($0 + 1),\($1)\n"
    }.joined()
  }

  private static let home = ["Home A", "Home B", "Home C", "Home D"]
  private static let away = ["Away A", "Away B", "Away C", "Away D"]

  /// Each stored race with its country and runners.
  private static func races(_ store: TestStore) throws -> [String: [String]] {
    try store.rows().reduce(into: [:]) {
      $0[$1["race_id"]! + " " + $1["country"]!, default: []].append($1["horse"]!)
    }
  }

  private static let key = "rp-2020-02-15-Ascot-13:15"

  @Test func `two courses of one name in two countries have two races`() throws {
    let expected = [Self.key + " GB": Self.home, Self.key + "-ZA ZA": Self.away]
    let apart = TestStore()
    for text in [Self.race("GB", Self.home), Self.race("SAF", Self.away)] {
      let file = try apart.add(Self.header + text, format: "rpscrape")
      #expect(file.counts == [4, 4, 0, 0] && file.doubts == [])
    }
    #expect(try Self.races(apart) == expected)
    let together = TestStore()
    let both = Self.header + Self.race("GB", Self.home) + Self.race("SAF", Self.away)
    #expect(try together.add(both, format: "rpscrape").counts == [8, 8, 0, 0])
    #expect(try Self.races(together) == expected)
  }

  @Test func `files that come again, in another order or with amendments, meet their races`() throws
  {
    let store = TestStore()
    try store.add(Self.header + Self.race("GB", Self.home), format: "rpscrape")
    try store.add(Self.header + Self.race("SAF", Self.away), format: "rpscrape")
    let before = try Self.races(store)
    let again = Self.header + Self.race("SAF", Self.away) + Self.race("GB", Self.home)
    #expect(try store.add(again, format: "rpscrape").counts == [8, 0, 8, 0])
    #expect(try Self.races(store) == before)
    // Other runners of a race whose country is known.
    try store.add(Self.header + Self.race("SAF", ["Away E"]), format: "rpscrape")
    #expect(try Self.races(store)[Self.key + "-ZA ZA"]?.count == 5)
  }

  @Test func `a file without a country meets the race whose runners it has`() throws {
    let store = TestStore()
    try store.add(Self.header + Self.race("GB", Self.home), format: "rpscrape")
    try store.add(Self.header + Self.race("SAF", Self.away), format: "rpscrape")
    let before = try Self.races(store)
    #expect(
      try store.add(Self.header + Self.race("", Self.away), format: "rpscrape").counts[3] == 0)
    #expect(try Self.races(store) == before)
    let file = try store.add(
      Self.header + Self.race("", ["Other A", "Other B"]), format: "rpscrape")
    #expect(file.counts == [2, 0, 0, 2] && file.reasons == ["ambiguous_race": 2])
    #expect(
      try store.rejects()[0].detail
        == "found 2 stored races that it may be, \(Self.key) and \(Self.key)-ZA, and the runners of "
        + "none; expected one")
  }

  @Test func `a file without a country does not join a race whose runners it lacks`() throws {
    let store = TestStore()
    try store.add(Self.header + Self.race("GB", Self.home), format: "rpscrape")
    let file = try store.add(Self.header + Self.race("", Self.away), format: "rpscrape")
    #expect(file.counts == [4, 0, 0, 4] && file.reasons == ["ambiguous_race": 4])
    // Of four runners at a known day, course and time two are needed.
    #expect(
      try store.rejects()[0].detail
        == "found the stored race \(Self.key) in GB at this course and time, with 0 of 4 runners by "
        + "these names; expected at least 2, or a country in both")
    #expect(try Self.races(store) == [Self.key + " GB": Self.home])
    // Some of its runners, in new numbers, are enough.
    for horses in [["Home B"], ["Home D", "Home C", "Other A"]] {
      let file = try store.add(Self.header + Self.race("", horses), format: "rpscrape")
      #expect(file.counts == [horses.count, horses.count, 0, 0] && file.doubts == [])
    }
    #expect(try store.snapshot.rowCount(of: "races") == 1)
  }

  @Test func `rows without a country beside those of another race are refused, not merged`() throws
  {
    let store = TestStore()
    let text = Self.header + Self.race("", Self.home) + Self.race("SAF", Self.away)
    let file = try store.add(text, format: "rpscrape")
    #expect(file.counts == [8, 0, 0, 8] && file.reasons == ["conflict": 8])
  }

  @Test func `numbers that come twice are those of two races, a dead heat and a repeated row not`()
    throws
  {
    let header = "date,region,course,off,ran,num,pos,horse\n"
    func counts(_ rows: [String]) throws -> [Int] {
      let text = rows.map { "2020-02-15,GB,Ascot,13:15,4,\($0)\n" }.joined()
      return try TestStore().add(header + text, format: "rpscrape").counts
    }
    // Cards without results.
    let card = ["1,,A", "2,,B", "3,,C", "4,,D"]
    #expect(try counts(card + ["1,,E", "2,,F", "3,,G", "4,,H"]) == [8, 0, 0, 8])
    #expect(try counts(card + card) == [8, 4, 4, 0])
    // Two who share a number, as coupled horses do.
    #expect(try counts(card + ["4,,E"]) == [5, 5, 0, 0])
    #expect(try counts(["1,1,A", "2,1,B", "3,3,C", "4,3,D"]) == [4, 4, 0, 0])
    #expect(try counts(["1,1,A", "2,1,B", "3,2,C", "4,2,D"]) == [4, 0, 0, 4])
  }

  @Test func `a country that comes later needs the runners of the stored race`() throws {
    let store = TestStore()
    try store.add(Self.header + Self.race("", Self.home), format: "rpscrape")
    let away = Self.header + Self.race("SAF", Self.away)
    #expect(try store.add(away, format: "rpscrape").counts == [4, 0, 0, 4])
    #expect(
      try store.rejects()[0].detail
        == "found the stored race \(Self.key) without a country at this course and time, with 0 of 4 "
        + "runners by these names; expected at least 2, or a country in both")
    // With the country of the first race the other one is a race of its own.
    try store.add(Self.header + Self.race("GB", Self.home), format: "rpscrape")
    #expect(
      try store.add(away.replacing(",4,", with: ",5,"), format: "rpscrape").counts == [4, 4, 0, 0])
    #expect(
      try Self.races(store) == [Self.key + " GB": Self.home, Self.key + "-ZA ZA": Self.away])
  }

  @Test func `runners without names meet their race by the key alone, and that is a doubt`() throws
  {
    let store = TestStore()
    let header = "date,region,course,off,ran,pos,num,horse\n"
    try store.add(
      header + "2020-02-15,GB,Ascot,13:15,1,1,7,Home A\n", format: "rpscrape")
    let file = try store.add(header + "2020-02-15,,Ascot,13:15,1,1,7,\n", format: "rpscrape")
    #expect(file.counts[3] == 0)
    #expect(
      file.doubts == [
        "1 races meet stored ones of their day, course and time without a country in both and any "
          + "names of runners, such as \(Self.key)"
      ])
  }

  @Test func `a new country of a stored race is an amendment that is reported`() throws {
    let store = TestStore()
    try store.add(Self.header + Self.race("GB", Self.home), format: "rpscrape")
    let file = try store.add(Self.header + Self.race("SAF", Self.home), format: "rpscrape")
    #expect(file.counts == [4, 4, 0, 0] && file.replaced == 4)
    #expect(
      file.doubts == ["1 stored races have another country now, such as \(Self.key): GB to ZA"])
    #expect(try Self.races(store) == [Self.key + " ZA": Self.home])
    // Spellings of a country are one, and Ireland's courses are in either.
    for region in ["UK", "Great Britain", "IRE", "GBR"] {
      let store = TestStore()
      try store.add(Self.header + Self.race("GB", Self.home), format: "rpscrape")
      let file = try store.add(Self.header + Self.race(region, ["Home E"]), format: "rpscrape")
      #expect(file.doubts == [] && file.counts == [1, 1, 0, 0], "\(region)")
      #expect(try store.snapshot.rowCount(of: "races") == 1)
    }
  }

  @Test func `a source's own key stays one race, and its new country is reported`() throws {
    let store = TestStore()
    try store.add("race_id,date,country,course,horse\n1,2024-05-01,GB,Ayr,Ann\n")
    let file = try store.add("race_id,date,country,course,horse\n1,2024-05-01,IN,Ayr,Bea\n")
    #expect(file.doubts == ["1 stored races have another country now, such as 1: GB to IN"])
    #expect(try store.values("country") == ["IN", "IN"])
  }

  @Test(arguments: [
    ("007", "7"), ("7", "7.0"), ("7", "+7"),
    ("550e8400-e29b-41d4-a716-44665544000a", "{550E8400-E29B-41D4-A716-44665544000A}"),
    ("2024-05-01T14:05:00+02:00", "2024-05-01t12:05:00.000z"),
  ])
  func `keys of one value are one race, in one file and in two`(first: String, second: String)
    throws
  {
    let rows = ["\(first),2024-05-01,Ayr,Ann\n", "\(second),2024-05-01,Ayr,Bea\n"]
    let header = "race_id,date,course,horse\n"
    let together = TestStore()
    try together.add(header + rows.joined())
    let apart = TestStore()
    for row in rows { try apart.add(header + row) }
    for store in [together, apart] {
      #expect(try store.values("race_id") == [first, first])
      #expect(try store.snapshot.rowCount(of: "races") == 1)
    }
    #expect(try apart.add(header + rows[1]).wasKnown)
    let again = try apart.add("race_id,date,course,horse,draw\n\(second),2024-05-01,Ayr,Ann,3\n")
    #expect(again.replaced == 1)
  }

  @Test func `keys of one value whose races differ are kept apart, and reported`() throws {
    let store = TestStore()
    let file = try store.add(
      "race_id,date,course,horse\n007,2024-05-01,Ayr,Ann\n7,2024-06-01,Ayr,Bea\n")
    #expect(try store.values("race_id") == ["007", "7"])
    #expect(
      file.doubts == [
        "1 race keys differ in spelling alone from another's whose race differs, and are two, such as "
          + "7 and 007"
      ])
  }

  @Test func `a key with other zeros is no stored race of another day or course`() throws {
    let store = TestStore()
    let header = "race_id,date,course,horse\n"
    try store.add(header + "007,2024-05-01,Ayr,Ann\n")
    for row in ["7,2024-05-02,Ayr,Bea", "07,2024-05-01,York,Cid"] {
      let file = try store.add(header + row + "\n")
      #expect(file.counts == [1, 1, 0, 0] && file.doubts.count == 1, "\(row)")
    }
    // The first race and the second, each by another spelling of its key.
    try store.add(header + "0007,2024-05-01,Ayr,Dee\n0007.0,2024-05-02,Ayr,Eve\n")
    let races = try store.rows().map { "\($0["race_id"]!) \($0["horse"]!)" }
    #expect(races.sorted() == ["007 Ann", "007 Dee", "07 Cid", "7 Bea", "7 Eve"])
  }

  @Test(arguments: ["", "CN"])
  func `runners of one id are the same, whatever their names`(country: String) throws {
    let store = TestStore()
    let yaml = mapping(
      key: "[horse_id]", "horse: {column: horse}", "horse_id: {column: hid}",
      "course: {column: course}", "country: {column: cc, optional: true}"
    ).replacing(
      "race_id: {column: race_id}", with: "race_id: {join: [course, date], separator: '-'}"
    ).replacing("recognised_by: [race_id]", with: "recognised_by: [hid]")
    func rows(_ names: [String], _ country: String) -> String {
      "date,course,hid,horse,cc\n"
        + names.enumerated().map { "2024-06-01,Sha Tin,H\($0),\($1),\(country)\n" }.joined()
    }
    try store.add(rows(["A", "B", "C", "D"], "HK"), yaml: yaml)
    let file = try store.add(rows(["W", "X", "Y", "Z"], country), yaml: yaml)
    #expect(file.counts == [4, 4, 0, 0])
    #expect(try store.values("horse").sorted() == ["W", "X", "Y", "Z"])
    #expect(try store.snapshot.rowCount(of: "races") == 1)
  }

  @Test func `numbers in a joined key go by value`() throws {
    let store = TestStore()
    let yaml = mapping("horse: {column: horse}", "race_no: {column: no}").replacing(
      "race_id: {column: race_id}", with: "race_id: {join: [venue, date, no], separator: '-'}"
    ).replacing("recognised_by: [race_id]", with: "recognised_by: [venue]")
    try store.add("venue,date,no,horse\nST,2024-05-01,01,Ann\n", yaml: yaml)
    try store.add("venue,date,no,horse\nST,2024-05-01,1,Bea\n", yaml: yaml)
    #expect(try store.values("race_id") == ["ST-2024-05-01-01", "ST-2024-05-01-01"])
  }

  private static let apart = """
    name: apart
    description: Races, runs and dividends, each with its country
    tables:
      races:
        feeds: races
        recognised_by: [title]
        fields: {race_id: &key {join: [day, course, off], separator: "-"}, date: day, course: course,
                 country: &land {column: land, optional: true}, race_name: title}
      runs:
        feeds: runners
        recognised_by: [horse]
        fields: {race_id: *key, date: day, country: *land, horse: horse, number: no}
      pays:
        feeds: dividends
        recognised_by: [pool]
        fields: {race_id: *key, date: day, country: *land, pool: pool, combination: no, dividend: pays}
    """

  /// The lines of both countries' races, the header first.
  private static func lines(_ header: String, _ rows: [String], land: [String] = ["GB", "ZA"])
    -> String
  {
    let day = "2024-05-01,Ascot,13:15"
    return (["day,course,off,land,\(header)"] + zip(land, rows).map { "\(day),\($0),\($1)" })
      .joined(separator: "\n") + "\n"
  }

  private static func told(_ store: TestStore) throws -> [[String]] {
    try store.rows().map { row in
      ["race_id", "country", "race_name", "horse", "tote"].map { row[$0]! }
    }.sorted { $0[0] < $1[0] }
  }

  private static let apartKey = "2024-05-01-Ascot-13:15"

  @Test func `files of races and dividends meet the races of their countries`() throws {
    let store = TestStore()
    let files = try [
      store.file(Self.lines("title", ["Home Stakes", "Away Stakes"])),
      store.file(Self.lines("horse,no", ["Ann,1", "Bea,1"])),
      store.file(Self.lines("pool,no,pays", ["win,1,3.5", "win,1,7.5"])),
    ]
    let counts = try store.add(files, yaml: Self.apart).map(\.counts)
    #expect(counts == [[2, 2, 0, 0], [2, 2, 0, 0], [2, 2, 0, 0]])
    #expect(
      try Self.told(store) == [
        [Self.apartKey, "GB", "Home Stakes", "Ann", "3.5"],
        [Self.apartKey + "-ZA", "ZA", "Away Stakes", "Bea", "7.5"],
      ])
    // Without a country either race may be meant.
    let text = Self.lines("pool,no,pays", ["win,1,9.5"], land: [""])
    let file = try store.add(text, yaml: Self.apart)
    #expect(file.counts == [1, 0, 0, 1] && file.reasons == ["ambiguous_race": 1])
    // A later amendment meets its own.
    try store.add(Self.lines("pool,no,pays", ["win,1,8.5"], land: ["ZA"]), yaml: Self.apart)
    #expect(try Self.told(store).map { $0[4] } == ["3.5", "8.5"])
  }

  @Test(arguments: [[0, 1], [1, 0]])
  func `dividends of two countries that come first wait for their races`(order: [Int]) throws {
    let store = TestStore()
    let pays = Self.lines("pool,no,pays", ["win,1,3.5", "win,1,7.5"])
    try store.add(pays, yaml: Self.apart)
    let runs = ["Ann,1", "Bea,1"]
    for place in order {
      try store.add(
        Self.lines("horse,no", [runs[place]], land: [["GB", "ZA"][place]]), yaml: Self.apart)
    }
    #expect(
      try Self.told(store) == [
        [Self.apartKey, "GB", "", "Ann", "3.5"], [Self.apartKey + "-ZA", "ZA", "", "Bea", "7.5"],
      ])
  }

  @Test func `dividends and files of races meet keys of other spellings`() throws {
    let store = TestStore()
    let yaml = """
      name: spelt
      description: One key in three spellings
      tables:
        races:
          feeds: races
          recognised_by: [key, course]
          fields: {race_id: key, date: day, course: course}
        runs:
          feeds: runners
          recognised_by: [key, horse]
          fields: {race_id: key, horse: horse, number: no, trainer: yards.name}
          join: [{table: yards, on: {yard: id}}]
        yards:
          feeds: lookup
          recognised_by: [id, name]
        pays:
          feeds: dividends
          recognised_by: [key, pool]
          fields: {race_id: key, date: day, pool: pool, combination: no, dividend: pays}
      """
    let files = try [
      store.file("key,day,course\n0012,2024-05-01,Ayr\n"),
      store.file("key,horse,no,yard\n12,Ann,1,07\n12,Bea,2,7.0\n"),
      store.file("id,name\n7,A Yard\n"),
      store.file("key,day,pool,no,pays\n12.0,2024-05-01,win,1,3.5\n"),
    ]
    let imported = try store.add(files, yaml: yaml)
    let counts = imported.map(\.counts)
    #expect(
      imported.flatMap(\.doubts) == [
        "1 race keys differ from known ones in zeros in front alone, and count as these, such as "
          + "12 and 0012",
        "1 keys differ from known ones in zeros in front alone, and count as these, such as "
          + "id 07 and 7",
      ])
    #expect(counts == [[1, 1, 0, 0], [2, 2, 0, 0], [1, 1, 0, 0], [1, 1, 0, 0]])
    #expect(try store.values("course") == ["Ayr", "Ayr"])
    #expect(try store.values("trainer") == ["A Yard", "A Yard"])
    #expect(try store.values("tote") == ["3.5", ""])
  }

  @Test func `a horse's key goes by value unless the mapping says that it is exact`() throws {
    let rows = "race_id,date,id,horse\na,2024-05-01,007,Ann\nb,2024-05-02,7,Bea\n"
    func ids(_ rule: String) throws -> ([String], [String]) {
      let store = TestStore()
      let file = try store.add(
        rows, yaml: mapping(key: "[horse_id]", "horse: horse", "horse_id: {column: id\(rule)}"))
      return (try store.values("horse_id"), file.doubts)
    }
    #expect(try ids("").0 == ["007", "007"])
    #expect(
      try ids("").1 == [
        "1 keys differ from known ones in zeros in front alone, and count as these, such as horse_id 7 and 007"
      ])
    #expect(try ids(", exact: true") == (["007", "7"], []))
  }
}
