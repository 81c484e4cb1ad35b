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

  @Test(arguments: [
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
}
