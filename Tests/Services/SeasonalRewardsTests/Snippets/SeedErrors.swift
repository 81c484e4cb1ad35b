import SeasonalRewards

/// The guide's error handling, with what the app shows kept for the tests.
struct SeedErrors {
  var isCoach = false
  var alerts: [String] = []
  var emptyStates: [String] = []

  mutating func showAlert(_ text: String) { alerts.append(text) }
  mutating func showEmptyState(_ text: String) { emptyStates.append(text) }

  mutating func orderConflict(_ response: SeasonalRewardsError) {
    if response.statusCode == 400 {
      showAlert("A reward with this display order already exists. Please choose a different order.")
    }
  }

  mutating func rewardNotFound(_ response: SeasonalRewardsError) {
    if response.statusCode == 404 {
      showAlert("This reward no longer exists. It may have been deleted.")
    }
  }

  mutating func emptyTeam(_ progress: SeasonalProgressResponse) {
    if progress.activeRosterCount == 0 {
      showEmptyState("No active athletes on roster for this season")
    }
  }

  mutating func noRewards(_ progress: SeasonalProgressResponse) {
    if progress.rewards.isEmpty {
      if isCoach {
        showEmptyState("No rewards configured. Tap + to create your first reward!")
      } else {
        showEmptyState("Check back soon - coaches will configure rewards for this season.")
      }
    }
  }
}
