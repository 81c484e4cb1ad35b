import MappingProposals
import Testing

/// Layouts of unprepared files, as their publishers name the columns.
struct StrangerLayoutTests {
  private static func text(_ header: String, _ row: (Int, Int) -> String) -> String {
    header + "\n"
      + (0..<12).flatMap { race in (1...6).map { row(race, $0) + "\n" } }.joined()
  }

  private static let newYork = text(
    "track_id,race_date,race_number,program_number,weight_carried,jockey,odds,position_at_finish,"
      + "distance_id"
  ) { race, place in
    "AQU,2019-01-\(race + 10),\(race % 9 + 1),\(place),\(117 + place),Rider \(place * 3 + race),"
      + "\(130 * place),\(place),\([550, 600, 850][race % 3])"
  }

  private static let hongKong = text(
    "race_id,race_date,finishing_position,horse_number,horse_name,actual_weight,"
      + "length_behind_winner,race_distance,win_odds"
  ) { race, place in
    "2019-\(race + 100),2019-01-\(race + 10),\(place),\(place),Horse \(race * 6 + place) X,"
      + "\(117 + place),\(["---", "SH", "N", "1/2", "1-1/4", "2"][place - 1]),"
      + "\([1000, 1200, 1650][race % 3]),\(place + 2).5"
  }

  private static let oneKey = text("race,date,track,race_no,tab,horse,price,finish") {
    race, place in
    "\(race + 900),2019-01-\(race % 3 + 10),Ashcombe,\(race / 3 + 1),\(place),Horse \(race) \(place)X,"
      + "\(place + 2).5,\(place)"
  }

  private static func american(_ program: String) -> String {
    text("Track,Date,Race,\(program),PP,Horse,Fin,Odds") { race, place in
      "Ashcombe,2019-01-\(race % 3 + 10),\(race / 3 + 1),\(place),\((place * 5 + race) % 6 + 1),"
        + "Horse \(race) \(place)X,\((place + race) % 6 + 1),\(place + 2).5"
    }
  }

