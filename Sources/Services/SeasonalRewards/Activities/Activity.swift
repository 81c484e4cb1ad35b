import Foundation

/// A runner's activity that earns points.
public struct Activity: Equatable, Sendable {
  /// The type.
  public var type: ActivityType
  /// The runner's id.
  public var runnerId: Int
  /// Its UUID, which makes the server count it only once.
  public var uuid: String?
  /// The text in the list of transactions.
  public var description: String?
  /// The time of the activity, which decides its season; nil means the time of the call.
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

  /// Makes a training run; its description contains the distance.
  public static func trainingRun(
    runnerId: Int, uuid: String?, miles: Double, date: Date? = nil
  ) -> Activity {
    Activity(
      .trainingRun, runnerId: runnerId, uuid: uuid, description: "Training run - \(miles) miles",
      date: date)
  }

  /// Makes a workout with logged splits.
  public static func workout(
    runnerId: Int, uuid: String?, description: String? = nil, date: Date? = nil
  ) -> Activity {
    Activity(.workout, runnerId: runnerId, uuid: uuid, description: description, date: date)
  }

  /// Makes a cross training.
  public static func crossTraining(
    runnerId: Int, uuid: String?, description: String? = nil, date: Date? = nil
  ) -> Activity {
    Activity(.crossTraining, runnerId: runnerId, uuid: uuid, description: description, date: date)
  }

  /// Makes the log after a meet.
  public static func meetLog(
    runnerId: Int, uuid: String?, description: String? = nil, date: Date? = nil
  ) -> Activity {
    Activity(.meetLog, runnerId: runnerId, uuid: uuid, description: description, date: date)
  }

  /// Makes the log before a meet.
  public static func preMeetLog(
    runnerId: Int, uuid: String?, description: String? = nil, date: Date? = nil
  ) -> Activity {
    Activity(.preMeetLog, runnerId: runnerId, uuid: uuid, description: description, date: date)
  }
}
