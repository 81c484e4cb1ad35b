/// The server's table of points that activities earn and features cost; not in the guide.
public struct PointsConfig: Codable, Equatable, Sendable {
  /// Points by key, such as `EARN_TRAINING_RUN` or `COST_SEND_GIF`.
  public let config: [String: Int]

  /// Makes a table of points.
  public init(config: [String: Int]) { self.config = config }

  /// Returns the points of an activity type; 0 for a type unknown to the server, as when it awards.
  public func points(for activity: ActivityType) -> Int {
    config["EARN_" + activity.rawValue] ?? 0
  }
}