  @Test(arguments: [
    (american("Program"), ["number: {column: Program}", "draw: {column: PP}"]),
    (american("Prog"), ["number: {column: Prog}", "draw: {column: PP}"]),
    (
      newYork,
      [
        "course: {column: track_id}", "weight_lb: {column: weight_carried}",
        "position: {column: position_at_finish, format: finish}",
        "sp: {column: odds, format: hundredths}",
        "distance_m: {column: distance_id, format: furlongs, times: 0.01}",
      ]
    ),
    (
      hongKong,
      [
        "weight_lb: {column: actual_weight}", "distance_m: {column: race_distance}",
        "beaten_lengths: {column: length_behind_winner, format: lengths, empty: [\"---\"]}",
      ]
    ),
    (oneKey, ["race_id: {column: race}", "race_no: {column: race_no}"]),
  ])
  func `the columns' fields are found`(text: String, lines: [String]) throws {
    let store = TestStore()
    let file = try store.file(text)
    let explained = try FileExplanation(file: file)
    for line in lines { #expect(explained.text.contains("      " + line), "\(line)") }
    #expect(try store.add([file], yaml: explained.text)[0].counts == [72, 72, 0, 0])
  }

  @Test func `a file without a header is read by its texts`() throws {
    let rows = (0..<12).flatMap { race in
      (1...6).map { place in
        let finish = place == 6 ? "PU" : "\(place)"
        let number = (place * 5 + race) % 6 + 1
        return "R\(race + 40);\(race / 3 + 10)/05/2023;\(number);Horse \(race) \(place)X;\(finish);"
          + "\(["6/4", "3/1", "13/2", "8/1", "12/1", "20/1"][place - 1])"
      }
    }
    let store = TestStore()
    let file = try store.file(rows.joined(separator: "\n") + "\n")
    let explained = try FileExplanation(file: file)
    for line in [
      "race_id: {column: column_1}", "date: {column: column_2, format: D/M/YYYY}",
      "number: {column: column_3}", "horse: {column: column_4}",
      "position: {column: column_5, format: finish}",
      "sp: {column: column_6, format: fractional}",
    ] {
      #expect(explained.text.contains("      " + line), "\(line)")
    }
    let imported = try store.add([file], yaml: explained.text)[0]
    #expect(imported.counts == [72, 72, 0, 0] && imported.unresolved == 0)
    #expect(try store.values("outcome").count { $0 == "pulled_up" } == 12)
  }

  /// Columns named by numbers, days and times, as a table's index, sections and price times are.
  @Test(arguments: [",0", ",2024", ",400,800", ",9:00,10:00", ",2024-05-01"])
  func `a header among whose names are figures stays one`(names: String) throws {
    let more = names.split(separator: ",").map { _ in ",7" }.joined()
    let text = Self.text("race_id,date,course,horse,position" + names) { race, place in
      "\(race + 900),2019-01-\(race + 10),Ashcombe,Horse \(race) \(place)X,\(place)" + more
    }
    let store = TestStore()
    let file = try store.file(text)
    let explained = try FileExplanation(file: file)
    #expect(explained.text.contains("      horse: {column: horse}"))
    #expect(!explained.text.contains("column_1"))
    #expect(try store.add([file], yaml: explained.text)[0].counts == [72, 72, 0, 0])
  }

  /// The first cells of a race's rows, by a pattern of the marks below.
  private static func start(_ pattern: String, _ race: Int) -> String {
    let cells = [
      "<day>": "2023-05-\(race / 6 + 10)",
      "<course>": race / 3 % 2 == 0 ? "Ashcombe" : "Thornbury",
      "<no>": "\(race % 3 + 1)", "<clock>": "1\(race % 3 + 3):05",
      // Its own in each of twelve races, though other days have the same clock.
      "<minute>": "1\(race % 6 + 2):\(race + 10)", "<key>": "R\(race + 40)",
      // Numbers that no race of this file shares, though other files have them too.
      "<serial>": "\(race + 1)",
    ]
    return cells.reduce(pattern) { $0.replacing($1.key, with: $1.value) }
  }

  @Test(arguments: [
    (
      "<day>,<course>,<no>", "{join: [column_1, column_2, column_3], separator: \"-\"}",
      ["date: {column: column_1}", "course: {column: column_2}", "race_no: {column: column_3}"]
    ),
    (
      "<day>,<clock>,<course>", "{join: [column_1, column_3, column_2], separator: \"-\"}",
      ["course: {column: column_3}", "off_time: {column: column_2, format:"]
    ),
    (
      "<day> <clock>,<course>", "{join: [column_1, column_2], separator: \"-\"}",
      ["date: {column: column_1, format:", "off_time: {column: column_1, format:"]
    ),
    (
      "<day>,<course> R<no>", "{join: [column_1, column_2], separator: \"-\"}",
      ["race_name: {column: column_2}"]
    ),
    (
      "<day>,<minute>,<course>", "{join: [column_1, column_3, column_2], separator: \"-\"}",
      ["off_time: {column: column_2"]
    ),
    (
      "<serial>,<day>,<course>", "{join: [column_2, column_3, column_1], separator: \"-\"}",
      ["race_no: {column: column_1}"]
    ),
    ("<key>,<day>,<course>,<no>", "{column: column_1}", ["date: {column: column_2}"]),
  ])
  func `races without a header line are told by a key, or by day, course and number`(
    pattern: String, key: String, lines: [String]
  ) throws {
    // Eight horses run again and again.
    let horses = ["Marl", "Acre", "Stray", "Tidewrack", "Accord", "Bell", "Sexton", "Harbour"]
    let odds = ["2.5", "4.2", "7.5", "9.0", "13.0", "21.0"]
    let riders = ["A", "B", "C", "D", "E", "F", "G"]
    var rows: [String] = []
    for race in 0..<12 {
      for place in 1...6 {
        let number = (place * 5 + race) % 6 + 1
        let horse = horses[(race * 7 + place) % horses.count]
        let rider = "Rider " + riders[(race + place) % riders.count]
        rows.append(
          Self.start(pattern, race) + ",\(horse),\(number),\(place),\(odds[place - 1]),\(rider)")
      }
    }
    let store = TestStore()
    let file = try store.file(rows.joined(separator: "\n") + "\n")
    let explained = try FileExplanation(file: file)
    let horse = pattern.split(separator: ",").count + 1
    for line in ["race_id: " + key, "horse: {column: column_\(horse)}"] + lines {
      #expect(explained.text.contains("      " + line), "\(line)\n\(explained.text)")
    }
    #expect(try store.add([file], yaml: explained.text)[0].counts == [72, 72, 0, 0])
    #expect(try Set(store.values("race_id")).count == 12)
  }

  @Test func `a dollar before odds, and a point behind minutes, are read`() throws {
    let text = Self.text("race_id,date,horse,win_odds,finish_time") { race, place in
      "\(race + 900),2019-01-\(race + 10),Horse \(race) \(place)X,$\(place + 2).29,1.1\(place).56"
    }
    let store = TestStore()
    let file = try store.file(text)
    let explained = try FileExplanation(file: file)
    _ = try store.add([file], yaml: explained.text)
    #expect(try store.values("sp").prefix(2) == ["3.29", "4.29"])
    #expect(try store.values("finish_time_s").prefix(2) == ["71.56", "72.56"])
  }

  @Test func `a stray byte is reported with its line and refuses one row`() throws {
    let store = TestStore()
    let text = "race_id,date,horse\nr,2024-01-01,Épinard\nr,2024-01-01,Señor\nr,2024-01-01,Mar"
    let file = try store.file(Array(text.utf8) + [0xE9, 0x0A])
    let explained = try FileExplanation(file: file)
    #expect(explained.text.contains("# - line 4: a byte that is no UTF-8"))
    let imported = try store.add([file], yaml: explained.text)[0]
    #expect(imported.counts == [3, 2, 0, 1])
    #expect(try store.values("horse") == ["Señor", "Épinard"])
    #expect(try store.rejects().map(\.line) == [4])
  }

  @Test func `a number that no position can be is refused`() throws {
    let store = TestStore()
    let yaml = mapping(
      key: "[horse]", "horse: {column: horse}", "position: {column: fin, format: finish}",
      "outcome: {column: fin, format: finish}")
    let file = try store.add(
      "race_id,date,horse,fin\nr,2024-01-01,Ann,1\nr,2024-01-01,Bea,4294967297\n"
        + "r,2024-01-01,Cid,1000\nr,2024-01-01,Dot,?\n", yaml: yaml)
    #expect(file.counts == [4, 2, 0, 2] && file.unresolved == 1)
    #expect(
      try store.rejects().map(\.detail)
        == ["4294967297", "1000"].map {
          "found \($0); expected a position of at most 999"
        })
  }

