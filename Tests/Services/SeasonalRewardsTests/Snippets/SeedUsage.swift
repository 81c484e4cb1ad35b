import Foundation
import SeasonalRewards

/// The app's objects that the guide's code uses.
struct SeedAuthentication {
  struct User { let username: String }

  let user: User?
}

/// The guide's usage flows, with what the app prints kept for the tests.
@MainActor
final class SeedUsage {
  let dataService: DataService
  let authentication: SeedAuthentication
  var printed: [String] = []
  var earned: Result<EarnPointsResponse, Error>?

  init(_ dataService: DataService, coach: String? = nil) {
    self.dataService = dataService
    authentication = SeedAuthentication(user: coach.map { .init(username: $0) })
  }

  func print(_ text: String) { printed.append(text) }

  // When creating a training run
  func createTrainingRun(runnerId: Int, distance: Double) async {
    let uuid = UUID().uuidString
    let (season, year) = GlobalFunctions.getCurrentSeasonAndYear()

    // Create training run first
    // ...

    // Award points
    let earnRequest = EarnPointsRequest(
      runnerId: runnerId,
      activityType: "TRAINING_RUN",
      activityUuid: uuid,
      season: season,
      year: year,  // NEW FIELD
      description: "Training run - \(distance) miles"
    )

    let result = await dataService.earnPoints(request: earnRequest)
    // Handle result
    earned = result
  }

  func createReward() async {
    let (season, year) = GlobalFunctions.getCurrentSeasonAndYear()

    let request = CreateSeasonalRewardRequest(
      season: season,
      year: year,
      description: "Team Pizza Party",
      pointThreshold: 5000,
      displayOrder: 1,
      createdBy: authentication.user?.username
    )

    let result = await dataService.createSeasonalReward(request: request)

    switch result {
    case .success(let reward):
      print("Created reward: \(reward.description)")
    // Refresh reward list
    case .failure(let error):
      print("Error: \(error)")
    }
  }
}

/// The guide's view of the team's progress without its body.
@MainActor
final class SeedProgressView {
  let dataService: DataService
  var progress: SeasonalProgressResponse?
  var isLoading = false
  var printed: [String] = []

  init(_ dataService: DataService) { self.dataService = dataService }

  func print(_ text: String) { printed.append(text) }

  func loadTeamProgress() {
    isLoading = true
    let (season, year) = GlobalFunctions.getCurrentSeasonAndYear()

    Task {
      let result = await dataService.getTeamSeasonalProgress(
        season: season,
        year: year
      )

      await MainActor.run {
        isLoading = false
        switch result {
        case .success(let data):
          self.progress = data
        case .failure(let error):
          print("Error loading progress: \(error)")
        }
      }
    }
  }
}
