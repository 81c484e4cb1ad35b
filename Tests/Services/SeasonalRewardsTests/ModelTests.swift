import APICore
import Foundation
import SeasonalRewards
import Testing

struct ModelTests {
  private func read<Value: Decodable>(_ type: Value.Type, _ json: String) throws
    -> Value
  {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  /// Returns a reward with one member in place of another.
  private func reward(_ member: String, _ value: String) throws -> SeasonalRewardDTO {
    guard case .object(var members) = try JSONValue(parsing: Data(Samples.reward.utf8)) else {
      preconditionFailure("the sample is an object")
    }
    for name in ["isAchieved", "achieved"] where name != member && member.hasSuffix("chieved") {
      members[name] = nil
    }
    members[member] = try JSONValue(parsing: Data(value.utf8))
    return try read(SeasonalRewardDTO.self, JSONValue.object(members).json)
  }

  @Test(arguments: ["2024", #""2024""#])
  func `a year is a number or a text, and always a text here`(year: String) throws {
    #expect(try reward("year", year).year == "2024")
    let progress = try read(
      SeasonalProgressResponse.self, Samples.progress.replacing("2024,", with: "\(year),"))
    #expect(progress.year == "2024" && progress.rewards.allSatisfy { $0.year == "2024" })
    let points = try read(
      RunnerSeasonalPointsResponse.self, Samples.runnerPoints.replacing("2024,", with: "\(year),"))
    #expect(points.year == "2024")
  }

  @Test func `the guide's progress is read field by field`() throws {
    let progress = try read(SeasonalProgressResponse.self, Samples.progress)
    #expect(progress.season == "xc" && progress.teamTotalPoints == 12_500)
    #expect(progress.activeRosterCount == 45 && progress.rewards.map(\.id) == [1, 2, 3])
    #expect(progress.rewards.map(\.progressPercentage) == [100, 100, 62.5])
    #expect(progress.rewards.map(\.isAchieved) == [true, true, false])
    #expect(progress.rewards[2].achievedDate == nil)
  }

  @Test func `percentages can be computed again from total and threshold`() throws {
    let progress = try read(SeasonalProgressResponse.self, Samples.progress)
    for reward in progress.rewards {
      let card = RewardTierCard(
        reward: SeasonalRewardDTO(
          id: reward.id, season: "xc", year: "2024", description: "",
          pointThreshold: reward.pointThreshold, displayOrder: 1, isAchieved: false,
          achievedDate: nil, progressPercentage: nil), teamPoints: progress.teamTotalPoints)
      #expect(abs(card.percentage - reward.progressPercentage!) < 1e-9)
    }
  }

  @Test(arguments: [
    #""2024-10-15T10:30:00.000Z""#, #""2024-10-15T10:30:00Z""#,
    #""2024-10-15T10:30:00.000+0000""#, #""2024-10-15T10:30:00.000+00:00""#,
    #""2024-10-15T06:30:00.000-0400""#, "1728988200000",
  ])
  func `a date comes with milliseconds or without, in any zone`(date: String) throws {
    #expect(
      try reward("achievedDate", date).achievedDate == Date(timeIntervalSince1970: 1_728_988_200))
  }

  @Test func `no date is nil, and another text is an error that says where`() throws {
    #expect(try reward("achievedDate", "null").achievedDate == nil)
    #expect(throws: DecodingError.self) { try reward("achievedDate", #""soon""#) }
  }

  @Test(arguments: ["isAchieved", "achieved"])
  func `a reward is reached under either name`(name: String) throws {
    #expect(try reward(name, "true").isAchieved)
    #expect(try !reward(name, "false").isAchieved)
  }

  @Test func `an id beyond 32 bits goes there and back`() throws {
    let reward = try reward("id", "9007199254740993")
    #expect(reward.id == 9_007_199_254_740_993)
    let again = try JSONDecoder().decode(
      SeasonalRewardDTO.self, from: try JSONEncoder().encode(reward))
    #expect(again.id == 9_007_199_254_740_993)
  }

  @Test func `what is read is written so that it is read again`() throws {
    let progress = try read(SeasonalProgressResponse.self, Samples.progress)
    let json = try JSONEncoder().encode(progress)
    #expect(try JSONDecoder().decode(SeasonalProgressResponse.self, from: json) == progress)
    let written = String(decoding: json, as: UTF8.self)
    #expect(written.contains(#""year":"2024""#) && written.contains(#""isAchieved":true"#))
    #expect(written.contains(#""achievedDate":"2024-10-15T10:30:00Z""#))
    let entity = try read(SeasonalReward.self, Samples.serversReward)
    #expect(
      try JSONDecoder().decode(SeasonalReward.self, from: try JSONEncoder().encode(entity))
        == entity)
    let transactions = try read([PointTransaction].self, Samples.transactions)
    #expect(
      try JSONDecoder().decode(
        [PointTransaction].self, from: try JSONEncoder().encode(transactions)) == transactions)
    let runners = try read([RosterRunner].self, Samples.runners)
    #expect(
      try JSONDecoder().decode([RosterRunner].self, from: try JSONEncoder().encode(runners))
        == runners)
  }

  @Test(arguments: [Samples.reward, Samples.serversReward])
  func `a created reward is an entity with its times, and a reward of a list`(json: String) throws {
    let entity = try read(SeasonalReward.self, json)
    #expect(entity.createdAt == Date(timeIntervalSince1970: 1_725_184_800))
    #expect(entity.updatedAt == entity.createdAt)
    #expect(try read(SeasonalRewardDTO.self, json) == entity.dto)
    #expect(entity.dto.progressPercentage == nil && entity.dto.pointThreshold == 10_000)
  }

  @Test func `the server's own fields are kept`() throws {
    let entity = try read(SeasonalReward.self, Samples.serversReward)
    #expect(entity.rewardName == "Silver" && entity.createdBy == "Coach Smith")
    #expect(entity.isAchieved && entity.dto.rewardName == "Silver")
  }

  @Test func `an award's answer may say much or little`() throws {
    let whole = try read(EarnPointsResponse.self, Samples.earned)
    #expect(whole.success && whole.pointsEarned == 10 && whole.newBalance == 295)
    #expect(whole.transaction?.activityType == "TRAINING_RUN")
    #expect(whole.transaction?.isRefunded == false)
    #expect(whole.transaction?.createdAt == Date(timeIntervalSince1970: 1_729_011_600))
    #expect(
      try read(EarnPointsResponse.self, #"{"newBalance": 5}"#) == EarnPointsResponse(newBalance: 5))
    let odd = try read(
      EarnPointsResponse.self, #"{"success": "false", "transaction": {"id": 1}, "more": []}"#)
    #expect(odd == EarnPointsResponse(success: false))
  }

  @Test func `roster and points are read in the server's spelling`() throws {
    let runners = try read([RosterRunner].self, Samples.runners)
    #expect(runners.map(\.isActive) == [true, false] && runners.map(\.team) == ["UA", "NU"])
    #expect(runners.map(\.graduatingClass) == ["2026", "2025"])
    let config = try read(PointsConfig.self, Samples.config)
    #expect(config.points(for: .trainingRun) == 10 && config.points(for: .meetLog) == 0)
  }

  @Test func `the models are values that may be compared, listed and sent`() throws {
    func takes(_: some Codable & Equatable & Sendable) {}
    func lists(_: some Codable & Identifiable & Equatable & Sendable) {}
    let reward = try reward("year", "2024")
    lists(reward)
    lists(try read(SeasonalReward.self, Samples.reward))
    takes(try read(SeasonalProgressResponse.self, Samples.progress))
    takes(RunnerSeasonalPointsResponse(runnerId: 1, season: "xc", year: "2024", pointsEarned: 5))
    takes(UpdateSeasonalRewardRequest(description: nil, pointThreshold: nil, displayOrder: nil))
  }
}
