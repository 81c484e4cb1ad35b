import APICore
import Foundation
import SeasonalRewards
import Testing

/// Services of the app, each of which awards points for the activities that it logs.
private struct TrainingRunsService {
  let points: any PointsAwarding

  func create(runnerId: Int, miles: Double) async -> Result<EarnPointsResponse, any Error> {
    await points.award(for: .trainingRun(runnerId: runnerId, uuid: "run", miles: miles))
  }
}

private struct MeetLogService {
  let points: any PointsAwarding

  func log(runnerId: Int, isBefore: Bool) async -> Result<EarnPointsResponse, any Error> {
    await points.award(
      for: isBefore
        ? .preMeetLog(runnerId: runnerId, uuid: "before")
        : .meetLog(runnerId: runnerId, uuid: "after"))
  }
}

private struct CrossTrainingService {
  let points: any PointsAwarding

  func log(runnerId: Int) async -> Result<EarnPointsResponse, any Error> {
    await points.award(for: .crossTraining(runnerId: runnerId, uuid: "cross"))
  }
}

private struct WorkoutSplitService {
  let points: any PointsAwarding

  func log(runnerId: Int) async -> Result<EarnPointsResponse, any Error> {
    await points.award(for: .workout(runnerId: runnerId, uuid: "splits", description: "8 × 400"))
  }
}

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

  @Test func `the training runs service awards with season and year`() async throws {
    let served = try ServedRewards.guide()
    let service = TrainingRunsService(points: served.service())
    _ = try await service.create(runnerId: 123, miles: 5).get()
    #expect(served.lastBody?["activityType"] == "TRAINING_RUN")
    #expect(served.lastBody?["year"] == "2024")
  }

  @Test func `the meet log service awards with season and year`() async throws {
    let served = try ServedRewards.guide()
    let service = MeetLogService(points: served.service())
    for (isBefore, type) in [(true, "PRE_MEET_LOG"), (false, "MEET_LOG")] {
      _ = try await service.log(runnerId: 123, isBefore: isBefore).get()
      #expect(served.lastBody?["activityType"] == .string(type))
      #expect(served.lastBody?["year"] == "2024")
    }
  }

  @Test func `the cross training service awards with season and year`() async throws {
    let served = try ServedRewards.guide()
    _ = try await CrossTrainingService(points: served.service()).log(runnerId: 123).get()
    #expect(served.lastBody?["activityType"] == "CROSS_TRAINING")
    #expect(served.lastBody?["year"] == "2024")
  }

  @Test func `the workout split service awards with season and year`() async throws {
    let served = try ServedRewards.guide()
    _ = try await WorkoutSplitService(points: served.service()).log(runnerId: 123).get()
    #expect(served.lastBody?["activityType"] == "WORKOUT" && served.lastBody?["year"] == "2024")
  }
}
