import Columns
import TestSupport

/// Races in which everything odd happens often: ties, falls, gaps in keys, prices and times.
struct WildRaces {
  static let header =
    "race_id,date,off_time,race_no,course,country,handicap,class,going,distance_m,number,horse,"
    + "jockey,trainer,owner,sire,draw,position,outcome,sp,tote,tote_paid,bsp"

  /// The rows, race by race.
  private(set) var rows: [String] = []
  private var random: SeededGenerator
  private let days: Int

  /// Makes races.
  ///
  /// - Parameters:
  ///   - races: The number of races.
  ///   - salt: A number that makes each test's races different.
  ///   - days: The number of days over which they are spread.
  init(races: Int, salt: UInt64, days: Int = 560) {
    self.days = days
    random = SeededGenerator(salt)
    for race in 0..<races { add(race) }
  }

  /// The file's text.
  var csv: String { Self.csv(rows) }

  static func csv(_ rows: [String]) -> String {
    ([header] + rows).joined(separator: "\n") + "\n"
  }

  // MARK: - Implementation

  private static let people = [
    "Ann", "Bob", "\"Cy, Jr\"", "Zoë", "Éva", "潘頓", "\"D \"\"Ace\"\"\"", "Eve", "ann", "Flo",
  ]
  private static let reasons = [
    "pulled_up", "fell", "unseated", "brought_down", "refused", "ran_out", "slipped_up",
    "carried_out", "disqualified", "did_not_finish",
  ]

  private mutating func add(_ race: Int) {
    let day = Day(iso: "2024-06-01")! + below(days)
    let off = chance(70) ? "\(day.iso)T\(12 + below(3)):0\(below(2)):00Z" : ""
    // The first country read has the code that a missing one must not be taken for.
    let country = race == 0 ? "US" : ["GB", "HK", "US", "IE", "", "FR"][below(6)]
    // Whole numbers and words as race keys: 9 comes before 10, and both before r7.
    let key = chance(70) ? "\(race)" : "r\(race)"
    let facts = [
      key, day.iso, off, chance(80) ? "\(1 + below(3))" : "", country.isEmpty ? "" : "C\(below(4))",
      country, chance(50) ? "true" : "false", ["", "1", "Class 2", "=G1"][below(4)],
      ["", "Good", "Soft", "好地"][below(4)],
      ["", "1000", "1300", "1301", "1899", "1900", "2100", "2101", "2700", "2701"][below(10)],
    ]
    let count = [1, 2, 3, 5, 7, 8, 16, 18][below(8)]
    let isTotePaid = chance(70)
    var place = 1
    for number in 1...count {
      // A tie shares the place printed before it.
      if number > 1 && !chance(20) { place = number }
      // Some rows omit the off time.
      var told = facts
      if chance(20) { told[2] = "" }
      rows.append((told + runner(number, place, isTotePaid)).joined(separator: ","))
    }
  }

  private mutating func runner(_ number: Int, _ place: Int, _ isTotePaid: Bool) -> [String] {
    var (position, outcome) = ("\(place)", "finished")
    if chance(15) { (position, outcome) = ("", Self.reasons[below(Self.reasons.count)]) }
    if chance(6) { (position, outcome) = ("", ["non_runner", "void", "unresolved"][below(3)]) }
    let declares = isTotePaid && ((place == 1 && chance(80)) || chance(2))
    // A runner without a number has a name, by which it is known.
    let hasNumber = chance(90)
    return [
      hasNumber ? "\(number)" : "", hasNumber && chance(10) ? "" : "H\(below(9))-\(number)", key(),
      key(), key(), key(), chance(80) ? "\(1 + below(20))" : "", position,
      outcome, price(90), declares ? price(100) : "",
      chance(20) ? "" : isTotePaid ? "true" : "false", price(70),
    ]
  }

  private mutating func key() -> String { chance(90) ? Self.people[below(10)] : "" }

  private mutating func price(_ percent: Int) -> String {
    guard chance(percent) else { return "" }
    return ["1.01", "2", "3.333333", "4.5", "7", "11.1", "34", "1000"][below(8)]
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}

extension WildRaces {
  /// The rows for the oracle, which reads a race's facts from any row: every row has all facts.
  var tidied: [String] {
    var offTimes: [String: String] = [:]
    let cells = rows.map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    for row in cells where !row[2].isEmpty { offTimes[row[0]] = row[2] }
    return cells.map { row in
      var row = row
      row[2] = offTimes[row[0]] ?? ""
      return row.joined(separator: ",")
    }
  }

  /// The races as an exchange knows two in three of them: no position but the winner's, and mostly
  /// who was placed.
  ///
  /// - Parameter isContradicted: Whether some results of the place market contradict positions, are
  ///   those of runners that did not finish, or of ones without any other result.
  /// - Returns: The file's text.
  func atExchange(isContradicted: Bool = false) -> String {
    let rows = tidied.enumerated().map { index, row in
      var cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let race = Int(cells[0].filter(\.isNumber))!
      // Names before may hold commas.
      let position = cells.count - 6
      let (place, places) = (Int(cells[position]), 2 + race % 3)
      let hasRun = !["non_runner", "void", "unresolved"].contains(cells[position + 1])
      let isTold = hasRun && race % 5 > 0 && index % 23 > 0
      let isOther = isContradicted && index % 9 == 0
      let isPaid = place.map { $0 <= places } ?? false
      let won = isTold || isOther ? "\(isPaid != isOther)" : ""
      if hasRun && race % 3 > 0 && place != 1 {
        (cells[position], cells[position + 1]) = ("", "lost")
      }
      let odds = index % 4 == 0 ? "" : "\(1.5 + Double(index % 11) / 4)"
      let stated = race % 2 == 0 ? "\(places)" : ""
      return (cells + [odds, won, stated]).joined(separator: ",")
    }
    return ([Self.header + ",place_bsp,place_won,place_winners"] + rows).joined(separator: "\n")
      + "\n"
  }

  /// Returns the races with entries of two and three, a price by name, and dividends for places.
  func coupled(price: String) -> (csv: String, dividends: String) {
    var dividends = ["race_id,date,pool,combination,dividend"]
    let rows = tidied.enumerated().map { index, row in
      let cells = row.split(separator: ",", omittingEmptySubsequences: false)
      let number = Int(cells[10])
      // Numbers 1 and 2 of two races in three are an entry, and 5 to 7 of one in three.
      let (race, own) = (Int(cells[0].filter(\.isNumber))!, number ?? 0)
      let isCoupled = own > 0 && (own < 3 && race % 3 > 0 || 5...7 ~= own && race % 3 == 1)
      let interest = isCoupled ? "\(own < 3 ? 1 : 5)" : number.map { "\(30 + $0)" } ?? ""
      if let number, race % 4 > 0, let place = Int(cells[17]), place < 4, index % 5 > 0 {
        dividends.append("\(cells[0]),\(cells[1]),place,\(number),\(2 + Double(index % 9) / 4)")
      }
      let odds = index % 7 == 0 ? "" : "\(1.5 + Double(index * 13 % 40) / 3)"
      return "\(row),\(interest),\(odds)"
    }
    let header = Self.header + ",betting_interest,\(price)"
    return (
      ([header] + rows).joined(separator: "\n") + "\n", dividends.joined(separator: "\n") + "\n"
    )
  }
}
