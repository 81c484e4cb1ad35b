import Foundation
import MappingProposals
import TestSupport
import Testing

/// The table of docs/mapping.md, §9: how many of a layout's fields `--explain` finds.
struct LayoutTableTests {
  /// A column of a layout, the texts in it, and the field that a person would map it to.
  private struct Part {
    let column: String
    let text: @Sendable (_ race: Int, _ place: Int) -> String
    let field: String?

    init(
      _ column: String, _ field: String?, _ text: @escaping @Sendable (Int, Int) -> String
    ) {
      (self.column, self.field, self.text) = (column, field, text)
    }
  }

  private struct Layout {
    let name: String
    var mark = ","
    let parts: [Part]

    var text: String {
      let rows = (0..<12).flatMap { race in
        (1...7).map { place in parts.map { $0.text(race, place) }.joined(separator: mark) }
      }
      return ([parts.map(\.column).joined(separator: mark)] + rows).joined(separator: "\n") + "\n"
    }
  }

  // MARK: - Texts

  private typealias Text = @Sendable (Int, Int) -> String

  private static func pick(_ texts: String...) -> Text { { race, _ in texts[race % texts.count] } }
  private static func of(_ texts: String...) -> Text {
    { race, place in texts[(race * 3 + place) % texts.count] }
  }
  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }

  private static let day: Text = { race, _ in "2023-05-\(two(race / 4 + 10))" }
  private static let slashedDay: Text = { race, _ in "\(race / 4 + 10)/05/2023" }
  private static let dottedDay: Text = { race, _ in "\(race / 4 + 10).05.2023" }
  private static let number: Text = { _, place in "\(place)" }
  private static let raceNumber: Text = { race, _ in "\(race % 4 + 1)" }
  private static let horse: Text = { race, place in
    "Horse \(race % 17)\(["A", "B", "C", "D", "E", "F", "G"][place - 1])"
  }
  private static let person: Text = { race, place in
    "P. Rider\(["son", "man", "ley", "ton", "er", "ov", "ek"][(race + place) % 7])"
  }
  private static let trainer: Text = { race, place in
    "T. Yard\(["son", "man", "ley", "ton", "er"][(race * 2 + place * 3) % 5])"
  }
  /// Who finished where: the winner's number changes from race to race.
  private static let position: Text = { race, place in "\((place + race) % 7 + 1)" }
  private static let decimal: Text = { _, place in
    ["2.5", "4.2", "7.5", "9.0", "13.0", "21.0", "34.0"][place - 1]
  }
  private static let fraction: Text = { _, place in
    ["6/4", "3/1F", "13/2", "8/1", "12/1", "20/1", "33/1"][place - 1]
  }
  private static let draw: Text = { race, place in "\((place * 3 + race) % 7 + 1)" }
  private static let pounds: Text = { race, place in "\(120 + (race + place * 2) % 13)" }
  private static let kilos: Text = { race, place in "\(54 + (race + place) % 6).5" }
  private static let age: Text = { race, place in "\(3 + (race + place) % 5)" }
  private static let margin: Text = { _, place in
    ["", "nk", "1.5", "2", "3.25", "hd", "7"][place - 1]
  }
  /// The lengths behind the winner, which rise with the position.
  private static let total: Text = { race, place in
    ["", "nk", "1.5", "2", "3.25", "4.5", "7"][(place + race) % 7]
  }

  private static let layouts: [Layout] = [
    Layout(
      name: "rpscrape, 2020",
      parts: [
        Part("Date", "date", day), Part("Course", "course", pick("Thornbury", "Ashcombe")),
        Part("Off", "off_time") { race, _ in "\(race % 4 + 2):10" },
        Part("Name", "race_name") { race, _ in "Stakes \(race)" },
        Part("Type", "race_type", pick("Flat", "Hurdle", "Chase")),
        Part("Class", "class", pick("Class 3", "Class 5")),
        Part("Dist_M", "distance_m", pick("1207", "2414")),
        Part("Going", "going", pick("Good", "Soft")),
        Part("Num", "number", number), Part("Pos", "position", position),
        Part("Draw", "draw", draw),
        Part("Ovr_Btn", "beaten_lengths", total), Part("Horse", "horse", horse),
        Part("SP", "sp", fraction), Part("Age", "age", age), Part("Sex", "sex", of("G", "F", "C")),
        Part("Lbs", "weight_lb", pounds), Part("HG", "headgear", of("", "t", "b")),
        Part("Jockey", "jockey", person), Part("Trainer", "trainer", trainer),
        Part("OR", "official_rating") { race, place in "\(60 + race + place)" },
        Part("Comment", "comment") { race, place in "Led early; run \(race) of \(place)" },
      ]),
    Layout(
      name: "Betfair, Australia",
      parts: [
        Part("LOCAL_MEETING_DATE", "date", day),
        Part("SCHEDULED_RACE_TIME", "off_time") { race, _ in "1\(race % 4 + 2):10:00" },
        Part("TRACK", "course", pick("Ashcombe", "Thornbury")),
        Part("STATE_CODE", nil, pick("VIC", "NSW")),
        Part("RACE_NO", "race_no", raceNumber),
        Part("WIN_MARKET_ID", "race_id") { race, _ in "1.\(race + 5000)" },
        Part("DISTANCE", "distance_m", pick("1200", "1600")), Part("TAB_NUMBER", "number", number),
        Part("SELECTION_NAME", "horse", horse),
        Part("WIN_RESULT", "position") { race, place in (place + race) % 7 == 0 ? "WINNER" : "LOSER"
        },
        Part("WIN_BSP", "bsp", decimal), Part("PLACE_BSP", "place_bsp", decimal),
      ]),
    Layout(
      name: "Betfair, a day's starting prices",
      parts: [
        Part("EVENT_ID", "race_id") { race, _ in "\(race + 5000)" },
        Part("MENU_HINT", nil) { race, _ in "GB / Thorn \(race / 4 + 1)th May" },
        Part("EVENT_NAME", "race_name", pick("2m Hcap Hrd", "6f Nursery")),
        Part("EVENT_DT", "date") { race, _ in "\(two(race / 4 + 10))-05-2023 1\(race % 4 + 2):10" },
        Part("SELECTION_ID", nil) { race, place in "\(race * 10 + place)" },
        Part("SELECTION_NAME", "horse", horse),
        Part("WIN_LOSE", "position") { race, place in (place + race) % 7 == 0 ? "1" : "0" },
        Part("BSP", "bsp", decimal), Part("PPWAP", "pre_play_wap", decimal),
        Part("MORNINGWAP", "morning_wap", decimal), Part("IPMIN", "in_play_min", decimal),
        Part("IPTRADEDVOL", "in_play_volume") { race, place in "\(race * place).25" },
      ]),
    Layout(
      name: "New York, hundredths",
      parts: [
        Part("track_id", "course", pick("AQU", "BEL")), Part("race_date", "date", day),
        Part("race_number", "race_no", raceNumber), Part("program_number", "number", number),
        Part("weight_carried", "weight_lb", pounds), Part("jockey", "jockey", person),
        Part("odds", "sp") { _, place in "\(130 * place)" },
        Part("position_at_finish", "position", position),
        Part("distance_id", "distance_m", pick("550", "600", "850")),
        Part("course_type", "surface", pick("Turf", "Dirt")),
        Part("track_condition", "going", pick("FT", "GD")),
        Part("purse", "prize", pick("50000", "80000")),
      ]),
    Layout(
      name: "Hong Kong in English",
      parts: [
        Part("race_id", "race_id") { race, _ in "2023-\(race + 100)" },
        Part("race_date", "date", day),
        Part("venue", "course", pick("Sha Tin", "Happy Valley")),
        Part("finishing_position", "position", position), Part("horse_number", "number", number),
        Part("horse_name", "horse", horse), Part("jockey", "jockey", person),
        Part("trainer", "trainer", trainer), Part("actual_weight", "weight_lb", pounds),
        Part("draw", "draw", draw), Part("length_behind_winner", "beaten_lengths", total),
        Part("win_odds", "sp", decimal), Part("race_distance", "distance_m", pick("1000", "1650")),
        Part("track_condition", "going", pick("GOOD", "YIELDING")),
      ]),
    Layout(
      name: "Hong Kong in Chinese",
      parts: [
        Part("日期", "date", day), Part("場次", "race_no", raceNumber),
        Part("馬場", "course", pick("沙田", "跑馬地")),
        Part("名次", "position", position), Part("馬號", "number", number), Part("馬名", "horse", horse),
        Part("騎師", "jockey", person), Part("練馬師", "trainer", trainer),
        Part("負磅", "weight_lb", pounds),
        Part("檔位", "draw", draw), Part("獨贏賠率", "sp", decimal),
        Part("路程", "distance_m", pick("1200", "1650")),
        Part("班次", "class", pick("第四班", "第五班")),
      ]),
    Layout(
      name: "Japan",
      parts: [
        Part("日付", "date", day), Part("競馬場", "course", pick("東京", "阪神")),
        Part("レース番号", "race_no", raceNumber), Part("着順", "position", position),
        Part("枠番", "draw", draw), Part("馬番", "number", number), Part("馬名", "horse", horse),
        Part("性別", "sex", of("牡", "牝", "セ")), Part("斤量", "weight_lb", kilos),
        Part("騎手", "jockey", person),
        Part("調教師", "trainer", trainer), Part("単勝", "sp", decimal),
        Part("距離", "distance_m", pick("1600", "2000")),
        Part("馬場状態", "going", pick("良", "稍重")),
      ]),
    Layout(
      name: "Australia, a form guide",
      parts: [
        Part("meeting", "course", pick("Ashcombe", "Thornbury")),
        Part("meeting_date", "date", slashedDay),
        Part("race_num", "race_no", raceNumber), Part("tab_no", "number", number),
        Part("runner_name", "horse", horse), Part("barrier", "draw", draw),
        Part("rider", "jockey", person),
        Part("trainer_name", "trainer", trainer), Part("weight_kg", "weight_lb", kilos),
        Part("margin", "margin", margin), Part("finish", "position", position),
        Part("starting_price", "sp", decimal),
        Part("track_cond", "going", pick("Good 4", "Soft 6")),
        Part("age", "age", age),
      ]),
    Layout(
      name: "Germany, semicolons", mark: ";",
      parts: [
        Part("Datum", "date", dottedDay), Part("Rennbahn", "course", pick("Dornfeld", "Eichtal")),
        Part("Rennen", "race_no", raceNumber), Part("Startnummer", "number", number),
        Part("Pferd", "horse", horse), Part("Reiter", "jockey", person),
        Part("Gewicht", "weight_lb") { race, place in "\(54 + (race + place) % 6),5" },
        Part("Platz", "position", position), Part("Quote", "sp") { _, place in "\(place + 1),5" },
        Part("Distanz", "distance_m", pick("1600", "2200")), Part("Alter", "age", age),
      ]),
    Layout(
      name: "France",
      parts: [
        Part("date", "date", day), Part("hippodrome", "course", pick("Valmont", "Beaupré")),
        Part("num_course", "race_no", raceNumber), Part("numero", "number", number),
        Part("cheval", "horse", horse), Part("driver", "jockey", person),
        Part("entraineur", "trainer", trainer), Part("arrivée", "position", position),
        Part("cote", "sp", decimal), Part("poids", "weight_lb", kilos), Part("corde", "draw", draw),
        Part("allocation", "prize", pick("20000", "35000")),
      ]),
    Layout(
      name: "Spain",
      parts: [
        Part("fecha", "date", slashedDay),
        Part("hipodromo", "course", pick("Valdeoro", "Rionegro")),
        Part("carrera", "race_no", raceNumber), Part("dorsal", "number", number),
        Part("caballo", "horse", horse), Part("jinete", "jockey", person),
        Part("entrenador", "trainer", trainer), Part("puesto", "position", position),
        Part("peso", "weight_lb", kilos), Part("cuota", "sp", decimal),
        Part("distancia", "distance_m", pick("1600", "2000")), Part("edad", "age", age),
      ]),
    Layout(
      name: "North America, coupled entries",
      parts: [
        Part("track", "course", pick("Ashcombe Park", "Thornbury Downs")),
        Part("date", "date", day),
        Part("race", "race_no", raceNumber),
        Part("pgm", "number") { _, place in ["1", "1A", "2", "3", "4", "5", "6"][place - 1] },
        Part("horse", "horse", horse), Part("jockey", "jockey", person),
        Part("trainer", "trainer", trainer), Part("finish_pos", "position", position),
        Part("final_odds", "sp", decimal), Part("surface", "surface", pick("turf", "dirt")),
        Part("distance", "distance_m", pick("6f", "1m 70y")),
        Part("purse", "prize", pick("$50000", "$8000")),
      ]),
  ]

  /// The lines of the page's table as they are found, without what was found before.
  private static func lines() throws -> [[String]] {
    try layouts.map { layout in
      let store = TestStore()
      let explained = try FileExplanation(file: store.file(layout.text))
      let fields = try #require(explained.mapping.tables.values.first).fields
      let wanted = layout.parts.compactMap { part in part.field.map { ($0, part.column) } }
      let missing = wanted.filter { field, column in
        !(fields[field]?.sources.contains { $0.parts.contains { $0.column == column } } ?? false)
      }
      let rows = try store.add([store.file(layout.text)], yaml: explained.text)[0]
      let others = missing.map { "`\($0.1)`" }.joined(separator: ", ")
      return [
        layout.name, "\(wanted.count - missing.count) of \(wanted.count)",
        others.isEmpty ? "–" : others, "\(rows.stored) of \(rows.rowsRead)",
      ]
    }
  }

  @Test func `the page states how many fields of each layout are found, and no fewer than before`()
    throws
  {
    let page = URL(filePath: RailbirdProcess.packageFolder).appending(path: "docs/mapping.md")
    let shown = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").map(
      String.init)
    let start = try #require(shown.firstIndex { $0.hasPrefix("| layout | before | found |") })
    let table = shown[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let found = try Self.lines()
    #expect(found.count >= 12)
    #expect(
      table.map { $0.prefix(1) + $0.dropFirst(2) } == found.map { $0[...] }, "\(found)")
    for line in table {
      let (before, now) = (line[1].split(separator: " "), line[2].split(separator: " "))
      #expect(before.last == now.last)
      #expect(try #require(Int(before[0])) <= #require(Int(now[0])), "\(line[0])")
    }
  }
}
