import MappingProposals
import Mappings
import StoreImport
import Testing

/// Files of the world's sources in several notations, with their races, runs and wins; all names are
/// invented.
struct WorldFileTests {
  private static let riders = [
    "Marsh Ann", "Lowe Bob", "Ward Cal", "Reed Dee", "Hale Eve", "Pike Fay", "Rook Gil",
  ]

  /// Rows of two races of four runners each, in the first layout of their columns.
  private static func kra(day: String) -> String {
    rows("rcDate,meet,rcNo,chulNo,hrName,ord,winOdds,ordBigo,budam,diffUnit") { race, runner in
      "\(day),서울,\(race),\(runner),말 \(race)\(runner),\(runner),\(runner + 1).5,-,별정,"
    }
  }

  private static func chart(day: String) -> String {
    rows("Date,Track,Race,Pgm,Horse Name (Jockey),PP,Fin,Odds") { race, runner in
      "\(day),ASH,\(race),\(runner),Horse \(race)\(runner) (\(riders[runner])),\(runner),"
        + "\(runner),\(runner).50"
    }
  }

  private static func pmu(day: String) -> String {
    rows("dateReunion,numReunion,numOrdre,numPmu,nom,statut,ordreArrivee,hippodrome") {
      race, runner in
      "\(day),1,\(race),\(runner),CHEVAL \(race)\(runner),PARTANT,\(runner),VINCENNES"
    }
  }

  private static func rows(_ header: String, _ row: (_ race: Int, _ runner: Int) -> String)
    -> String
  {
    let rows = (1...2).flatMap { race in (1...4).map { row(race, $0) } }
    return ([header] + rows).joined(separator: "\n") + "\n"
  }

  private static func file(_ format: String, day: String) -> String {
    switch format {
    case "kra": kra(day: day)
    case "equibase": chart(day: day)
    default: pmu(day: day)
    }
  }

  /// One day in several notations, by source.
  private static let days = [
    "kra": ["20240504", "2024-05-04", "2024/05/04", "1714780800000", "1714748400000"],
    "equibase": [
      "2024-05-04", "5/4/2024", "05/04/2024", "20240504", "2024-05-04 00:00:00", "1714780800000",
    ],
    "pmu": [
      "1714773600000", "1714780800000", "04052024", "20240504", "2024-05-04", "04/05/2024",
      "2024-05-03T22:00:00Z",
    ],
  ]

  @Test(arguments: days.keys.sorted())
  func `a day in another notation is the same race`(format: String) throws {
    let store = TestStore()
    let days = Self.days[format]!
    #expect(try store.add(Self.file(format, day: days[0]), format: format).counts == [8, 8, 0, 0])
    for day in days.dropFirst() {
      let again = try store.add(Self.file(format, day: day), format: format)
      #expect(again.counts == [8, 0, 8, 0] && again.doubts == [], "\(day)")
    }
    #expect(try Set(store.values("race_id")).count == 2)
    #expect(try Set(store.values("date")) == ["2024-05-04"])
    #expect(try store.values("position").filter { $0 == "1" }.count == 2)
  }

  @Test func `a built-in that fits a file is named`() throws {
    let store = TestStore()
    for (format, days) in Self.days {
      let page = try FileExplanation(file: store.file(Self.file(format, day: days[1]))).text
      #expect(page.contains("--format \(format)"), "\(page)")
    }
  }

