/// The entries of the app's menu "Pride Points".
public enum PridePointsMenu: String, CaseIterable, Sendable {
  /// The team's progress.
  case teamProgress = "Team Progress"
  /// The runners by their points.
  case leaderboard = "Leaderboard"
  /// The editor of a season's rewards; for coaches only.
  case rewardsConfiguration = "Configure Rewards"

  /// Returns the menu's entries for a user.
  ///
  /// - Parameter isCoach: Whether the user is a coach.
  /// - Returns: The entries, in order.
  public static func entries(isCoach: Bool) -> [PridePointsMenu] {
    allCases.filter { isCoach || $0 != .rewardsConfiguration }
  }
}
