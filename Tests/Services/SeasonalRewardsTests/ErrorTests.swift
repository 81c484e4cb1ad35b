import APICore
import FeedContract
import Foundation
import SeasonalRewards
import Testing

struct ErrorTests {
  private static let new = CreateSeasonalRewardRequest(
    season: "xc", year: "2024", description: "Pizza", pointThreshold: 1, displayOrder: 1,
    createdBy: nil)

  /// Returns the error of each kind of call for a status.
  private func errors(
    _ status: Int, _ body: String = "", update: UpdateSeasonalRewardRequest = .init(displayOrder: 2)
  ) async throws -> [SeasonalRewardsError?] {
    let service = try ServedRewards(body, status: status).service { $0.retries = .never }
    return [
      await service.getSeasonalRewardsConfig(season: "xc", year: "2024").failure,
      await service.createSeasonalReward(request: Self.new).failure,
      await service.updateSeasonalReward(id: 1, request: update).failure,
      await service.deleteSeasonalReward(id: 1).failure,
      await service.earnPoints(
        request: EarnPointsRequest(
          runnerId: 1, activityType: "WORKOUT", activityUuid: "u", season: nil, year: nil,
          description: nil)
      ).failure,
    ]
  }

  @Test func `400 to a create or update is an order conflict`() async throws {
    #expect(
      try await errors(400) == [
        .http(400), .displayOrderConflict(400), .displayOrderConflict(400), .http(400), .http(400),
      ])
  }

  @Test func `404 to an update or delete is a reward that is gone`() async throws {
    #expect(
      try await errors(404) == [
        .http(404), .http(404), .rewardNotFound(404, mayBeOrderConflict: true),
        .rewardNotFound(404), .http(404),
      ])
  }

  @Test func `an update that sends no order has no conflict of orders`() async throws {
    let update = UpdateSeasonalRewardRequest(pointThreshold: 1200)
    let gone = try #require(try await errors(404, update: update)[2])
    #expect(gone == .rewardNotFound(404) && !gone.description.contains("order"))
    let refused = try #require(try await errors(400, update: update)[2])
    #expect(refused == .http(400) && !refused.description.contains("order"))
  }

  @Test(arguments: [400, 401, 403, 404, 422, 500])
  func `every refusal states its call and the service's words`(status: Int) async throws {
    let found = try await errors(status, #"{"message": "rewardName must not be null"}"#)
    let calls = [
      "GET /api/v1/points/seasonal/rewards", "POST /api/v1/points/seasonal/rewards",
      "PUT /api/v1/points/seasonal/rewards/1", "DELETE /api/v1/points/seasonal/rewards/1",
      "POST /api/v1/points/earn",
    ]
    for (error, call) in zip(found, calls) {
      let text = error?.localizedDescription ?? ""
      #expect(text.contains("\(status)"), "\(text)")
      #expect(text.contains("\(call): rewardName must not be null)"), "\(text)")
    }
    #expect(found.map { $0?.statusCode } == Array(repeating: status, count: 5))
  }

  @Test func `a guide's text is in front of the service's words`() async throws {
    let found = try await errors(400, "Order 1 is taken")
    #expect(
      found[1]?.description
        == "A reward with this display order already exists. Please choose a different order. "
        + "(status 400 to POST /api/v1/points/seasonal/rewards: Order 1 is taken)")
    #expect(
      found[0]?.description
        == "The service refused with status 400 (GET /api/v1/points/seasonal/rewards: Order 1 is "
        + "taken).")
  }

  @Test(arguments: [401, 403])
  func `401 and 403 to a change mean no coach`(status: Int) async throws {
    #expect(
      try await errors(status) == [
        .http(Refusal(status: status)), .notCoach(Refusal(status: status)),
        status == 401 ? .unauthorized : .notCoach(403), .notCoach(Refusal(status: status)),
        .http(Refusal(status: status)),
      ])
  }

  @Test(arguments: [409, 418, 429, 500, 503])
  func `other statuses are kept`(status: Int) async throws {
    let error = SeasonalRewardsError.http(Refusal(status: status))
    #expect(try await errors(status) == Array(repeating: error, count: 5))
  }

  @Test func `an error states its status code`() {
    let all: [SeasonalRewardsError] = [
      .displayOrderConflict(400), .rewardNotFound(404), .notCoach(403), .notCoach(), .http(503),
      .network("x"),
    ]
    #expect(all.map(\.statusCode) == [400, 404, 403, 401, 503, nil])
  }

  @Test func `an order conflict has the guide's text`() {
    #expect(
      SeasonalRewardsError.displayOrderConflict(400).localizedDescription
        == "A reward with this display order already exists. Please choose a different order.")
  }

  @Test func `a reward that is gone has the guide's text`() {
    #expect(
      "\(SeasonalRewardsError.rewardNotFound(404))"
        == "This reward no longer exists. It may have been deleted.")
  }

  @Test func `404 to an update states both of its meanings`() {
    let text = SeasonalRewardsError.rewardNotFound(404, mayBeOrderConflict: true).description
    #expect(
      text == "This reward no longer exists. It may have been deleted. "
        + "If it is still listed, its new display order is taken: choose a different order.")
  }

  @Test func `every other error has a text`() {
    #expect("\(SeasonalRewardsError.notCoach())" == "Only coaches can change rewards.")
    #expect("\(SeasonalRewardsError.http(500))" == "The service refused with status 500.")
    #expect(
      "\(SeasonalRewardsError.network("a.example: timed out"))"
        == "No answer from the service: a.example: timed out")
    #expect(
      "\(SeasonalRewardsError.unreadable("[1].id: found nothing"))"
        == "The service's answer cannot be read: [1].id: found nothing")
    #expect(
      "\(SeasonalRewardsError.invalid(field: "season", found: "“swim”", expected: "xc or track"))"
        == "season: found “swim”; expected xc or track")
    #expect(
      "\(SeasonalRewardsError.badURL("URL: found a; expected b"))" == "URL: found a; expected b")
  }

  @Test func `an answer that cannot be read says where`() async throws {
    let served = try ServedRewards(Samples.runnerPoints.replacing("285", with: #""many""#))
    let result = await served.service().getRunnerSeasonalPoints(
      runnerId: 123, season: "xc", year: "2024")
    #expect(
      result.failure
        == .unreadable(
          "GET /api/v1/points/seasonal/123, pointsEarned: found “many”; expected a whole number"))
  }

  @Test(arguments: [
    ("", "found an empty body; expected JSON"),
    ("<html><title>Log in</title>", "found an HTML page, “Log in”; expected JSON"),
    ("Gone fishing", "found “Gone fishing”; expected JSON"),
    (#"{"progress": 7"#, "found JSON that is damaged or cut off; expected JSON"),
    (#"[{"a": 1}]"#, "found a list; expected an object"),
  ])
  func `an answer that is no JSON is told as what it is`(body: String, text: String) async throws {
    let service = try ServedRewards(body).service()
    let progress = await service.getTeamSeasonalProgress(season: "xc", year: "2024")
    #expect(
      progress.failure == .unreadable("GET /api/v1/points/seasonal/progress: \(text)"))
    if body.hasPrefix("[") { return }
    let rewards = await service.getSeasonalRewardsConfig(season: "xc", year: "2024")
    #expect(rewards.failure == .unreadable("GET /api/v1/points/seasonal/rewards: \(text)"))
  }

  @Test func `no answer is reported with its call and the host`() async throws {
    let served = try ServedRewards { _ in ScriptedAnswer([.reset]) }
    let service = served.service { $0.retries = .never }
    let port = served.server.port
    let begin =
      "No answer from the service: GET /api/v1/points/seasonal/rewards: 127.0.0.1:\(port): "
    let error = await service.getSeasonalRewardsConfig(season: "xc", year: "2024").failure
    #expect(error?.description.hasPrefix(begin) == true, "\(error?.description ?? "")")
  }

  @Test func `plain http to another machine is refused`() async {
    let service = DataService(
      SeasonalServiceSettings(baseURL: URL(string: "http://club.example")!),
      surroundings: SeasonalSurroundings(transport: ServedRewards.transport))
    let result = await service.getSeasonalRewardsConfig(season: "xc", year: "2024")
    #expect(
      result.failure
        == .badURL(
          "base URL: found http://club.example; expected https, or http only for this machine"))
  }

  @Test(arguments: [200, 400, 401, 404, 500])
  func `no token is in a log, record or error`(status: Int) async throws {
    let token = ServedRewards.token
    let served = try ServedRewards { request in
      .json(#"{"you sent": "\#(request.header("Authorization") ?? "")"}"#, status: status)
    }
    let service = served.service(headers: { ["Authorization": "Bearer \(token)"] }) {
      $0.retries = .never
    }
    var texts: [String] = []
    let results: [any Error] = [
      await service.getTeamSeasonalProgress(season: "xc", year: "2024").failure,
      await service.createSeasonalReward(request: Self.new).failure,
      await service.updateSeasonalReward(id: 1, request: .init(displayOrder: 2)).failure,
      await service.getSeasonalRewardsConfig(season: "xc", year: "2024").failure,
    ].compactMap { $0 }
    #expect(results.count == 4)
    for error in results {
      texts += ["\(error)", error.localizedDescription, String(reflecting: error)]
      dump(error, to: &texts[texts.count - 1])
    }
    texts += served.log.lines + served.records.withLock { $0.map { String(reflecting: $0) } }
    texts += ["\(service)", String(reflecting: service)]
    for text in texts { #expect(!text.contains(token), "\(text)") }
    #expect(served.server.requests.allSatisfy { !$0.target.contains(token) })
  }

  @Test func `a header that is renewed after 401 lets the same call pass`() async throws {
    let served = try ServedRewards { request in
      request.header("Authorization") == "Bearer new-token-0123456789"
        ? .json(Samples.reward) : .json("", status: 401)
    }
    let count = Counter()
    let service = served.service(headers: {
      ["Authorization": "Bearer \(count.next() < 2 ? "old" : "new")-token-0123456789"]
    })
    #expect(try await service.createReward(Self.new).id == 2)
    #expect(served.asked.count == 2)
  }
}
