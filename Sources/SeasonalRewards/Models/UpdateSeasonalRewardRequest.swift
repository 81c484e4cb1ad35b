/// What changes of a reward; what is nil is left out, and stays as it is.
public struct UpdateSeasonalRewardRequest: Codable, Equatable, Sendable {
  /// What the team gets.
  public let description: String?
  /// The points it takes.
  public let pointThreshold: Int?
  /// Its place in lists.
  public let displayOrder: Int?
  /// The reward's name, where the server has one.
  public let rewardName: String?

  /// Makes a request.
  public init(
    description: String? = nil, pointThreshold: Int? = nil, displayOrder: Int? = nil,
    rewardName: String? = nil
  ) {
    self.description = description
    self.pointThreshold = pointThreshold
    self.displayOrder = displayOrder
    self.rewardName = rewardName
  }
}
