/// The checks of a person's input for a reward.
///
/// The service itself checks only that the order is free.
enum RewardChecks {
  /// The range of points and list positions, up to the server's largest number.
  static let numbers = 1...Int(Int32.max)

  /// Returns the error in a description; nil if it is valid.
  static func problem(description: String) -> SeasonalRewardsError? {
    description.contains { !$0.isWhitespace }
      ? nil : .invalid(field: "description", found: "nothing", expected: "what the team gets")
  }

  /// Returns the error in a number; nil if it is valid.
  static func problem(_ field: String, _ number: Int) -> SeasonalRewardsError? {
    numbers.contains(number) ? nil : outside(field, found: "\(number)")
  }

  /// Returns the error of a text that is no number, or out of range.
  static func outside(_ field: String, found: String) -> SeasonalRewardsError {
    .invalid(field: field, found: found, expected: "a whole number of 1 or more")
  }
}

extension CreateSeasonalRewardRequest {
  /// The errors to correct before sending; empty if valid.
  public var problems: [SeasonalRewardsError] {
    [
      RewardChecks.problem(description: description),
      RewardChecks.problem("point threshold", pointThreshold),
      RewardChecks.problem("display order", displayOrder),
    ].compactMap { $0 }
  }
}

extension UpdateSeasonalRewardRequest {
  /// The errors to correct before sending; empty if valid.
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