  @Test func `a race that is stored under an older key is a doubt`() throws {
    let store = TestStore()
    let old = Mapping.builtInText("pmu")!.replacing("{field: date}", with: "dateReunion")
    try store.add(Self.pmu(day: "1714773600000"), yaml: old)
    let again = try store.add(Self.pmu(day: "1714773600000"), format: "pmu")
    #expect(again.counts == [8, 8, 0, 0])
    #expect(
      again.doubts == [
        "2 races are stored already, it seems, under another key, such as race pmu-2024-05-04-1-1 "
          + "of 2024-05-04 and race pmu-1714773600000-1-1 of 2024-05-04"
      ])
  }

  @Test func `a proposal makes the key of the day, not of its notation`() throws {
    let text = Self.rows("jour,course,race,number,horse,place") { race, runner in
      "2\(race)/05/2024,Ayr,\(race),\(runner),Horse \(race)\(runner)x,\(runner)"
    }
    let store = TestStore()
    let page = try FileExplanation(file: store.file(text)).text
    #expect(page.contains("      race_id: {join: [{field: date}, course, race]"), "\(page)")
    #expect(try store.add(text, yaml: page).counts == [8, 8, 0, 0])
    #expect(try Set(store.values("race_id")) == ["2024-05-21-Ayr-1", "2024-05-22-Ayr-2"])
  }

  @Test func `dashes in place of a finish are what the chart says, else a doubt`() throws {
    func text(_ comments: [String]) -> String {
      let rows = (["rallied", "even", "tired"] + comments).enumerated().map {
        place, comment -> String in
        let (number, finish) = (place + 1, place < 3 ? "\(place + 1)" : "---")
        let name = "Horse \(place)x (\(Self.riders[place]))"
        return "2024-05-04,ASH,3,\(number),\(name),\(number),\(finish),\(number).10,"
          + "\"\(comment)\""
      }
      let header = "Date,Track,Race,Pgm,Horse Name (Jockey),PP,Fin,Odds,Comments"
      return ([header] + rows).joined(separator: "\n") + "\n"
    }
    let store = TestStore()
    let stated = text(["fell 2nd fence", "Pulled up, vanned", "stumbled, lost rider", "distanced"])
    #expect(try store.add(stated, format: "equibase").doubts == [])
    #expect(
      try store.values("outcome").sorted()
        == [
          "did_not_finish", "fell", "finished", "finished", "finished", "pulled_up", "unseated",
        ])
    let open = TestStore()
    let file = try open.add(text(["", "fell back"]), format: "equibase")
    #expect(file.unknownFinishes.counts == ["---": 2] && file.unresolved == 2)
    #expect(file.doubts.count == 1 && file.doubts[0].contains("\"---\" 2; give each its meaning"))
  }

  /// A participant of the race; it has no order of arrival without a place.
  private static func participant(
    _ number: Int, _ place: Int?, _ rest: String = "", status: String = "PARTANT"
  ) -> String {
    let order = place.map { "\($0)" } ?? "null"
    return """
      {"numPmu":\(number),"nom":"CHEVAL \(number)","statut":"\(status)","ordreArrivee":\(order)\(rest),\
      "dernierRapportDirect":{"rapport":\(number).5}}
      """
  }

  private static func participants(_ order: [Int: Int]) -> String {
    let all = (1...5).map { number -> String in
      participant(number, order[number], number == 4 ? #","incident":"TOMBE""# : "")
    }
    return "{\"participants\":[\(all.joined(separator: ","))]}"
  }

  @Test func `participants without a place in a race with places ran`() throws {
    let store = TestStore()
    let path = store.folder + "/2024-05-04_R2_C7.json"
    try Self.participants([1: 2, 2: 1]).write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try store.add([path], format: "pmu")[0].doubts == [])
    #expect(try Set(store.values("race_id")) == ["pmu-2024-05-04-2-7"])
    #expect(
      try store.values("outcome").sorted() == ["fell", "finished", "finished", "lost", "lost"])
    let card = TestStore()
    let other = card.folder + "/2024-05-04_R2_C7.json"
    try Self.participants([:]).write(toFile: other, atomically: true, encoding: .utf8)
    #expect(try card.add([other], format: "pmu")[0].doubts == [])
    #expect(
      try card.values("outcome").sorted()
        == ["fell", "unresolved", "unresolved", "unresolved", "unresolved"])
  }

  @Test func `participants as lines of JSON have their race in columns`() throws {
    let race = #","dateReunion":1714773600000,"numReunion":1,"numOrdre":3"#
    let lines = (1...4).map { number -> String in
      Self.participant(
        number, number < 3 ? number : nil, race, status: number == 4 ? "NON_PARTANT" : "PARTANT")
    }
    let store = TestStore()
    let path = try store.file(lines.joined(separator: "\n") + "\n", ending: "ndjson")
    #expect(try store.add([path], format: "pmu")[0].counts == [4, 4, 0, 0])
    #expect(try Set(store.values("race_id")) == ["pmu-2024-05-04-1-3"])
    #expect(
      try store.values("outcome").sorted() == ["finished", "finished", "lost", "non_runner"])
    #expect(try store.values("sp").sorted() == ["1.5", "2.5", "3.5", "4.5"])
  }
}
