/// What points are awarded for, in the service's word.
///
/// A server may know further types; how many points each earns, its ``PointsConfig`` says.
public struct ActivityType: RawRepresentable, Hashable, Sendable {
  /// The service's word, such as `TRAINING_RUN`.
  public let rawValue: String

  /// A type by the service's word.
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
