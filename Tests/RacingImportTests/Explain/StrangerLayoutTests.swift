import RacingImport
import Testing

/// Layouts of files that nobody has prepared, as their publishers name the columns.
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
      + "\(117 + place),\(["---", "1/2", "1-1/4", "2", "N", "SH"][place - 1]),"
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
}
