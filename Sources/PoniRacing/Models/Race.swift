import Columns
import Foundation

/// A race as an app shows it.
public struct Race: Codable, Equatable, Identifiable, Sendable {
  /// The race's id at its source.
  public var id: String
  /// The name; where the source has none, distance and age group, such as `6 furlongs, 2yo`.
  public var name: String
  /// The course without its country, such as `Aqueduct`; empty where the source has none.
  public var track: String
  /// The country behind the course's name, such as `USA`.
  public var country: String?
  /// The off time; nil where the source has none that can be read.
  public var date: Date?
  /// The distance in metres; nil where the source has none that can be read.
  public var distance: Double?
  /// The distance as the source writes it.
  public var distanceText: String?
  /// The age group, such as `3yo+`.
  public var ageGroup: String?
  /// The class.
  public var raceClass: String?
  /// The ground.
  public var going: String?
  /// What is run on, as far as the going tells.
  public var surface: Surface?
  /// The purse.
  public var purse: Double?
  /// The winner's time in seconds.
  public var winningTime: Double?
  /// How far the race has got.
  public var status: RaceStatus
  /// The horses; empty in lists of sources that tell them race by race only.
  public var runners: [RaceRunner]
  /// Whether the race is invented, which it is only where mock data was asked for.
  public var isMock: Bool

  /// Makes a race of which nothing else is known.
  public init(id: String, name: String, track: String, status: RaceStatus = .scheduled) {
    self.id = id
    self.name = name
    self.track = track
    self.status = status
    runners = []
    isMock = false
  }

  /// The winners; more than one after a dead heat, none before the result.
  public var winners: [RaceRunner] { runners.filter { $0.position == 1 } }

  /// The day in America on which the race is run.
  public var racingDay: Day? { date.map { RacingDay.of($0) } }
}

/// How far a race has got.
public enum RaceStatus: String, Codable, Sendable, CaseIterable {
  case scheduled, finished, cancelled
}

/// What a race is run on.
public enum Surface: String, Codable, Sendable, CaseIterable {
  case dirt, turf, synthetic
}
