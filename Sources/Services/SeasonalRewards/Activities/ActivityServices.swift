import Foundation

/// The guide's service of training runs: each run's points name season and year.
public struct TrainingRunsService: Sendable {
  private let points: any PointsAwarding

  /// Makes a service that awards by a `DataService`.
  public init(_ points: any PointsAwarding) { self.points = points }

  /// Awards the points of a new training run.
  ///
  /// - Parameters:
  ///   - runnerId: The runner.
  ///   - uuid: The run's UUID, which makes the server count it only once.
  ///   - miles: The distance, which the description names.
  ///   - date: The time of the run, which decides its season; nil means the time of the call.
  /// - Returns: The result, or the error.
  public func createTrainingRun(
    runnerId: Int, uuid: String?, miles: Double, date: Date? = nil
  ) async -> Result<EarnPointsResponse, any Error> {
    await points.award(
      for: .trainingRun(runnerId: runnerId, uuid: uuid, miles: miles, date: date))
  }
}

/// The guide's service of meet logs: each log's points name season and year.
public struct MeetLogService: Sendable {
  private let points: any PointsAwarding

  /// Makes a service that awards by a `DataService`.
  public init(_ points: any PointsAwarding) { self.points = points }

  /// Awards the points of the log after a meet.
  public func logMeet(
    runnerId: Int, uuid: String?, description: String? = nil, date: Date? = nil
  ) async -> Result<EarnPointsResponse, any Error> {
    await points.award(
      for: .meetLog(runnerId: runnerId, uuid: uuid, description: description, date: date))
  }

  /// Awards the points of the log before a meet.
  public func logPreMeet(
    runnerId: Int, uuid: String?, description: String? = nil, date: Date? = nil
  ) async -> Result<EarnPointsResponse, any Error> {
    await points.award(
      for: .preMeetLog(runnerId: runnerId, uuid: uuid, description: description, date: date))
  }
}

/// The guide's service of cross training: its points name season and year.
public struct CrossTrainingService: Sendable {
  private let points: any PointsAwarding

  /// Makes a service that awards by a `DataService`.
  public init(_ points: any PointsAwarding) { self.points = points }

  /// Awards the points of a cross training.
  public func logCrossTraining(
    runnerId: Int, uuid: String?, description: String? = nil, date: Date? = nil
  ) async -> Result<EarnPointsResponse, any Error> {
    await points.award(
      for: .crossTraining(runnerId: runnerId, uuid: uuid, description: description, date: date))
  }
}

/// The guide's service of workout splits: each result's points name season and year.
public struct WorkoutSplitService: Sendable {
  private let points: any PointsAwarding

  /// Makes a service that awards by a `DataService`.
  public init(_ points: any PointsAwarding) { self.points = points }

  /// Awards the points of a workout's result.
  public func logWorkoutResult(
    runnerId: Int, uuid: String?, description: String? = nil, date: Date? = nil
  ) async -> Result<EarnPointsResponse, any Error> {
    await points.award(
      for: .workout(runnerId: runnerId, uuid: uuid, description: description, date: date))
  }
}
