/// The texts that the service's guide gives its users to read, and a few of our own.
public enum SeasonalMessages {
  /// After 400 to a create or update.
  public static let displayOrderConflict =
    "A reward with this display order already exists. Please choose a different order."
  /// After 404 to an update or delete.
  public static let rewardNotFound = "This reward no longer exists. It may have been deleted."
  /// The other meaning of 404 to an update, which some servers give an order conflict.
  public static let orMaybeOrderConflict =
    "If it is still listed, its new display order is taken: choose a different order."
  /// After 401 or 403 to a change of rewards, and where the program's user is no coach.
  public static let notCoach = "Only coaches can change rewards."
  /// Where nobody is on the season's roster.
  public static let emptyTeam = "No active athletes on roster for this season"
  /// Where a season has no rewards, to a coach.
  public static let noRewardsForCoach =
    "No rewards configured. Tap + to create your first reward!"
  /// Where a season has no rewards, to an athlete.
  public static let noRewardsForAthlete =
    "Check back soon - coaches will configure rewards for this season."

  /// Where a season has no rewards.
  ///
  /// - Parameter isCoach: Whether a coach reads it.
  /// - Returns: The guide's text for that reader.
  public static func noRewards(isCoach: Bool) -> String {
    isCoach ? noRewardsForCoach : noRewardsForAthlete
  }
}
