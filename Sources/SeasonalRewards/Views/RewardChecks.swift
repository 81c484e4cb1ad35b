/// What a person may enter for a reward.
///
/// The service itself checks none of it but the order's being free.
enum RewardChecks {
  /// Points and places in lists: from 1 to the largest number that the service keeps.
  static let numbers = 1...Int(Int32.max)

  /// What is wrong with a description; nil where nothing is.
  static func problem(description: String) -> SeasonalRewardsError? {
    description.contains { !$0.isWhitespace }
      ? nil : .invalid(field: "description", found: "nothing", expected: "what the team gets")
  }

  /// What is wrong with a number; nil where nothing is.
  static func problem(_ field: String, _ number: Int) -> SeasonalRewardsError? {
    numbers.contains(number) ? nil : outside(field, found: "\(number)")
  }

  /// A number that is none, or too small or too large.
  static func outside(_ field: String, found: String) -> SeasonalRewardsError {
    .invalid(field: field, found: found, expected: "a whole number of 1 or more")
  }
}

extension CreateSeasonalRewardRequest {
  /// What a person should mend before it is sent; empty where it is good.
  public var problems: [SeasonalRewardsError] {
    [
      RewardChecks.problem(description: description),
      RewardChecks.problem("point threshold", pointThreshold),
      RewardChecks.problem("display order", displayOrder),
    ].compactMap { $0 }
  }
}

extension UpdateSeasonalRewardRequest {
  /// What a person should mend before it is sent; empty where it is good.
  public var problems: [SeasonalRewardsError] {
    if self == UpdateSeasonalRewardRequest() {
      return [.invalid(field: "reward", found: "no change", expected: "one")]
    }
    return [
      description.flatMap { RewardChecks.problem(description: $0) },
      pointThreshold.flatMap { RewardChecks.problem("point threshold", $0) },
      displayOrder.flatMap { RewardChecks.problem("display order", $0) },
    ].compactMap { $0 }
  }
}
