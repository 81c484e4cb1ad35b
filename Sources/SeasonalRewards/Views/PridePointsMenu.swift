/// The entries of the app's menu "Pride Points".
public enum PridePointsMenu: String, CaseIterable, Sendable {
  /// How far the team is.
  case teamProgress = "Team Progress"
  /// Who has how many points.
  case leaderboard = "Leaderboard"
  /// The rewards of a season, to be changed; for coaches only.
  case rewardsConfiguration = "Configure Rewards"

  /// What a user sees of the menu.
  ///
  /// - Parameter isCoach: Whether the user is a coach.
  /// - Returns: The entries, in order.
  public static func entries(isCoach: Bool) -> [PridePointsMenu] {
    allCases.filter { isCoach || $0 != .rewardsConfiguration }
  }
}
