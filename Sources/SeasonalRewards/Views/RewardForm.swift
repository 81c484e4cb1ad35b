import Seasons

/// The form of a reward, to be added or edited: texts as they are typed, and what is wrong with
/// them.
public struct RewardForm: Equatable, Sendable {
  /// What the team gets.
  public var description: String
  /// The points it takes, as typed.
  public var pointThreshold: String
  /// Its place in lists, as typed.
  public var displayOrder: String
  /// The reward's name; empty for none.
  public var rewardName: String
  /// The reward as it was; nil for a new one.
  public let original: SeasonalRewardDTO?

  /// The form of a new reward.
  ///
  /// - Parameters:
  ///   - description: What the team gets.
  ///   - pointThreshold: The points it takes, as typed.
  ///   - displayOrder: Its place in lists, as typed.
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

  /// The form of a reward that there is.
  public init(editing reward: SeasonalRewardDTO) {
    description = reward.description
    pointThreshold = "\(reward.pointThreshold)"
    displayOrder = "\(reward.displayOrder)"
    rewardName = reward.rewardName ?? ""
    original = reward
  }

  /// What a person should mend, field by field; empty where the form can be sent.
  public var problems: [SeasonalRewardsError] {
    let texts = [
      RewardChecks.problem(description: description),
      Self.problem("point threshold", pointThreshold),
      Self.problem("display order", displayOrder),
    ].compactMap { $0 }
    return texts.isEmpty && original != nil ? update.problems : texts
  }

  /// The request that makes the reward.
  ///
  /// - Parameters:
  ///   - season: The reward's season.
  ///   - createdBy: Who makes it; nil for nobody in particular.
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

  /// The request that changes the reward: what is as it was is left out.
  ///
  /// - Returns: The request.
  /// - Throws: The first of ``problems``.
  public func updateRequest() throws(SeasonalRewardsError) -> UpdateSeasonalRewardRequest {
    if let problem = problems.first { throw problem }
    return update
  }

  // MARK: - Implementation

  /// What differs from the original.
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
