/// The changes of a reward; nil members are left out and stay unchanged.
public struct UpdateSeasonalRewardRequest: Codable, Equatable, Sendable {
  /// The reward for the team.
  public let description: String?
  /// The points required.
  public let pointThreshold: Int?
  /// Its position in lists.
  public let displayOrder: Int?
  /// The reward's name, if the server has one.
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
