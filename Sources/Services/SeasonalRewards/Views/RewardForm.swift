import Seasons

/// The form to add or edit a reward: the texts as typed, and their errors.
public struct RewardForm: Equatable, Sendable {
  /// The reward for the team.
  public var description: String
  /// The points required, as typed.
  public var pointThreshold: String
  /// Its position in lists, as typed.
  public var displayOrder: String
  /// The reward's name; empty for none.
  public var rewardName: String
  /// The original reward; nil for a new one.
  public let original: SeasonalRewardDTO?

  /// Makes the form of a new reward.
  ///
  /// - Parameters:
  ///   - description: The reward for the team.
  ///   - pointThreshold: The points required, as typed.
  ///   - displayOrder: Its position in lists, as typed.
  ///   - rewardName: The reward's name; empty for none.
  public init(
    description: String = "", pointThreshold: String = "", displayOrder: String = "",
    rewardName: String = ""
  ) {
    self.description = description
    self.pointThreshold = pointThreshold
    self.displayOrder = displayOrder
    self.rewardName = rewardName
    original = nil
  }

  /// Makes the form of an existing reward.
  public init(editing reward: SeasonalRewardDTO) {
    description = reward.description
    pointThreshold = "\(reward.pointThreshold)"
    displayOrder = "\(reward.displayOrder)"
    rewardName = reward.rewardName ?? ""
    original = reward
  }

  /// The errors to correct, field by field; empty if the form can be sent.
  public var problems: [SeasonalRewardsError] {
    let texts = [
      RewardChecks.problem(description: description),
      Self.problem("point threshold", pointThreshold),
      Self.problem("display order", displayOrder),
    ].compactMap { $0 }
    return texts.isEmpty && original != nil ? update.problems : texts
  }

  /// Builds the request that creates the reward.
  ///
  /// - Parameters:
  ///   - season: The reward's season.
  ///   - createdBy: The creator; nil for none.
  /// - Returns: The request.
  /// - Throws: The first of ``problems``.
  public func createRequest(
    for season: SeasonYear, createdBy: String?
  ) throws(SeasonalRewardsError) -> CreateSeasonalRewardRequest {
    if let problem = problems.first { throw problem }
    return CreateSeasonalRewardRequest(
      season: season.season.rawValue, year: String(season.year), description: description,
      pointThreshold: Self.number(pointThreshold) ?? 0,
      displayOrder: Self.number(displayOrder) ?? 0, createdBy: createdBy,
      rewardName: rewardName.isEmpty ? nil : rewardName)
  }

  /// Builds the request that changes the reward, without unchanged members.
  ///
  /// - Returns: The request.
  /// - Throws: The first of ``problems``.
  public func updateRequest() throws(SeasonalRewardsError) -> UpdateSeasonalRewardRequest {
    if let problem = problems.first { throw problem }
    return update
  }

  // MARK: - Implementation

  /// The difference from the original.
  private var update: UpdateSeasonalRewardRequest {
    let (points, order) = (Self.number(pointThreshold), Self.number(displayOrder))
    return UpdateSeasonalRewardRequest(
      description: description == original?.description ? nil : description,
      pointThreshold: points == original?.pointThreshold ? nil : points,
      displayOrder: order == original?.displayOrder ? nil : order,
      rewardName: rewardName == original?.rewardName ?? "" ? nil : rewardName)
  }

  private static func number(_ text: String) -> Int? {
    Int(text.filter { !$0.isWhitespace })
  }

  private static func problem(_ field: String, _ text: String) -> SeasonalRewardsError? {
    guard let number = number(text) else {
      return RewardChecks.outside(field, found: text.isEmpty ? "nothing" : "“\(text.prefix(40))”")
    }
    return RewardChecks.problem(field, number)
  }
}
