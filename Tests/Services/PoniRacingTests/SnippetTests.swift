import APICore
import Columns
import FeedContract
import Foundation
import PoniRacing
import Testing

/// The guide's snippets, run against loopback; the shared objects get there by a transport.
@Suite(.serialized)
struct SnippetTests {
  /// Redirects requests for the standard host to another.
  private struct Detour: Transport {
    let url: URL

    func send(
      _ request: HTTPRequest, limits: TransferLimits
    ) async throws(TransportError) -> HTTPResponse {
      var request = request
      var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: false)!
      (parts.scheme, parts.host, parts.port) = ("http", url.host(), url.port)
      request.url = parts.url!
      return try await ServedRacing.transport.send(request, limits: limits)
    }
  }

  private struct Stored: StatisticsSource {
    func statistics(for role: StatisticsRole, asOf: Day?) async -> [PersonStatistics] {
      (1...12).map { number in
        let window = WindowStatistics(
          days: 30, runs: 10, wins: 1, winRate: StatisticsDecimal(1, dividedBy: 10), spBets: 10,
          roi: StatisticsDecimal(Int64(number), dividedBy: 10))
        return PersonStatistics(
          name: "Jockey \(number)", asOf: Day(iso: "2020-11-08")!, windows: [window],
          recentForm: [])
      }
    }
  }

  /// Returns one race with one horse on any day, so that the snippets' own waits stay short.
  private static func served() throws -> ServedRacing {
    try ServedRacing { request in
      let path = request.target.prefix { $0 != "?" }
      let race = #"""
        {"race_id": "r1", "race_name": "The Lantern Stakes", "course": "Willow Bend",
         "race_time": "2020-11-08 16:50:00", "finished": "1", "distance": "6 furlongs", "runners": [
          {"horse_id": "51", "horse": "Copper Lantern", "jockey": "Ada Moss",
           "trainer": "Ben Quill", "odds": "5/2", "position": "1"}]}
        """#
      switch path {
      case "/racecards", "/results": return .json("[\(race)]")
      case "/race/r1": return .json(race)
      case "/horse-stats/51": return .json(Samples.horseStats51)
      case "/jockeys-win-rate": return .json(Samples.jockeyRates)
      case "/trainers-win-rate": return .json(Samples.trainerRates)
      default: return .json("{}", status: 404)
      }
    }
  }

  @Test func `fetching data and basic data fetching print races`() async throws {
    let stage = SnippetStage(try Self.served().manager())
    await stage.fetchesData().value
    await stage.fetchesBasicData().value
    #expect(stage.printed.lines == ["Found 1 races today", "The Lantern Stakes at Willow Bend"])
  }

  @Test func `the horse search prints the wins of the last five races`() async throws {
    let stage = SnippetStage(try Self.served().manager())
    await stage.searchesHorses().value
    #expect(stage.printed.lines == ["Copper Lantern: 3 wins in last 5 races"])
  }

  @Test func `the jockey analysis prints the best ten by ROI`() async throws {
    let stage = SnippetStage(try Self.served().manager(statistics: Stored()))
    await stage.analysesJockeys().value
    #expect(stage.printed.lines.count == 10)
    #expect(stage.printed.lines.first == "Jockey 12: ROI 1.2")
    #expect(stage.printed.lines.last == "Jockey 3: ROI 0.3")
  }

  @Test func `the error patterns run, with and without an error`() async throws {
    let stage = SnippetStage(try Self.served().manager())
    await stage.handlesErrors()
    await stage.catchesSpecificErrors()
    #expect(stage.printed.lines == [])
    let failing = SnippetStage(try ServedRacing { _ in .json("{}", status: 403) }.manager())
    await failing.handlesErrors()
    await failing.catchesSpecificErrors()
    #expect(
      failing.printed.lines == ["Error: Invalid API key. Please check your RapidAPI key."])
  }

  @Test func `the pacing snippets run`() async throws {
    let served = try Self.served()
    let stage = SnippetStage(served.manager())
    try await stage.delays(["r1"])
    try await stage.keepsTime(["r1"])
    // A batch waits for five seconds, so it is empty here; that still runs the lines around it.
    try await stage.batches([])
    try await stage.waitsForTheLimit()
    #expect(served.targets.first == "/race/r1")
  }

  @Test func `the weak references of the error handler let their owner go`() async throws {
    let manager = try Self.served().manager()
    weak var watched: SnippetOwner?
    do {
      let owner = SnippetOwner(manager)
      watched = owner
      await owner.fetches()
      #expect(owner.handled.lines == [])
    }
    #expect(watched == nil)
    let failing = SnippetOwner(try ServedRacing { _ in .json("{}", status: 403) }.manager())
    await failing.fetches()
    #expect(failing.handled.lines.count == 1)
  }

  @Test func `the shared objects run the snippets of configuration, testing and debugging`()
    async throws
  {
    let served = try Self.served()
    SharedTransport.install(Detour(url: served.server.url))
    let stage = SnippetStage(.shared)
    // The guide's key has 17 characters and hyphens.
    #expect(!stage.configuresTheAPI())
    #expect(DataSourceManager.shared.configureAPIKey(ServedRacing.key))
    RealDataService.shared.minimumRequestInterval = 0
    await stage.testsByHand()
    await stage.debugs()
    #expect(RealDataService.shared.enableDebugLogging)
    RealDataService.shared.enableDebugLogging = false
    await stage.runsAllTests().value
    try await stage.measures()
    let lines = stage.printed.lines
    #expect(lines[0...1] == ["API Connected: true", "✅ Fetched 1 races"])
    #expect(lines[2...3] == ["API Status: true", "Can use real data: true"])
    #expect(lines[4...16].count { $0.hasSuffix(": passed") } == 13)
    #expect(lines[17].hasPrefix("Request took ") && lines[18].hasSuffix(" MB"))
    #expect(lines.count == 19)
  }

  @Test func `the guide's own models read what the module's models write`() throws {
    let cards = try JSONDecoder().decode([APIRacecard].self, from: Data(Samples.seedCards.utf8))
    let data = try JSONEncoder().encode(cards)
    let guide = try JSONDecoder().decode([GuideModels.APIRacecard].self, from: data)
    #expect(guide.map(\.race_id) == cards.map(\.race_id))
    #expect(guide[0].runners.map(\.odds) == cards[0].runners.map(\.odds))
    let stats = APIJockeyStats(jockey: "Ada Moss", wins: 1, runs: 4, win_percentage: 25)
    let written = try JSONEncoder().encode(stats)
    #expect(try JSONDecoder().decode(GuideModels.APIJockeyStats.self, from: written).runs == 4)
    for error in [GuideModels.APIError.invalidAPIKey, .rateLimitExceeded, .noData] {
      #expect(
        [APIError.invalidAPIKey, .rateLimitExceeded, .noData].map(\.errorDescription)
          .contains(error.errorDescription))
    }
  }

  @Test func `the usage example prints a morning's work`() async throws {
    let served = try Self.served()
    let printed = PrintedLines()
    try await APIUsageExamples(manager: served.manager(statistics: Stored())) { printed.add($0) }
      .run()
    #expect(printed.lines.contains("The Lantern Stakes at Willow Bend: 1 runners"))
    #expect(printed.lines.contains { $0.hasPrefix("Jockey 12: ROI 1.200000") })
  }
}
