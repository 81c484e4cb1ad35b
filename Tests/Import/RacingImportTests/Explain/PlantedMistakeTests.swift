import Foundation
import MappingProposals
import Testing

/// Generated files with one planted mistake each: the proposal reads them right, or a doubt names the
/// mistake.
struct PlantedMistakeTests {
  /// A file of twelve races on two days at two courses.
  struct Season {
    typealias Cell = @Sendable (_ race: Int, _ place: Int) -> String

    var columns: [(name: String, cell: Cell)] = [
      ("date", { race, _ in "2024-05-1\(race / 6 + 4)" }),
      ("course", { race, _ in race / 3 % 2 == 0 ? "Ayr" : "York" }),
      ("country", { _, _ in "GB" }),
      ("race_no", { race, _ in "\(race % 3 + 1)" }),
      ("number", { race, place in "\((place + race) % 6 + 1)" }),
      ("horse", { race, place in "Horse \(race) \(["A", "B", "C", "D", "E", "F"][place])" }),
      ("jockey", { race, place in "Rider \((race + place) % 7)" }),
      ("position", { _, place in "\(place + 1)" }),
      ("distance", { race, _ in "\(Season.metres[race % 4])" }),
      ("weight", { _, place in "\(120 + place)" }),
      ("sp", { _, place in "\(Season.odds[place])" }),
    ]

    static let furlongs = [8.0, 7, 5, 6]
    static let metres = [1609, 1408, 1006, 1207]
    static let odds = [2.5, 4.2, 7.5, 9, 13, 21]

    /// Returns the file with a column in place of another.
    func with(_ name: String, as other: String? = nil, _ cell: @escaping Cell) -> Season {
      var season = self
      let place = columns.firstIndex { $0.name == name } ?? 0
      if columns.contains(where: { $0.name == name }) { season.columns.remove(at: place) }
      season.columns.insert((other ?? name, cell), at: place)
      return season
    }

    /// Returns the file with a column under another name.
    func renaming(_ name: String, to other: String) -> Season {
      var season = self
      let place = columns.firstIndex { $0.name == name }!
      season.columns[place].name = other
      return season
    }

    var csv: String {
      let rows = (0..<12).flatMap { race in
        (0..<6).map { place in
          columns.map { "\"" + $0.cell(race, place) + "\"" }.joined(separator: ",")
        }
      }
      return ([columns.map(\.name).joined(separator: ",")] + rows).joined(separator: "\n") + "\n"
    }
  }

  /// A mistake, with the column that a doubt must name where the proposal is not right.
  struct Mistake: Sendable, CustomStringConvertible {
    let description: String
    let column: String
    let plant: @Sendable (Season) -> Season

    init(_ description: String, _ column: String, _ plant: @escaping @Sendable (Season) -> Season) {
      (self.description, self.column, self.plant) = (description, column, plant)
    }
  }

  private static func distance(_ factor: Double) -> @Sendable (Season) -> Season {
    {
      $0.with("distance") { race, _ in
        let length = Season.furlongs[race % 4] * factor
        return length == length.rounded() ? whole(length) : "\(length)"
      }
    }
  }

  private static func price(_ text: @escaping @Sendable (Double) -> String)
    -> @Sendable (Season) -> Season
  {
    { $0.with("sp", as: "odds") { _, place in text(Season.odds[place]) } }
  }

  private static func whole(_ number: Double) -> String { "\(Int(number.rounded()))" }

  private typealias Add = (
    _ what: String, _ column: String, _ plant: @escaping @Sendable (Season) -> Season
  ) -> Void

  private static func made(_ list: (Add) -> Void) -> [Mistake] {
    var all: [Mistake] = []
    list { all.append(Mistake($0, $1, $2)) }
    return all
  }

  private static let ofRaces = made { add in
    add("a course of an unknown name", "race_id") { $0.renaming("course", to: "ring") }
    add("a race's number called numero", "numero") { $0.renaming("race_no", to: "numero") }
    add("a race's number called course no", "course no") {
      $0.renaming("race_no", to: "course no")
    }
    add("numbers called n° and no", "n°") {
      $0.renaming("race_no", to: "n°").renaming("number", to: "no")
    }
    add("a race's number of an unknown name", "race_id") {
      $0.renaming("race_no", to: "heat_of_day")
    }
    add("a race_id of meetings", "race_id") {
      $0.with("race_id") { race, _ in "M\(race / 3)" }
    }
    add("a race_id of days", "race_id") { $0.with("race_id") { race, _ in "D\(race / 6)" } }
    add("a race_id of runners", "race_id") {
      $0.with("race_id") { race, place in "R\(race)-\(place)" }
    }
    add("two races under one race_id", "race_id") {
      $0.with("race_id") { race, _ in "R\(min(race, 10))" }
    }
    add("a race_id that repeats each day, and no day's number", "race_id") {
      $0.with("race_no", as: "race_id") { race, _ in "R\(race % 3)" }
    }
    add("the moment of scraping in front", "scraped_at") {
      $0.with("scraped_at") { race, place in "2024-06-01 10:\(race + 10):\(place + 11)" }
    }
    add("the moment of scraping as the date", "date") {
      $0.with("jour") { race, _ in "2024-05-1\(race / 6 + 4)" }
        .with("date") { race, place in "2024-06-01 10:\(race + 10):\(place + 11)" }
    }
    add("trainers as riders", "jockey") {
      $0.with("jockey") { race, place in "Yard \((race + place) % 4)" }
    }
    add("a position of each half of a race", "position") {
      $0.with("position") { _, place in "\(place % 3 + 1)" }
    }
    add("a course's own numbers as the runners'", "number") {
      $0.with("number") { _, place in "\(place / 2 + 1)" }
    }
  }

