import Columns
import SandboxCore

/// A sports event with its market, its odds over time and its result.
struct SandboxEvent: Sendable {
  /// The time from the opening of the market to the kick-off.
  static let openTime = 72 * hour
  /// The time between possible changes of odds.
  static let stepTime = hour / 2
  /// The time from the kick-off to the result.
  static let playTime = 2 * hour
  /// The number of events of a day.
  static let countPerDay = 6
  /// The index of a day's first basketball event.
  private static let firstBasketball = 4
  private static let hour: Int64 = 3_600_000_000
  /// Half hours after midnight UTC, by the event's place in its day.
  private static let kickOffs: [Int64] = [25, 30, 35, 40, 36, 47]
  /// The bookmaker's margin, in percent.
  private static let margin = 6
  /// The maximum movement of odds from the opening, in percent.
  private static let farthest = 20

  let id: Int
  let sport: SandboxSport
  let home: Int
  let away: Int
  /// µs since 1970 UTC.
  let kickOff: Int64
  /// The outcome that wins, by its place in the market.
  let result: Int
  /// The odds at the opening, in hundredths.
  private let opening: [Int]
  private let seed: UInt64

  /// Makes the n-th event of a day.
  init(_ day: Day, _ place: Int, seed: UInt64) {
    let draw = SeededDraw(seed, 1, Int(day.number), place)
    self.seed = seed
    id = Int(day.number) * 10 + place
    sport = place < Self.firstBasketball ? .football : .basketball
    kickOff = Int64(day.number) * 24 * Self.hour + Self.kickOffs[place] * Self.stepTime
    let pair = Self.pair(day, sport == .football ? place : place - Self.firstBasketball, seed)
    (home, away) = pair
    let homeChance = 30 + draw.below(31)
    let drawChance = sport == .football ? 22 + draw.below(7, 1) : 0
    let chances =
      sport == .football
      ? [homeChance, drawChance, 100 - homeChance - drawChance] : [homeChance, 100 - homeChance]
    opening = chances.map { 1_000_000 / ($0 * (100 + Self.margin)) }
    var left = draw.below(100, 2)
    result = chances.firstIndex { chance in
      left -= chance
      return left < 0
    }!
  }

  /// The time at which the market opens.
  var opensAt: Int64 { kickOff - Self.openTime }
  /// The time at which the result is known.
  var settlesAt: Int64 { kickOff + Self.playTime }
  var marketID: Int { id * 10 + 1 }
  var homeName: String { sport.teams[home] }
  var awayName: String { sport.teams[away] }

  func outcomeID(_ outcome: Int) -> Int { marketID * 10 + outcome + 1 }

  /// Returns the odds of an outcome at a moment, in hundredths.
  ///
  /// Before the opening they are the opening odds, after the kick-off the odds at the kick-off.
  func price(_ outcome: Int, at moment: Int64) -> Int {
    let last = Int(max(0, min(moment, kickOff) - opensAt) / Self.stepTime)
    return price(outcome, moved: (0...last).dropFirst().reduce(0) { walk($0, $1, outcome) })
  }

  /// Returns the odds of an outcome with the start of each, beginning at the opening.
  func prices(_ outcome: Int) -> [(from: Int64, price: Int)] {
    var prices = [(from: opensAt, price: price(outcome, moved: 0))]
    var moved = 0
    for step in 1...Int(Self.openTime / Self.stepTime) {
      moved = walk(moved, step, outcome)
      let price = price(outcome, moved: moved)
      if price == prices.last?.price { continue }
      prices.append((opensAt + Int64(step) * Self.stepTime, price))
    }
    return prices
  }

  // MARK: - Implementation

  /// Returns two teams, an affine permutation of the sport's teams: each team plays once a day.
  private static func pair(_ day: Day, _ place: Int, _ seed: UInt64) -> (Int, Int) {
    let draw = SeededDraw(seed, 2, Int(day.number))
    let factor = [1, 5, 7, 11][draw.below(4)]
    let offset = draw.below(SandboxSport.teamCount, 1)
    func team(_ index: Int) -> Int { (factor * index + offset) % SandboxSport.teamCount }
    return (team(2 * place), team(2 * place + 1))
  }

  /// Returns the odds' movement after a step, in percent of the opening.
  private func walk(_ moved: Int, _ step: Int, _ outcome: Int) -> Int {
    let move = SeededDraw(seed, 3, id, outcome).below(3, step) - 1
    return max(-Self.farthest, min(Self.farthest, moved + move))
  }

  private func price(_ outcome: Int, moved: Int) -> Int {
    max(101, opening[outcome] * (100 + moved) / 100)
  }
}

/// A kind of sport, its market and its teams.
enum SandboxSport: Int, Sendable {
  case football = 1
  case basketball = 2

  /// The number of teams in each sport; coprime to the factors of the events' permutation.
  static let teamCount = 12

  var name: String { self == .football ? "Football" : "Basketball" }
  var marketName: String { self == .football ? "1X2" : "12" }
  var outcomes: [String] { self == .football ? ["1", "X", "2"] : ["1", "2"] }

  func teamID(_ team: Int) -> Int { rawValue * 100 + team + 1 }

  /// Invented names, some with typical traps: commas, quotation marks, accents.
  var teams: [String] {
    switch self {
    case .football:
      [
        "Harbour Athletic", "Northfield Rovers", "Old Boys' XI, Westmoor", "Ångby FF",
        "Red \"Star\" Lindow", "Saint-Éloi", "Kestrel United", "Dunmore Town", "Vale Wanderers",
        "Ironbridge City", "Fjordvik IL", "Costa Brava CF",
      ]
    case .basketball:
      [
        "Bay Giants", "Canyon Hawks", "Delta Kings", "Evergreen Owls", "Frost Bears",
        "Granite Rams", "Hudson Lights", "Iron Horses", "Juniper Foxes", "Keystone Bulls",
        "Lakeside Storm", "Mesa Suns",
      ]
    }
  }
}
