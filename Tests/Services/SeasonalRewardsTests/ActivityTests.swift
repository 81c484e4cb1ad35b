import APICore
import Foundation
import SeasonalRewards
import Testing

struct ActivityTests {
  @Test(arguments: [
    (Activity.trainingRun(runnerId: 123, uuid: "u", miles: 5.0), "TRAINING_RUN"),
    (.workout(runnerId: 123, uuid: "u"), "WORKOUT"),
    (.crossTraining(runnerId: 123, uuid: "u"), "CROSS_TRAINING"),
    (.meetLog(runnerId: 123, uuid: "u"), "MEET_LOG"),
    (.preMeetLog(runnerId: 123, uuid: "u"), "PRE_MEET_LOG"),
    (Activity(ActivityType(rawValue: "LIFTING"), runnerId: 123, uuid: "u"), "LIFTING"),
  ])
  func `every award names its type, season and year`(activity: Activity, type: String) async throws
  {
    let served = try ServedRewards.guide()
    #expect(try await served.service().award(activity).get().pointsEarned == 10)
    #expect(served.asked == ["POST /api/v1/points/earn"])
    let body = try #require(served.lastBody)
    #expect(body["activityType"] == .string(type) && body["activityUuid"] == "u")
    #expect(body["season"] == "xc" && body["year"] == "2024" && body["runnerId"] == 123)
  }

  @Test func `a training run's text carries the distance`() {
    let run = Activity.trainingRun(runnerId: 1, uuid: nil, miles: 5.5)
    #expect(run.description == "Training run - 5.5 miles")
  }

  @Test func `an activity of another day counts for that day's season`() throws {
    let service = try ServedRewards.guide().service()
    let march = Activity.workout(
      runnerId: 1, uuid: "u", date: Date(timeIntervalSince1970: 1_710_000_000))
    let request = service.request(for: march)
    #expect(request.season == "track" && request.year == "2023")
  }

  /// Checks that a service's award names its type, season, year and UUID.
  private func check(
    _ type: String, _ award: (DataService) async -> Result<EarnPointsResponse, any Error>
  ) async throws {
    let served = try ServedRewards.guide()
    let points = try await award(served.service()).get()
    #expect(points.pointsEarned == 10)
    let body = try #require(served.lastBody)
    #expect(body["activityType"] == .string(type) && body["activityUuid"] == "u")
    #expect(body["season"] == "xc" && body["year"] == "2024" && body["runnerId"] == 123)
  }

  @Test func `the training runs service awards with season and year`() async throws {
    try await check("TRAINING_RUN") {
      await TrainingRunsService($0).createTrainingRun(runnerId: 123, uuid: "u", miles: 5)
    }
  }

  @Test func `the meet log service awards with season and year`() async throws {
    try await check("MEET_LOG") {
      await MeetLogService($0).logMeet(runnerId: 123, uuid: "u", description: "3rd")
    }
    try await check("PRE_MEET_LOG") {
      await MeetLogService($0).logPreMeet(runnerId: 123, uuid: "u")
    }
  }

  @Test func `the cross training service awards with season and year`() async throws {
    try await check("CROSS_TRAINING") {
      await CrossTrainingService($0).logCrossTraining(runnerId: 123, uuid: "u")
    }
  }

  @Test func `the workout split service awards with season and year`() async throws {
    try await check("WORKOUT") {
      await WorkoutSplitService($0).logWorkoutResult(runnerId: 123, uuid: "u", description: "8×400")
    }
  }
}