  private static let ofUnits = made { add in
    add("yards", "distance", distance(220))
    add("furlongs", "distance", distance(1))
    add("miles", "distance", distance(0.125))
    add("hundredths of furlongs", "distance") {
      $0.with("distance") { race, _ in whole(Season.furlongs[race % 4] * 100) }
    }
    add("kilometres", "distance") {
      $0.with("distance") { race, _ in "\((Season.furlongs[race % 4] * 2).rounded() / 10)" }
    }
    add("yards to the yard", "distance") {
      $0.with("distance") { race, _ in "\([1767, 1553, 1083, 1342][race % 4])" }
    }
    add("kilograms", "weight") {
      $0.with("weight") { _, place in "\((Double(120 + place) * 4.5359237).rounded() / 10)" }
    }
    add("stones", "weight") { $0.with("weight") { _, place in "8.\(8 + place)" } }
    add("kilograms of one race", "weight") {
      $0.with("weight") { race, place in race == 0 ? "\(54 + place)" : "\(120 + place)" }
    }
  }

  private static let ofPrices = made { add in
    add("to one", "odds", price { "\((($0 - 1) * 100).rounded() / 100)" })
    add("per ten", "odds", price { whole($0 * 10) })
    add("per hundred", "odds", price { whole($0 * 100) })
    add("hundredths to one", "odds", price { whole(($0 - 1) * 100) })
    add("American odds", "odds", price { "+\(whole(($0 - 1) * 100))" })
    add("probabilities", "odds", price { "\((1000 / $0).rounded() / 1000)" })
    add("percentages", "odds", price { "\((1000 / $0).rounded() / 10)" })
    add("decimal commas", "odds", price { "\($0)".replacing(".", with: ",") })
    add("a model's prices", "odds", price { "\($0 * 2)" })
    add("fractions", "odds", price { "\(whole(($0 - 1) * 10))/10" })
  }

  private static func doubts(_ page: String) -> [String] {
    page.split(separator: "\n").filter { $0.hasPrefix("# - ") }.map { String($0.dropFirst(4)) }
  }

  /// Whether the stored rows are those of the file without its mistake.
  private static func areRight(_ store: TestStore) throws -> Bool {
    let rows = try store.rows()
    let races = Dictionary(grouping: rows) { $0["race_id"]! }
    func isNear(_ text: String?, _ number: Double) -> Bool {
      text.flatMap(Double.init).map { abs($0 - number) <= 0.01 * number } ?? false
    }
    let days: Set = ["2024-05-14", "2024-05-15"]
    guard races.count == 12, races.values.allSatisfy({ $0.count == 6 }),
      Set(rows.map { $0["date"]! }) == days
    else { return false }
    return rows.allSatisfy { row in
      guard let place = row["position"].flatMap(Int.init), let horse = row["horse"],
        let race = Int(horse.split(separator: " ")[1]), row["jockey"]!.hasPrefix("Rider")
      else { return false }
      guard isNear(row["sp"], Season.odds[place - 1]) else { return false }
      guard isNear(row["weight_lb"], Double(119 + place)) else { return false }
      return isNear(row["distance_m"], Double(Season.metres[race % 4]))
    }
  }

  @Test func `the file without a mistake is right as proposed`() throws {
    let store = TestStore()
    let page = try FileExplanation(file: store.file(Season().csv)).text
    #expect(Self.doubts(page) == [])
    try store.add(Season().csv, yaml: page)
    #expect(try Self.areRight(store))
  }

  @Test(arguments: ofRaces + ofUnits + ofPrices)
  func `a planted mistake is read right or named`(mistake: Mistake) throws {
    let store = TestStore()
    let text = mistake.plant(Season()).csv
    let page = try FileExplanation(file: store.file(text)).text
    try store.add(text, yaml: page)
    let isNamed = Self.doubts(page).contains { $0.hasPrefix(mistake.column + ":") }
    #expect(try isNamed || Self.areRight(store), "\(mistake)\n\(page)")
  }
}
