import Foundation

/// Something that a runner has done and gets points for.
public struct Activity: Equatable, Sendable {
  /// What it is.
  public var type: ActivityType
  /// Whose it is.
  public var runnerId: Int
  /// Its UUID, by which the server counts it once.
  public var uuid: String?
  /// What a person reads in the list of transactions.
  public var description: String?
  /// When it took place, which says for what season it counts; nil for now.
  public var date: Date?

  /// Makes an activity of any type.
  public init(
    _ type: ActivityType, runnerId: Int, uuid: String?, description: String? = nil,
    date: Date? = nil
  ) {
    self.type = type
    self.runnerId = runnerId
    self.uuid = uuid
    self.description = description
    self.date = date
  }

  /// A training run; its description carries the distance.
  public static func trainingRun(
    runnerId: Int, uuid: String?, miles: Double, date: Date? = nil
  ) -> Activity {
    Activity(
      .trainingRun, runnerId: runnerId, uuid: uuid, description: "Training run - \(miles) miles",
      date: date)
  }

  /// A workout whose splits are logged.
  public static func workout(
    runnerId: Int, uuid: String?, description: String? = nil, date: Date? = nil
  ) -> Activity {
    Activity(.workout, runnerId: runnerId, uuid: uuid, description: description, date: date)
  }

  /// Cross training.
  public static func crossTraining(
    runnerId: Int, uuid: String?, description: String? = nil, date: Date? = nil
  ) -> Activity {
    Activity(.crossTraining, runnerId: runnerId, uuid: uuid, description: description, date: date)
  }

  /// The log after a meet.
  public static func meetLog(
    runnerId: Int, uuid: String?, description: String? = nil, date: Date? = nil
  ) -> Activity {
    Activity(.meetLog, runnerId: runnerId, uuid: uuid, description: description, date: date)
  }

  /// The log before a meet.
  public static func preMeetLog(
    runnerId: Int, uuid: String?, description: String? = nil, date: Date? = nil
  ) -> Activity {
    Activity(.preMeetLog, runnerId: runnerId, uuid: uuid, description: description, date: date)
  }
}
