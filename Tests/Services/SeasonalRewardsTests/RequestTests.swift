import APICore
import Foundation
import SeasonalRewards
import Testing

struct RequestTests {
  private func json(_ value: some Encodable) throws -> String {
    try JSONValue(parsing: try JSONEncoder().encode(value)).json
  }

  private func create(createdBy: String? = nil, rewardName: String? = nil)
    -> CreateSeasonalRewardRequest
  {
    CreateSeasonalRewardRequest(
      season: "xc", year: "2024", description: "Team Hoodies", pointThreshold: 10_000,
      displayOrder: 2, createdBy: createdBy, rewardName: rewardName)
  }

  @Test func `a create has exactly the guide's keys, the year as a text`() throws {
    let fields =
      #""description":"Team Hoodies","displayOrder":2,"pointThreshold":10000,"season":"xc","year":"2024""#
    #expect(
      try json(create(createdBy: "Coach Smith")) == #"{"createdBy":"Coach Smith",\#(fields)}"#)
    #expect(try json(create()) == "{\(fields)}")
  }

  @Test func `a create names the reward only where it is told a name`() throws {
    #expect(try json(create(rewardName: "Silver")).contains(#""rewardName":"Silver""#))
    #expect(try !json(create()).contains("rewardName"))
  }

  @Test func `an update has only what changes`() throws {
    #expect(try json(UpdateSeasonalRewardRequest()) == "{}")
    #expect(
      try json(
        UpdateSeasonalRewardRequest(
          description: "Pizza", pointThreshold: nil, displayOrder: nil))
        == #"{"description":"Pizza"}"#)
    #expect(
      try json(UpdateSeasonalRewardRequest(pointThreshold: 1200, displayOrder: 3))
        == #"{"displayOrder":3,"pointThreshold":1200}"#)
  }

  @Test func `an award has season and year as texts, and nothing for nil`() throws {
    let whole = EarnPointsRequest(
      runnerId: 123, activityType: "TRAINING_RUN",
      activityUuid: "550e8400-e29b-41d4-a716-446655440000", season: "xc", year: "2024",
      description: "Morning run - 5 miles")
    #expect(
      try json(whole)
        == #"{"activityType":"TRAINING_RUN","activityUuid":"550e8400-e29b-41d4-a716-446655440000","#
        + #""description":"Morning run - 5 miles","runnerId":123,"season":"xc","year":"2024"}"#)
    let bare = EarnPointsRequest(
      runnerId: 123, activityType: "WORKOUT", activityUuid: nil, season: nil, year: nil,
      description: nil)
    #expect(try json(bare) == #"{"activityType":"WORKOUT","runnerId":123}"#)
  }

  @Test(arguments: [
    (#"{"runnerId": 1, "activityType": "WORKOUT", "season": "xc"}"#, String?.none),
    (#"{"runnerId": 1, "activityType": "WORKOUT", "season": "xc", "year": 2024}"#, "2024"),
    (#"{"runnerId": 1, "activityType": "WORKOUT", "season": "xc", "year": "2024"}"#, "2024"),
  ])
  func `an old award without a year is read, and a year of either kind`(
    body: String, year: String?
  ) throws {
    let request = try JSONDecoder().decode(EarnPointsRequest.self, from: Data(body.utf8))
    #expect(request.year == year && request.season == "xc" && request.activityUuid == nil)
  }

  @Test func `the guide's bodies are read as what they ask for, and written with their keys`()
    throws
  {
    let create = try read(CreateSeasonalRewardRequest.self, Samples.createBody)
    #expect(try json(create) == json(self.create(createdBy: "Coach Smith")))
    let update = try read(UpdateSeasonalRewardRequest.self, Samples.updateBody)
    #expect(update.description == "Custom Team Hoodies (Updated)")
    #expect(update.pointThreshold == 12_000 && update.displayOrder == 2)
    let earn = try read(EarnPointsRequest.self, Samples.earnBody)
    #expect(earn.runnerId == 123 && earn.year == "2024")
    #expect(earn.description == "Morning run - 5 miles")
    for (written, body) in [
      (try json(create), Samples.createBody), (try json(update), Samples.updateBody),
      (try json(earn), Samples.earnBody),
    ] {
      let keys = try [written, body].map { try read([String: JSONValue].self, $0).keys.sorted() }
      #expect(keys[0] == keys[1])
    }
  }

  private func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  @Test func `the guide's curl for a reward is read, its year a number`() throws {
    let body = #"""
      {"season": "xc", "year": 2024, "description": "Team Pizza Party", "pointThreshold": 1000,
       "displayOrder": 1, "createdBy": "Coach Smith"}
      """#
    let request = try JSONDecoder().decode(CreateSeasonalRewardRequest.self, from: Data(body.utf8))
    #expect(request.year == "2024" && request.createdBy == "Coach Smith")
  }
}
