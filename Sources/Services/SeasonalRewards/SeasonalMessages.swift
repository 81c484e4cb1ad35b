/// The texts that the service's guide gives for its users, and a few of our own.
public enum SeasonalMessages {
  /// The text after 400 to a create or update.
  public static let displayOrderConflict =
    "A reward with this display order already exists. Please choose a different order."
  /// The text after 404 to an update or delete.
  public static let rewardNotFound = "This reward no longer exists. It may have been deleted."
  /// The other meaning of 404 to an update, which some servers return for an order conflict.
  public static let orMaybeOrderConflict =
    "If it is still listed, its new display order is taken: choose a different order."
  /// The text after 401 or 403 to a change of rewards, and if the program's user is no coach.
  public static let notCoach = "Only coaches can change rewards."
  /// The text for an empty roster.
  public static let emptyTeam = "No active athletes on roster for this season"
  /// The text for a season without rewards, to a coach.
  public static let noRewardsForCoach =
    "No rewards configured. Tap + to create your first reward!"
  /// The text for a season without rewards, to an athlete.
  public static let noRewardsForAthlete =
    "Check back soon - coaches will configure rewards for this season."

  /// Returns the text for a season without rewards.
  ///
  /// - Parameter isCoach: Whether the reader is a coach.
  /// - Returns: The guide's text for that reader.
  public static func noRewards(isCoach: Bool) -> String {
    isCoach ? noRewardsForCoach : noRewardsForAthlete
  }
}
