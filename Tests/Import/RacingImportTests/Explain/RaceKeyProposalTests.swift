import MappingProposals
import Testing

/// Keys of races that are proposed: tried on the file, from the race's own object, without the
/// moment of scraping.
struct RaceKeyProposalTests {
  /// Two races of a trotting meeting, as an API nests them; names are invented.
  private static let nested = """
    {"races": [
     {"id": "2024-09-21_15_5", "number": 5, "date": "2024-09-21", "track": {"id": 15, "name": "Björkby"},
      "pools": {"vinnare": {"id": "vinnare_2024-09-21_15_5"}}, "starts": [
      {"id": "2024-09-21_15_5_1", "number": 1, "horse": {"id": 11, "name": "Lykta"},
       "driver": {"firstName": "Anna", "lastName": "Ask"}, "result": {"place": 1, "finishOrder": 1, "finalOdds": 2.0}},
      {"id": "2024-09-21_15_5_2", "number": 2, "horse": {"id": 12, "name": "Vind"},
       "driver": {"firstName": "Bo", "lastName": "Lind"}, "result": {"place": 0, "finishOrder": 2, "finalOdds": 3.0}}]},
     {"id": "2024-09-21_15_6", "number": 6, "date": "2024-09-21", "track": {"id": 15, "name": "Björkby"},
      "pools": {"vinnare": {"id": "vinnare_2024-09-21_15_6"}}, "starts": [
      {"id": "2024-09-21_15_6_1", "number": 1, "horse": {"id": 13, "name": "Storm"},
       "driver": {"firstName": "Anna", "lastName": "Ask"}, "result": {"place": 1, "finishOrder": 1, "finalOdds": 4.0}},
      {"id": "2024-09-21_15_6_2", "number": 2, "horse": {"id": 14, "name": "Regn"},
       "driver": {"firstName": "Bo", "lastName": "Lind"}, "result": {"place": 0, "finishOrder": 2, "finalOdds": 5.0}}]}]}
    """

  @Test func `the race's own id and number go before pieces of other ids`() throws {
    let store = TestStore()
    let file = try store.file(Self.nested, ending: "json")
    let page = try FileExplanation(file: file).text
    for line in [
      "race_id: {column: ../id}", "race_no: {column: ../number}", "number: {column: number}",
      "position: {column: result/finishOrder, format: finish}",
      "sp: {column: result/finalOdds}", "course: {column: ../track/name}",
      "jockey: {join: [driver/firstName, driver/lastName], separator: \" \"}",
    ] {
      #expect(page.contains("      " + line), "\(line)\n\(page)")
    }
    #expect(try store.add([file], yaml: page)[0].counts == [4, 4, 0, 0])
    #expect(try Set(store.values("race_id")) == ["2024-09-21_15_5", "2024-09-21_15_6"])
    #expect(try store.values("jockey") == ["Anna Ask", "Bo Lind", "Anna Ask", "Bo Lind"])
    #expect(try store.values("position") == ["1", "2", "1", "2"])
  }

  /// Four races of a day, of four runners each; `cells` has the cells of a row.
  private static func csv(_ header: String, _ cells: (_ race: Int, _ runner: Int) -> String)
    -> String
  {
    let rows = (0..<4).flatMap { race in (1...4).map { cells(race, $0) } }
    return ([header] + rows).joined(separator: "\n") + "\n"
  }

  private static let numbered = [
    csv("date,hippodrome,course no,n°,cheval,place") { race, runner in
      "2024-05-01,Valmont,\(race + 1),\(runner),Cheval \(race)\(runner)x,\(runner)"
    },
    csv("date,lieu,numero,cheval,place") { race, runner in
      "2024-05-01,Valmont,\(race + 1),Cheval \(race)\(runner)x,\(runner)"
    },
    csv("date,hippodrome,N° course,numero,cheval,place") { race, runner in
      "2024-05-01,Valmont,\(race + 1),\(runner),Cheval \(race)\(runner)x,\(runner)"
    },
    csv("datum,bana,loppnr,nr,horse,place") { race, runner in
      "2024-05-01,Björkby,\(race + 1),\(runner),Häst \(race)\(runner)x,\(runner)"
    },
  ]

