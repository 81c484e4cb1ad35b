import Columns
import Racing
import TestSupport

/// Races of few horses that meet again and again: on one day, after breaks, with gaps in every
/// field.
struct FactRaces {
  /// The columns whose values decide something here, then all others of the store.
  static let names = own + ofRaces.map(\.name) + ofRunners.map(\.name)
  private static let own = [
    "race_id", "date", "race_no", "course", "class", "handicap", "going", "surface", "distance_m",
    "number", "horse", "jockey", "trainer", "age", "sex", "weight_lb", "official_rating",
    "position", "outcome", "beaten_lengths", "sp", "source", "headgear", "horse_id",
    "betting_interest",
  ]
  private static let ofRaces = RacingTables.raceFields.filter { !own.contains($0.name) }
  private static let ofRunners = RacingTables.runnerFields.filter {
    !own.contains($0.name) && $0.name != "import_id"
  }

  /// The rows, race by race.
  private(set) var rows: [String] = []
  private var random: SeededGenerator
  /// Per further field a generator of its own: a new field leaves the others' values alone.
  private var further: [String: SeededGenerator] = [:]
  private let salt: UInt64

  /// Makes races.
  ///
  /// - Parameters:
  ///   - races: The number of races.
  ///   - salt: A number that makes each test's races different.
  init(races: Int, salt: UInt64) {
    random = SeededGenerator(salt)
    self.salt = salt
    for race in 0..<races { add(race) }
  }

  /// The file's text.
  static func csv(_ rows: [String]) -> String {
    ([names.joined(separator: ",")] + rows).joined(separator: "\n") + "\n"
  }

  /// The day of a row.
  static func date(_ row: String) -> String { cells(row)[1] }

  /// The row with other values.
  static func row(_ row: String, with values: [String: String]) -> String {
    zip(names, cells(row)).map { values[$0] ?? $1 }.joined(separator: ",")
  }

  static func cells(_ row: String) -> [String] {
    row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  // MARK: - Implementation

  private mutating func add(_ race: Int) {
    let day = Day(iso: "2024-11-20")! + below(200)
    let course = ["", "Ascot", "York", "沙田"][below(4)]
    // Races of one course have one source. That of Ascot and York names headgear from some day on.
    let source = ["": "north", "沙田": "east"][course] ?? "west"
    let namesHeadgear = source == "west" && day.iso > "2025-01-05"
    let facts = [
      "r\(race)", day.iso, "\(1 + below(4))", course,
      ["", "Class 2", "Class 3", "Class 5", "Group 1", "G"][below(6)],
      ["true", "false"][below(2)], ["", "Good", "Soft"][below(3)], ["Turf", "Dirt", ""][below(3)],
      ["", "1000", "1200", "2400"][below(4)],
    ]
    let further = Self.ofRaces.map { value($0, day) }
    let count = [1, 3, 4, 6, 8][below(5)]
    // One race in ten has not been run yet.
    let isOpen = below(10) == 0
    var horses = Array(1...14)
    horses.shuffle(using: &random)
    for number in 1...count {
      let outcome =
        isOpen ? "unresolved" : below(8) == 0 ? ["fell", "non_runner", "unresolved"][below(3)] : ""
      let position = outcome.isEmpty ? "\(1 + below(count))" : ""
      let horse = below(12) == 0 ? "" : "H\(horses[number - 1])"
      rows.append(
        (facts + [
          "\(number)", horse,
          ["", "Ann", "Bob", "Zoë", "潘頓"][below(5)], ["", "Tom", "Una", "Vic"][below(4)],
          "\(2 + below(4))", ["mare", "gelding"][below(2)],
          ["", "120", "126.5", "133"][below(4)], ["", "60", "75", "75", "90"][below(5)],
          position, outcome.isEmpty ? "finished" : outcome,
          outcome.isEmpty && below(3) > 0 ? ["0.5", "2.25", "11"][below(3)] : "",
          ["", "2", "3.5", "3.5", "11", "34"][below(6)], source,
          namesHeadgear ? ["", "", "b", "v"][below(4)] : "", horse.lowercased(),
          // No runner is coupled: `CoupledEntryTests` has such entries.
          "\(number)",
        ] + further + Self.ofRunners.map { value($0, day) }).joined(separator: ","))
    }
  }

  /// A value of a field's type, or none.
  private mutating func value(_ field: Field, _ day: Day) -> String {
    let values: [String] =
      switch field.type {
      case .int16, .int32: ["1", "3", "7"]
      case .micros: ["1.5", "3.5", "10"]
      case .boolean: ["true", "false"]
      case .instant: ["\(day.iso) 13:00:00Z", "\(day.iso) 14:30:00Z"]
      case .coded("country"): ["GB", "IE", "HK"]
      case .coded, .text: ["Ann", "b", "Zoë", "潘頓"]
      case .int64, .double, .date: preconditionFailure("no further field has that type")
      }
    let own = field.name.utf8.reduce(salt) { $0 &* 31 &+ UInt64($1) }
    let index = Int.random(
      in: 0...values.count, using: &further[field.name, default: SeededGenerator(own)])
    return (values + [""])[index]
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
}
