import Columns
import Foundation

/// A race in an app.
public struct Race: Codable, Equatable, Identifiable, Sendable {
  /// The race's id at its source.
  public var id: String
  /// The name; distance and age group if the source has none, such as `6 furlongs, 2yo`.
  public var name: String
  /// The course without its country, such as `Aqueduct`; empty if the source has none.
  public var track: String
  /// The country after the course's name, such as `USA`.
  public var country: String?
  /// The off time; nil if missing or unreadable.
  public var date: Date?
  /// The distance in metres; nil if missing or unreadable.
  public var distance: Double?
  /// The distance in the source's words.
  public var distanceText: String?
  /// The age group, such as `3yo+`.
  public var ageGroup: String?
  /// The class.
  public var raceClass: String?
  /// The ground.
  public var going: String?
  /// The surface, if the going reveals it.
  public var surface: Surface?
  /// The purse.
  public var purse: Double?
  /// The winner's time in seconds.
  public var winningTime: Double?
  /// The state of the race.
  public var status: RaceStatus
  /// The horses; empty in lists of sources that give runners only race by race.
  public var runners: [RaceRunner]
  /// Whether the race is invented, which happens only with mock data.
  public var isMock: Bool

  /// Makes a race with nothing else known.
  public init(id: String, name: String, track: String, status: RaceStatus = .scheduled) {
    self.id = id
    self.name = name
    self.track = track
    self.status = status
    runners = []
    isMock = false
  }

  /// The winners; several after a dead heat, none before the result.
  public var winners: [RaceRunner] { runners.filter { $0.position == 1 } }

  /// The day of the race in America.
  public var racingDay: Day? { date.map { RacingDay.of($0) } }
}

/// The state of a race.
public enum RaceStatus: String, Codable, Sendable, CaseIterable {
  case scheduled, finished, cancelled
}

/// The surface of a race.
public enum Surface: String, Codable, Sendable, CaseIterable {
  case dirt, turf, synthetic
}
