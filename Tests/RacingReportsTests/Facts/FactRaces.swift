import Columns
import TestSupport

/// Races of few horses that meet again and again: on one day, after breaks, with gaps in every
/// field.
struct FactRaces {
  static let header =
    "race_id,date,race_no,course,class,handicap,going,surface,distance_m,number,horse,jockey,"
    + "trainer,age,sex,weight_lb,official_rating,position,outcome,beaten_lengths,sp"

  /// The rows, race by race.
  private(set) var rows: [String] = []
  private var random: SeededGenerator

  /// Makes races.
  ///
  /// - Parameters:
  ///   - races: The number of races.
  ///   - salt: A number that makes each test's races different.
  init(races: Int, salt: UInt64) {
    random = SeededGenerator(salt)
    for race in 0..<races { add(race) }
  }

  /// The file's text.
  static func csv(_ rows: [String]) -> String {
    ([header] + rows).joined(separator: "\n") + "\n"
  }

  /// The day of a row.
  static func date(_ row: String) -> String { cells(row)[1] }

  static func cells(_ row: String) -> [String] {
    row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  // MARK: - Implementation

  private mutating func add(_ race: Int) {
    let day = Day(iso: "2024-11-20")! + below(200)
    let facts = [
      "r\(race)", day.iso, "\(1 + below(4))", ["", "Ascot", "York", "沙田"][below(4)],
      ["", "Class 2", "Class 3", "Class 5", "Group 1", "G"][below(6)],
      ["true", "false"][below(2)], ["", "Good", "Soft"][below(3)], ["Turf", "Dirt", ""][below(3)],
      ["", "1000", "1200", "2400"][below(4)],
    ]
    let count = [1, 3, 4, 6, 8][below(5)]
    // One race in ten has not been run yet.
    let isOpen = below(10) == 0
    var horses = Array(1...14)
    horses.shuffle(using: &random)
    for number in 1...count {
      let outcome =
        isOpen ? "unresolved" : below(8) == 0 ? ["fell", "non_runner", "unresolved"][below(3)] : ""
      let position = outcome.isEmpty ? "\(1 + below(count))" : ""
      rows.append(
        (facts + [
          "\(number)", below(12) == 0 ? "" : "H\(horses[number - 1])",
          ["", "Ann", "Bob", "Zoë", "潘頓"][below(5)], ["", "Tom", "Una", "Vic"][below(4)],
          "\(2 + below(4))", ["mare", "gelding"][below(2)],
          ["", "120", "126.5", "133"][below(4)], ["", "60", "75", "75", "90"][below(5)],
          position, outcome.isEmpty ? "finished" : outcome,
          outcome.isEmpty && below(3) > 0 ? ["0.5", "2.25", "11"][below(3)] : "",
          ["", "2", "3.5", "3.5", "11", "34"][below(6)],
        ]).joined(separator: ","))
    }
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
}
