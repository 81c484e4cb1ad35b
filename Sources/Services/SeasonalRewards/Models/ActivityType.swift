/// A type of activity that earns points, in the service's word.
///
/// A server may know further types; its ``PointsConfig`` lists the points of each.
public struct ActivityType: RawRepresentable, Hashable, Sendable {
  /// The service's word, such as `TRAINING_RUN`.
  public let rawValue: String

  /// Makes a type from the service's word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A training run.
  public static let trainingRun = ActivityType(rawValue: "TRAINING_RUN")
  /// A workout's splits.
  public static let workout = ActivityType(rawValue: "WORKOUT")
  /// Cross training.
  public static let crossTraining = ActivityType(rawValue: "CROSS_TRAINING")
  /// The log after a meet.
  public static let meetLog = ActivityType(rawValue: "MEET_LOG")
  /// The log before a meet.
  public static let preMeetLog = ActivityType(rawValue: "PRE_MEET_LOG")
}
