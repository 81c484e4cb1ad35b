/// What activities earn and features cost, as the server is set up; the guide does not name it.
public struct PointsConfig: Codable, Equatable, Sendable {
  /// Points by key, such as `EARN_TRAINING_RUN` or `COST_SEND_GIF`.
  public let config: [String: Int]

  /// Makes a table of points.
  public init(config: [String: Int]) { self.config = config }

  /// The points of an activity type; 0 for one that the server does not know, as it awards.
  public func points(for activity: ActivityType) -> Int {
    config["EARN_" + activity.rawValue] ?? 0
  }
}