  @Test(arguments: numbered)
  func `a race's number is known from a runner's`(text: String) throws {
    let store = TestStore()
    let page = try FileExplanation(file: store.file(text)).text
    #expect(try store.add(text, yaml: page).counts == [16, 16, 0, 0])
    #expect(try Set(store.values("race_id")).count == 4, "\(page)")
    #expect(try Set(store.values("race_no")) == ["1", "2", "3", "4"])
  }

  @Test func `a key that merges races gets the column that tells them apart`() throws {
    let text = Self.csv("date,race,ring,number,horse,place") { race, runner in
      "2024-05-01,\(race / 2 + 1),\(race % 2 == 0 ? "North" : "South"),\(runner),"
        + "Horse \(race)\(runner)x,\(runner)"
    }
    let store = TestStore()
    let page = try FileExplanation(file: store.file(text)).text
    #expect(page.contains("      race_id: {join: [date, race, ring], separator: \"-\"}"), "\(page)")
    #expect(
      page.contains(
        "# - race_id: date, race would make one race of several, by their numbers and places, so ring "
          + "is a part of the key"))
    #expect(try store.add(text, yaml: page).counts == [16, 16, 0, 0])
    #expect(try Set(store.values("race_id")).count == 4)
  }

  @Test func `a key of meetings is no race key`() throws {
    let text = Self.csv("race_id,date,course,race_no,number,horse,place") { race, runner in
      "M\(race / 2),2024-05-01,\(race < 2 ? "Ayr" : "York"),\(race % 2 + 1),\(runner),"
        + "Horse \(race)\(runner)x,\(runner)"
    }
    let store = TestStore()
    let page = try FileExplanation(file: store.file(text)).text
    #expect(page.contains("      race_id: {join: [date, course, race_no]"), "\(page)")
    try store.add(text, yaml: page)
    #expect(try Set(store.values("race_id")).count == 4)
  }

  @Test(arguments: ["scraped_at", "date_scraped", "last_update"])
  func `the moment of scraping is neither the day nor in the key`(name: String) throws {
    func text(_ minute: Int) -> String {
      Self.csv("\(name),jour,course,race,number,horse,place") { race, runner in
        "2024-06-0\(race + 1) 18:0\(minute):1\(runner),2024-05-01,Ayr,\(race + 1),\(runner),"
          + "Horse \(race)\(runner)x,\(runner)"
      }
    }
    let store = TestStore()
    let page = try FileExplanation(file: store.file(text(1))).text
    #expect(page.contains("      date: {column: jour}"), "\(page)")
    #expect(page.contains("      race_id: {join: [jour, course, race]"), "\(page)")
    #expect(try store.add(text(1), yaml: page).counts == [16, 16, 0, 0])
    // A second scrape of the meeting.
    #expect(try store.add(text(2), yaml: page).counts == [16, 0, 16, 0])
    let alone = Self.csv("\(name),course,race,horse,place") { race, runner in
      "2024-06-01 18:01:1\(runner),Ayr,\(race + 1),Horse \(race)\(runner)x,\(runner)"
    }
    let other = try FileExplanation(file: store.file(alone)).text
    #expect(
      other.contains(
        "# - \(name): the moment at which the rows were taken, so not the day of the races"),
      "\(other)")
    #expect(other.contains("date: found no column of days"))
  }

  @Test func `a doubt of a proposal is a doubt of its import`() throws {
    let text = Self.csv("race_id,date,country,number,horse,rider,place,price") { race, runner in
      "r\(race / 2),2024-05-01,GB,\(runner),Horse \(race)\(runner)x,Rider \(runner),\(runner),"
        + "\(runner + 2)"
    }
    let store = TestStore()
    let page = try FileExplanation(file: store.file(text)).text
    let file = try store.add(text, yaml: page)
    #expect(
      file.doubts == [
        "place: several winners that are no dead heat in 2 of 2 races, such as r0",
        "number: a number twice in 2 of 2 races, such as r0",
        "rider: a rider on two horses (the trainers' column?) in 2 of 2 races, such as r0",
        "price: the inverse odds of a race sum to 1.9 (the median), not 0.8 to 1.6: a model's prices, "
          + "or another notation",
      ])
    for doubt in file.doubts { #expect(page.contains("# - " + doubt + "\n"), "\(doubt)\n\(page)") }
  }
}
