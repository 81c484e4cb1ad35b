import Foundation

/// The minimal data of a horse for an app.
public struct ExampleHorseData: Codable, Equatable, Sendable {
  /// The horse's id.
  public let id: String
  /// The name.
  public let name: String
  /// The age in years.
  public let age: Int
  /// The trainer.
  public let trainer: String?
  /// The jockey.
  public let jockey: String?
  /// The money won.
  public let earnings: Double

  /// Makes the data.
  public init(
    id: String, name: String, age: Int, trainer: String?, jockey: String?, earnings: Double
  ) {
    self.id = id
    self.name = name
    self.age = age
    self.trainer = trainer
    self.jockey = jockey
    self.earnings = earnings
  }

  /// Takes the data of a horse; nil if its age or earnings are unknown.
  public init?(_ horse: Horse) {
    guard let age = horse.age, let earnings = horse.earnings else { return nil }
    self.init(
      id: horse.id, name: horse.name, age: age, trainer: horse.trainer, jockey: horse.jockey,
      earnings: earnings)
  }
}

/// The minimal data of a race for an app.
public struct ExampleRaceData: Codable, Equatable, Sendable {
  /// The race's id.
  public let id: String
  /// The name.
  public let name: String
  /// The off time.
  public let date: Date
  /// The course.
  public let track: String
  /// The distance in metres.
  public let distance: Double

  /// Makes the data.
  public init(id: String, name: String, date: Date, track: String, distance: Double) {
    self.id = id
    self.name = name
    self.date = date
    self.track = track
    self.distance = distance
  }

  /// Takes the data of a race; nil if its off time or distance is unknown.
  public init?(_ race: Race) {
    guard let date = race.date, let distance = race.distance else { return nil }
    self.init(id: race.id, name: race.name, date: date, track: race.track, distance: distance)
  }
}
