import Foundation
import MappingProposals
import Mappings
import Testing

/// A file of twelve races of six runners, on two days at two courses, in which tests plant one
/// mistake.
struct PlantedSeason {
  typealias Cell = @Sendable (_ race: Int, _ place: Int) -> String

  /// The columns; horses A to F finish in this order.
  var columns: [(name: String, cell: Cell)] = [
    ("date", { race, _ in "2024-05-1\(race / 6 + 4)" }),
    ("course", { race, _ in race / 3 % 2 == 0 ? "Ayr" : "York" }),
    ("country", { _, _ in "GB" }),
    ("race_no", { race, _ in "\(race % 3 + 1)" }),
    ("number", { race, place in "\((place + race) % 6 + 1)" }),
    ("horse", { race, place in "Horse \(race) \(PlantedSeason.letters[place])" }),
    ("jockey", { race, place in "Rider \((race + place) % 7)" }),
    ("position", { _, place in "\(place + 1)" }),
    ("distance", { race, _ in "\(PlantedSeason.metres[race % 4])" }),
    ("weight", { _, place in "\(120 + place)" }),
    ("sp", { race, place in "\(PlantedSeason.price(race, place))" }),
  ]
  /// The mark between cells.
  var mark = ","
  /// Changes the lines, the header first.
  var lines: @Sendable ([String]) -> [String] = { $0 }
  /// Encodes the text.
  var encode: @Sendable (String) -> [UInt8] = { Array($0.utf8) }
  /// The rider of a runner as it should be stored, where the names are others.
  var rider: Cell = { race, place in "Rider \((race + place) % 7)" }
  /// The horse of a runner as it should be stored, where the names are others.
  var horse: Cell = { race, place in "Horse \(race) \(PlantedSeason.letters[place])" }
  /// The outcomes of runners that do not finish, by their place.
  var ends: [Int: String] = [:]

  static let letters = ["A", "B", "C", "D", "E", "F"]
  static let furlongs = [8.0, 7, 5, 6]
  static let metres = [1609, 1408, 1006, 1207]

  /// The decimal odds of a runner; in each third race the second favourite wins.
  static func price(_ race: Int, _ place: Int) -> Double {
    [2.5, 4.2, 7.5, 9, 13, 21][race % 3 == 0 ? place ^ 1 : place]
  }

  /// Returns the file with a column in place of another, or with one more in front.
  func with(_ name: String, as other: String? = nil, _ cell: @escaping Cell) -> PlantedSeason {
    var season = self
    let place = columns.firstIndex { $0.name == name } ?? 0
    if columns.contains(where: { $0.name == name }) { season.columns.remove(at: place) }
    season.columns.insert((other ?? name, cell), at: place)
    return season
  }

  /// Returns the file with a column under another name.
  func renaming(_ name: String, to other: String) -> PlantedSeason {
    var season = self
    let place = columns.firstIndex { $0.name == name }!
    season.columns[place].name = other
    return season
  }

  /// Returns the file with other riders.
  func riding(as stored: Cell? = nil, _ cell: @escaping Cell) -> PlantedSeason {
    var season = with("jockey", cell)
    if let stored { season.rider = stored }
    return season
  }

  /// Returns the file with something changed.
  func changed(_ change: (inout PlantedSeason) -> Void) -> PlantedSeason {
    var season = self
    change(&season)
    return season
  }

  var bytes: [UInt8] {
    let rows = (0..<12).flatMap { race in
      (0..<6).map { place in
        columns.map { "\"" + $0.cell(race, place) + "\"" }.joined(separator: mark)
      }
    }
    let header = columns.map(\.name).joined(separator: mark)
    return encode(lines([header] + rows).joined(separator: "\n") + "\n")
  }

  /// Whether the stored rows equal the rows of the file without its mistake.
  func isRight(in store: TestStore) throws -> Bool {
    let rows = try store.rows()
    let races = Dictionary(grouping: rows) { $0["race_id"]! }
    guard races.count == 12, races.values.allSatisfy({ $0.count == 6 }) else { return false }
    let all = (0..<12).flatMap { race in
      (0..<6).map { place in (horse(race, place), race: race, place: place) }
    }
    let known = Dictionary(
      uniqueKeysWithValues: all.map { ($0.0, (race: $0.race, place: $0.place)) })
    let areWhole = races.values.allSatisfy { runners in
      Set(runners.map { known[$0["horse"]!]?.race }).count == 1
    }
    return areWhole
      && rows.allSatisfy { row in
        known[row["horse"]!].map { isRight(row, race: $0.race, place: $0.place) } ?? false
      }
  }

  private func isRight(_ row: [String: String], race: Int, place: Int) -> Bool {
    func isNear(_ column: String, _ number: Double) -> Bool {
      row[column].flatMap(Double.init).map { abs($0 - number) <= 0.01 * number } ?? false
    }
    let end = ends[place]
    return row["date"] == "2024-05-1\(race / 6 + 4)" && row["jockey"] == rider(race, place)
      && row["position"] == (end == nil ? "\(place + 1)" : "")
      && row["outcome"] == end ?? "finished"
      && (end == "non_runner" || isNear("sp", Self.price(race, place)))
      && isNear("weight_lb", Double(120 + place))
      && isNear("distance_m", Double(Self.metres[race % 4]))
  }
}

/// A mistake in a file, with the doubt that names it where the proposal is not right.
struct PlantedMistake: Sendable, CustomStringConvertible {
  let description: String
  /// The column, or key, with which the doubt begins, or words that it has.
  let doubt: Doubt
  let plant: @Sendable (PlantedSeason) -> PlantedSeason

  enum Doubt: Sendable, ExpressibleByStringLiteral {
    case of(String)
    case saying(String)

    init(stringLiteral column: String) { self = .of(column) }

    func names(_ line: String) -> Bool {
      switch self {
      case .of(let column): line.hasPrefix(column + ":")
      case .saying(let words): line.contains(words)
      }
    }
  }

  init(
    _ description: String, _ doubt: Doubt,
    _ plant: @escaping @Sendable (PlantedSeason) -> PlantedSeason
  ) {
    (self.description, self.doubt, self.plant) = (description, doubt, plant)
  }

  typealias Add = (
    _ what: String, _ doubt: Doubt, _ plant: @escaping @Sendable (PlantedSeason) -> PlantedSeason
  ) -> Void

  /// Makes a list of mistakes.
  static func made(_ list: (Add) -> Void) -> [PlantedMistake] {
    var all: [PlantedMistake] = []
    list { all.append(PlantedMistake($0, $1, $2)) }
    return all
  }

  /// Returns the doubts of a page.
  static func doubts(_ page: String) -> [String] {
    page.split(separator: "\n").filter { $0.hasPrefix("# - ") }.map { String($0.dropFirst(4)) }
  }

  /// Expects that a doubt names the mistake, or that the file is read right as proposed.
  func expectNoSilence() throws {
    let store = TestStore()
    let season = plant(PlantedSeason())
    let file = try store.file(season.bytes)
    let page: String
    do throws(ImportError) {
      page = try FileExplanation(file: file).text
    } catch {
      // A refused file is named, too.
      #expect(doubt.names("\(error)"), "\(self): \(error)")
      return
    }
    guard !Self.doubts(page).contains(where: doubt.names) else { return }
    _ = try store.add([file], yaml: page)
    #expect(try season.isRight(in: store), "\(self)\n\(page)")
  }
}