  @Test func `prices, courses' countries and distances are found in objects of their own`() throws {
    let races = (1...3).map { race in
      let runners = (1...4).map { place in
        #"{"number": \#(place), "horse": {"name": "Horse \#(race)\#(place)X"}, "#
          + #""result": {"position": \#(place)}, "odds": {"sp": "\#(place + 1)/1"}}"#
      }
      return #"{"no": \#(race), "distance": {"value": 1600, "unit": "m"}, "runners": ["#
        + runners.joined(separator: ",") + "]}"
    }
    let text =
      #"{"meetings": [{"date": "2024-05-13", "track": {"name": "Naas", "country": "IE"}, "races": ["#
      + races.joined(separator: ",") + "]}]}"
    let store = TestStore()
    let file = try store.file(text, ending: "json")
    _ = try store.add([file], yaml: FileExplanation(file: file).text)
    let rows = try store.rows().map { [$0["sp"]!, $0["country"]!, $0["distance_m"]!] }
    #expect(rows.count == 12)
    #expect(Set(rows) == Set((2...5).map { ["\($0 + 1)", "IE", "1600"] }))
  }

  @Test(arguments: ["{0}R", "{0}ª", "Løp {0}", "第{0}场"])
  func `the race's number is found within its text`(form: String) throws {
    let store = TestStore()
    let file = RunnerFile().without("race_id").with("date") { race, _ in "2024-05-\(race / 3 + 13)"
    }
    .with("race no") { race, _ in form.replacing("{0}", with: "\(race % 3 + 1)") }
    _ = try store.add(file.csv, yaml: file.explained(store))
    #expect(try Set(store.values("race_no")) == ["1", "2", "3"])
  }
}
