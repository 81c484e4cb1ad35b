import Columns
import CommandTools
import Foundation
import PoniRacing

/// Races, horses and people as lines of text, or JSON.
enum RacingText {
  /// Prints races, one per line or as JSON.
  static func print(_ races: [Race], json: Bool) throws {
    guard json else { return Console.print(columns(races.map(cells))) }
    var lines = JSONLines()
    for race in races { try lines.print(race) }
    lines.end()
  }

  /// Returns a value as one line of JSON.
  static func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONLines.encoder.encode(value), as: UTF8.self)
  }

  static func cells(_ race: Race) -> [String] {
    let time = race.date.map { date in
      let style = Date.VerbatimFormatStyle(
        format:
          "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)",
        timeZone: RacingDay.zone, calendar: Calendar(identifier: .gregorian))
      return date.formatted(style)
    }
    return [
      // Eastern time, because racing days are New York's.
      time.map { $0 + " ET" } ?? "--:--", race.track, race.name, race.status.rawValue,
      race.isMock ? "invented" : "", race.id,
    ]
  }

  static func cells(_ runner: RaceRunner) -> [String] {
    [
      "     \(runner.position.map(String.init) ?? "")", runner.horse, runner.jockey ?? "",
      runner.trainer ?? "", runner.oddsText ?? "",
    ]
  }

  static func cells(_ horse: Horse) -> [String] {
    [
      horse.name, horse.age.map { "\($0)yo" } ?? "", horse.jockey ?? "", horse.trainer ?? "",
      horse.id,
    ]
  }

  static func cells(_ person: any ROIFigures) -> [String] {
    func text(_ figure: StatisticsDecimal?) -> String { figure?.description ?? "" }
    return [
      person.name, text(person.exactROI30Days), text(person.exactROI90Days),
      text(person.exactROI1Year), String(format: "%.2f", person.winPercentage),
      "\(person.sampleSize)", person.recentForm.suffix(6).joined(separator: " "),
    ]
  }

  /// Returns the known facts about a horse.
  static func facts(_ horse: Horse) -> [(name: String, value: String)] {
    let facts: [(String, String?)] = [
      ("Name", horse.name), ("Id", horse.id), ("Age", horse.age.map(String.init)),
      ("Sex", horse.sex.map { "\($0)" }), ("Trainer", horse.trainer), ("Jockey", horse.jockey),
      ("Owner", horse.owner), ("Sire", horse.sire), ("Dam", horse.dam),
      ("Starts", horse.starts.map(String.init)), ("Wins", horse.wins.map(String.init)),
      ("Places", horse.places.map(String.init)), ("Shows", horse.shows.map(String.init)),
      ("Earnings", horse.earnings.map { String(format: "%.2f", $0) }),
      ("Last raced", horse.lastRaced.map { RacingDay.of($0).iso }),
      ("Invented", horse.isMock ? "yes" : nil),
    ]
    return facts.compactMap { name, value in value.map { (name, $0) } }
  }
}
